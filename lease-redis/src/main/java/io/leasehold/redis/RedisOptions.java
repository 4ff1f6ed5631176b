package io.leasehold.redis;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code redis:} or {@code rediss:} URI says.
 *
 * @param user empty for the default user
 * @param password null for none
 * @param pool how many connections for calls; one more listens
 */
record RedisOptions(
    String host,
    int port,
    boolean tls,
    Optional<String> user,
    @Nullable String password,
    int database,
    String namespace,
    String clientName,
    int pool,
    boolean allowEviction,
    boolean verifyHost,
    Map<String, String> stores) {

  private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final Pattern CLIENT_NAME = Pattern.compile("[!-~]{1,128}");
  private static final List<String> TLS_OPTIONS =
      List.of(
          "verify-host", "trust-store", "trust-store-password", "key-store", "key-store-password");

  /** All options. */
  static final List<String> NAMES =
      Stream.concat(
              Stream.of("namespace", "client-name", "pool", "allow-eviction"), TLS_OPTIONS.stream())
          .toList();

  private static final int MAX_POOL = 1_000;

  /**
   * Reads the URI.
   *
   * @throws LeaseConfigurationException BAD_URI, BAD_OPTION
   */
  static RedisOptions of(BackendConfig config) {
    refuseStrayAt(config);
    config.allowOptions(NAMES.toArray(String[]::new));
    URI uri = config.uri();
    checkForm(config);
    String info = uri.getRawUserInfo() == null ? "" : uri.getRawUserInfo();
    int colon = info.indexOf(':');
    String user = decode(colon < 0 ? info : info.substring(0, colon));
    boolean tls = uri.getScheme().equals("rediss");
    if (!tls) {
      refuseTlsOptions(config);
    }
    refusePasswordsOfNoStore(config);
    return new RedisOptions(
        host(uri),
        port(config),
        tls,
        user.isEmpty() ? Optional.empty() : Optional.of(user),
        password(config, info, colon),
        database(config),
        matching(config, "namespace", "leasehold", NAMESPACE),
        matching(config, "client-name", "leasehold", CLIENT_NAME),
        pool(config),
        flag(config, "allow-eviction", false),
        flag(config, "verify-host", true),
        config.options());
  }

  /**
   * A password with a raw "/" or "?" in it moves its rest into path or options, from where messages
   * would show it.
   */
  private static void refuseStrayAt(BackendConfig config) {
    URI uri = config.uri();
    String rest = uri.getRawPath() + "?" + uri.getRawQuery() + "#" + uri.getRawFragment();
    if (rest.contains("@")) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_URI,
          "backend URI \""
              + uri.getScheme()
              + "://***\" has an @ behind its host; in user and password write %40 for @, %3A for"
              + " :, %2F for /, %3F for ? and %23 for #, in an option %40 for @");
    }
  }

  private static void checkForm(BackendConfig config) {
    URI uri = config.uri();
    String authority = uri.getRawAuthority();
    if (uri.getHost() == null && authority != null && authority.contains("_")) {
      throw badUri(config, "has a \"_\", which no host name may have; use an alias or the address");
    } else if (uri.getRawFragment() != null) {
      // Perhaps it is the end of a secret with a raw "#" in it: it is not shown.
      throw new LeaseConfigurationException(
          ErrorCode.BAD_URI,
          "backend URI \""
              + config.masked().replaceFirst("(?s)#.*", "#***")
              + "\" has a \"#\", behind which nothing is read; leave it out, or write %23 where it is"
              + " part of a user, a password or an option");
    } else if (uri.getHost() == null) {
      throw badUri(
          config,
          "must look like "
              + uri.getScheme()
              + "://[[user]:password@]host[:port][/database][?option=value];"
              + " in user and password write %40 for @, %3A for :, %2F for / and %23 for #");
    }
  }

  /** An IPv6 address has brackets in a URI, and before its zone a % that is written %25. */
  private static String host(URI uri) {
    return uri.getHost().replaceAll("[\\[\\]]", "").replace("%25", "%");
  }

  private static int port(BackendConfig config) {
    int port = config.uri().getPort();
    if (port == 0 || port > 65_535) {
      throw badUri(config, "has port " + port + "; give one from 1 to 65535");
    }
    return port < 0 ? 6379 : port;
  }

  private static void refuseTlsOptions(BackendConfig config) {
    for (String name : TLS_OPTIONS) {
      if (config.options().containsKey(name)) {
        throw badOption(config, "option " + name, "is for TLS; write rediss:// or leave it out");
      }
    }
  }

  private static void refusePasswordsOfNoStore(BackendConfig config) {
    for (String store : List.of("trust-store", "key-store")) {
      if (config.options().containsKey(store + "-password")
          && !config.options().containsKey(store)) {
        throw badOption(
            config,
            "option " + store + "-password",
            "is given without " + store + "; name the file with " + store + "=/path/of.p12");
      }
    }
  }

  private static @Nullable String password(BackendConfig config, String info, int colon) {
    if (info.isEmpty()) {
      return null;
    }
    if (colon < 0) {
      // Perhaps it is the password: it is not shown.
      throw new LeaseConfigurationException(
          ErrorCode.BAD_URI,
          "backend URI \""
              + config.uri().getScheme()
              + "://***@"
              + config.uri().getHost()
              + "\" has one word before the @; write user:password@ or, for the default user,"
              + " :password@");
    }
    return decode(info.substring(colon + 1));
  }

  private static int database(BackendConfig config) {
    String path = config.uri().getPath();
    if (path == null || path.isEmpty() || path.equals("/")) {
      return 0;
    }
    return (int)
        number(config, "database \"" + path.substring(1) + "\"", path.substring(1), 0, 1 << 20);
  }

  private static int pool(BackendConfig config) {
    String text = config.options().getOrDefault("pool", "10");
    return (int) number(config, "pool=" + text, text, 1, MAX_POOL);
  }

  private static long number(BackendConfig config, String what, String text, long min, long max) {
    try {
      long value = Long.parseLong(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw badOption(config, what, "must be a whole number from " + min + " to " + max);
  }

  private static boolean flag(BackendConfig config, String name, boolean standard) {
    String text = config.options().getOrDefault(name, Boolean.toString(standard));
    if (!text.equals("true") && !text.equals("false")) {
      throw badOption(config, name + "=" + text, "must be true or false");
    }
    return text.equals("true");
  }

  private static String matching(
      BackendConfig config, String name, String standard, Pattern pattern) {
    String text = config.options().getOrDefault(name, standard);
    if (!pattern.matcher(text).matches()) {
      throw badOption(config, name + "=" + text, "must match " + pattern);
    }
    return text;
  }

  /** Refuses a namespace that would not keep names apart. */
  static void checkNamespace(String namespace) {
    if (!NAMESPACE.matcher(namespace).matches()) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION, "namespace \"" + namespace + "\" must match " + NAMESPACE);
    }
  }

  private static String decode(String raw) {
    // In user and password a plus is a plus, unlike in a query.
    return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static LeaseConfigurationException badUri(BackendConfig config, String fault) {
    return new LeaseConfigurationException(
        ErrorCode.BAD_URI, "backend URI \"" + config.masked() + "\" " + fault);
  }

  private static LeaseConfigurationException badOption(
      BackendConfig config, String what, String fault) {
    return new LeaseConfigurationException(
        ErrorCode.BAD_OPTION, what + " of " + config.masked() + " " + fault);
  }

  /** Without the password. */
  @Override
  public String toString() {
    String shown = host.contains(":") ? "[" + host + "]" : host;
    return (tls ? "rediss://" : "redis://") + shown + ":" + port + "/" + database;
  }
}
