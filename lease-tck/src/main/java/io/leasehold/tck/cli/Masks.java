package io.leasehold.tck.cli;

import io.leasehold.spi.BackendConfig;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Keeps secrets out of everything that is printed or written. */
final class Masks {

  /** A password before the host, or the value of an option; shorter ones are words as well. */
  private static final Pattern SECRET =
      Pattern.compile("(?<=:)(?!//)[^:@/?#]{4,}(?=@)|(?<=[?&][^=&]{1,40}=)[^&#]{4,}");

  private Masks() {}

  /** A text, with every argument in it that holds a secret replaced, and the secrets alone. */
  static String masked(String text, List<String> args) {
    String masked = text;
    for (String arg : args) {
      String safe = BackendConfig.mask(arg);
      if (!safe.equals(arg)) {
        masked = masked.replace(arg, safe);
        Matcher secrets = SECRET.matcher(arg);
        while (secrets.find()) {
          masked = masked.replace(secrets.group(), "***"); // an exception may quote it
        }
      }
    }
    return masked;
  }

  /** The whole command as one would type it. */
  static String command(List<String> args) {
    return args.stream()
        .map(BackendConfig::mask)
        .map(arg -> arg.matches("[\\w@%+=:,./*-]+") ? arg : "'" + arg.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" ", "lease-tck ", ""));
  }
}
