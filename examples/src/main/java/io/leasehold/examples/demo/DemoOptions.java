package io.leasehold.examples.demo;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;

/**
 * The command line.
 *
 * @param uri where the leases are; empty for a directory of the demo's own
 * @param fenced whether the counter looks at fencing tokens
 * @param ttl the lease's ttl, at least what the store can keep
 */
record DemoOptions(Optional<String> uri, boolean fenced, Duration ttl) {

  static final String USAGE =
      """
      usage: scripts/demo.sh [URI] [--unfenced] [--ttl=3s]
        URI         the store, for instance file:/var/lib/leases; default: a directory of its own
        --unfenced  the counter ignores fencing tokens: shows what a late write does then
        --ttl=TIME  1s to 30s; default 3s
        --help, -h  shows this
      exit code: 0 all steps happened, 1 a step did not, 2 wrong command line or unusable store,
      3 --unfenced and the counter was corrupted, as expected, 130 ended by Ctrl-C""";

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  /** Says what is wrong with the command line. */
  static final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message + System.lineSeparator() + USAGE);
    }
  }

  static DemoOptions parse(String... args) throws UsageException {
    Optional<String> uri = Optional.empty();
    boolean fenced = true;
    Duration ttl = Duration.ofSeconds(3);
    for (String arg : args) {
      if (arg.equals("--unfenced")) {
        fenced = false;
      } else if (arg.startsWith("--ttl=")) {
        ttl = duration(arg.substring("--ttl=".length()));
      } else if (arg.equals("--ttl")) {
        throw new UsageException("--ttl and its value are one argument: write --ttl=2s");
      } else if (arg.startsWith("-")) {
        throw new UsageException("unknown option " + arg);
      } else if (uri.isPresent()) {
        throw new UsageException("two URIs: " + uri.get() + " and " + arg);
      } else if (arg.startsWith("memory:")) {
        throw new UsageException("two processes cannot share " + arg + "; name another store");
      } else {
        uri = Optional.of(arg);
      }
    }
    return new DemoOptions(uri, fenced, ttl);
  }

  private static Duration duration(String text) throws UsageException {
    Duration ttl = value(text);
    if (ttl.compareTo(SHORTEST) < 0) {
      throw new UsageException("ttl " + text + " is below 1s");
    }
    if (ttl.compareTo(LONGEST) > 0) {
      throw new UsageException("ttl " + text + " is above 30s");
    }
    return ttl;
  }

  private static Duration value(String text) throws UsageException {
    if (text.matches("\\d{1,9}ms")) {
      return Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)));
    }
    try {
      return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
    } catch (DateTimeParseException e) {
      throw new UsageException("ttl \"" + text + "\" is no duration; write for instance 3s");
    }
  }
}
