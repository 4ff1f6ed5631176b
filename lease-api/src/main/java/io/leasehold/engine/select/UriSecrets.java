package io.leasehold.engine.select;

import io.leasehold.LeaseConfigurationException;
import io.leasehold.LeaseException;
import io.leasehold.spi.BackendConfig;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What {@link BackendConfig#mask} hides of one URI, so that it can be hidden in other texts too:
 * drivers and providers like to put the address, or the password itself, into their exceptions.
 */
final class UriSecrets {

  private static final String STARS = "***";

  /** Shorter ones are replaced only where they stand alone: "a" is in nearly every word. */
  private static final int ANYWHERE = 4;

  /** May be a word of any sentence. */
  private static final Pattern WORD = Pattern.compile("\\p{L}+");

  private final Pattern secrets;

  /** Those that no sentence contains by chance. */
  private final Pattern unlikeWords;

  private UriSecrets(Pattern secrets, Pattern unlikeWords) {
    this.secrets = secrets;
    this.unlikeWords = unlikeWords;
  }

  static UriSecrets of(String uri) {
    // The masked URI is the URI with stars for secrets, so it is also the pattern that finds them.
    String shape =
        List.of(BackendConfig.mask(uri).split(Pattern.quote(STARS), -1)).stream()
            .map(Pattern::quote)
            .collect(Collectors.joining("(.*)"));
    Matcher matcher = Pattern.compile(shape, Pattern.DOTALL).matcher(uri);
    Set<String> secrets =
        new TreeSet<>(
            Comparator.comparing(String::length)
                .reversed()
                .thenComparing(Comparator.naturalOrder()));
    if (matcher.matches()) {
      for (int i = 1; i <= matcher.groupCount(); i++) {
        secrets.add(matcher.group(i));
        secrets.add(decoded(matcher.group(i)));
      }
    }
    secrets.remove("");
    Set<String> unlikeWords = new LinkedHashSet<>(secrets);
    unlikeWords.removeIf(secret -> WORD.matcher(secret).matches());
    return new UriSecrets(any(secrets), any(unlikeWords));
  }

  private static Pattern any(Set<String> secrets) {
    String any = secrets.stream().map(UriSecrets::pattern).collect(Collectors.joining("|"));
    return Pattern.compile(any.isEmpty() ? "(?!)" : any);
  }

  private static String pattern(String secret) {
    String quoted = Pattern.quote(secret);
    return secret.length() >= ANYWHERE
        ? quoted
        : "(?<![\\p{L}\\p{N}])" + quoted + "(?![\\p{L}\\p{N}])";
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }

  /** Hides every secret, for texts of others. */
  String mask(String text) {
    return stars(secrets, text);
  }

  /**
   * For sentences of Leasehold, into which addresses and texts of others were put masked: a
   * password that is a word, such as "wrong", is left there, or who reads "user or password is ***"
   * learns the password and not what happened.
   */
  String maskOwn(String text) {
    return stars(unlikeWords, text);
  }

  private static String stars(Pattern secrets, String text) {
    return secrets.matcher(text).replaceAll(Matcher.quoteReplacement(STARS));
  }

  /** The error itself if its texts are clean, else one that says the same without the secrets. */
  LeaseException mask(LeaseException error) {
    return leaks(error) ? clean(error, mask(withoutCode(error))) : error;
  }

  /** As {@link #mask(LeaseException)}, for one of Leasehold, which quotes texts of its causes. */
  LeaseException maskOwn(LeaseException error) {
    String before = withoutCode(error);
    String message = before;
    for (Throwable quoted : chain(error)) {
      if (quoted != error && quoted.getMessage() != null) {
        message = message.replace(quoted.getMessage(), mask(quoted.getMessage()));
      }
    }
    message = maskOwn(message);
    boolean causesLeak = chain(error).stream().anyMatch(e -> e != error && isLeak(e));
    return causesLeak || !message.equals(before) ? clean(error, message) : error;
  }

  private LeaseException clean(LeaseException error, String message) {
    Throwable cause = error.getCause() == null ? null : mask(error.getCause());
    LeaseException clean =
        error instanceof LeaseConfigurationException
            ? new LeaseConfigurationException(error.code(), message, cause)
            : new LeaseException(error.code(), message, cause);
    clean.setStackTrace(error.getStackTrace());
    return clean;
  }

  /** As {@link #mask(LeaseException)}, for a cause. */
  Throwable mask(Throwable error) {
    if (!leaks(error)) {
      return error;
    }
    List<Throwable> chain = chain(error);
    Masked masked = new Masked(this, chain.get(chain.size() - 1), null);
    for (int i = chain.size() - 2; i >= 0; i--) {
      masked = new Masked(this, chain.get(i), masked);
    }
    return masked;
  }

  /** The message of an error without the code that its constructor puts before it. */
  static String withoutCode(LeaseException error) {
    String message = String.valueOf(error.getMessage());
    String code = error.code().id() + ": ";
    return message.startsWith(code) ? message.substring(code.length()) : message;
  }

  private boolean leaks(Throwable error) {
    return chain(error).stream().anyMatch(this::isLeak);
  }

  private boolean isLeak(Throwable error) {
    return secrets.matcher(error.toString()).find();
  }

  /** The error with its causes and suppressed ones; ends at a circle. */
  private static List<Throwable> chain(Throwable error) {
    List<Throwable> chain = new ArrayList<>(List.of(error));
    for (int i = 0; i < chain.size(); i++) {
      Throwable cause = chain.get(i).getCause();
      List<Throwable> next = new ArrayList<>(List.of(chain.get(i).getSuppressed()));
      if (cause != null) {
        next.add(cause);
      }
      next.removeIf(e -> chain.stream().anyMatch(seen -> seen == e));
      chain.addAll(next);
    }
    return chain;
  }

  /** Stands for an exception whose own text holds a secret. */
  private static final class Masked extends Exception {

    private static final long serialVersionUID = 1L;

    Masked(UriSecrets secrets, Throwable original, @Nullable Throwable cause) {
      super(secrets.mask(original.toString()), cause);
      setStackTrace(original.getStackTrace());
    }
  }
}
