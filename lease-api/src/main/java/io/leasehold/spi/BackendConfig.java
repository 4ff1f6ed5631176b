package io.leasehold.spi;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a provider is given to connect: the URI, its options, the bound for every call and the
 * clock. Printing it masks the password.
 */
public final class BackendConfig {

  private final URI uri;
  private final Map<String, String> options;
  private final Duration callTimeout;
  private final LeaseClock clock;

  private BackendConfig(URI uri, Duration callTimeout, LeaseClock clock) {
    this.uri = uri;
    this.options = Collections.unmodifiableMap(optionsOf(uri));
    this.callTimeout = callTimeout;
    this.clock = clock;
  }

  /**
   * Reads a URI such as {@code file:/var/lib/leases?option=value}. The scheme is turned to lower
   * case, and a scheme alone ({@code memory:}), which {@link URI} cannot express, is read as {@code
   * memory:/}.
   *
   * @param uri with a scheme; a password in it is never printed
   * @param callTimeout the bound for every call of the backend
   * @param clock the clock to measure with
   * @throws LeaseConfigurationException {@link ErrorCode#BAD_URI}
   */
  public static BackendConfig of(String uri, Duration callTimeout, LeaseClock clock) {
    URI parsed;
    try {
      parsed = new URI(canonical(uri));
    } catch (URISyntaxException e) {
      throw badUri(uri, "cannot be read: " + e.getReason() + " at index " + e.getIndex());
    }
    if (parsed.getScheme() == null) {
      throw badUri(uri, "has no scheme; write for instance redis://localhost:6379 or memory:");
    }
    return new BackendConfig(parsed, callTimeout, clock);
  }

  /** The address. Its text may hold a password: print {@link #masked()} instead. */
  public URI uri() {
    return uri;
  }

  /** The options behind the question mark, decoded, in their order. */
  public Map<String, String> options() {
    return options;
  }

  /** The bound for every call of the backend. */
  public Duration callTimeout() {
    return callTimeout;
  }

  /** The clock to measure with. */
  public LeaseClock clock() {
    return clock;
  }

  /** The URI with any password and any option that looks like a secret replaced by stars. */
  public String masked() {
    return mask(uri.toString());
  }

  /**
   * Refuses options that the backend does not know: a misspelt one must not be ignored.
   *
   * @param known the names of all options
   * @throws LeaseConfigurationException {@link ErrorCode#BAD_OPTION}
   */
  public void allowOptions(String... known) {
    Set<String> allowed = new TreeSet<>(Set.of(known));
    for (String name : options.keySet()) {
      if (!allowed.contains(name)) {
        throw new LeaseConfigurationException(
            ErrorCode.BAD_OPTION,
            "option \"" + name + "\" of " + masked() + " is not known; known are " + allowed);
      }
    }
  }

  /**
   * Masks the secrets of any URI, readable or not. A password may contain unescaped "/", "?", "#"
   * or "@" by mistake, so everything up to the last "@" counts as password: too much is masked
   * rather than too little.
   */
  public static String mask(String uri) {
    return uri.replaceAll("(?s)^([^:/?#@]*):(?!/).*@", "$1:***@") // without //, or no scheme at all
        .replaceAll("(?s)^([^:/?#@]*):/(?!/)[^:@]*:.*@", "$1:/***@")
        .replaceAll("(?s)(?<=://)([^:/?#@]*):.*@", "$1:***@")
        .replaceAll("(?s)(?<=://)[^:/?#@]+@", "***@") // a user alone may be a password
        .replaceAll(
            "(?i)([?&;][^=&;]*(?:pass|pwd|pw|secret|token|key|cred|auth)[^=&]*=)[^&#]*", "$1***");
  }

  private static String canonical(String uri) {
    int colon = uri.indexOf(':');
    if (colon <= 0) {
      return uri;
    }
    String scheme = uri.substring(0, colon).toLowerCase(Locale.ROOT);
    String rest = uri.substring(colon);
    return scheme + (rest.equals(":") ? ":/" : rest);
  }

  private static Map<String, String> optionsOf(URI uri) {
    // An opaque URI (memory:name?x=y) has no query of its own.
    String text = uri.toString();
    int mark = text.indexOf('?');
    Map<String, String> options = new LinkedHashMap<>();
    if (mark < 0) {
      return options;
    }
    int end = text.indexOf('#', mark) < 0 ? text.length() : text.indexOf('#', mark);
    for (String pair : text.substring(mark + 1, end).split("&")) {
      if (pair.isEmpty()) {
        continue;
      }
      int eq = pair.indexOf('=');
      String name = decode(eq < 0 ? pair : pair.substring(0, eq));
      if (options.put(name, eq < 0 ? "" : decode(pair.substring(eq + 1))) != null) {
        throw badUri(text, "gives option \"" + name + "\" twice");
      }
    }
    return options;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static LeaseConfigurationException badUri(String uri, String fault) {
    return new LeaseConfigurationException(
        ErrorCode.BAD_URI, "backend URI \"" + mask(uri) + "\" " + fault);
  }

  @Override
  public String toString() {
    return "BackendConfig[" + masked() + ", callTimeout=" + callTimeout + "]";
  }
}
