package io.leasehold.redis;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
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
  private static final int MAX_POOL = 1_000;

  /**
   * Reads the URI.
   *
   * @throws LeaseConfigurationException BAD_URI, BAD_OPTION
   */
  static RedisOptions of(BackendConfig config) {
    config.allowOptions(
        "namespace",
        "client-name",
        "pool",
        "allow-eviction",
        "verify-host",
        "trust-store",
        "trust-store-password",
        "key-store",
        "key-store-password");
    URI uri = config.uri();
    if (uri.getHost() == null || uri.getRawFragment() != null) {
      throw badUri(config, "must look like redis://[user[:password]@]host[:port][/database]");
    }
    String info = uri.getRawUserInfo() == null ? "" : uri.getRawUserInfo();
    int colon = info.indexOf(':');
    String user = decode(colon < 0 ? info : info.substring(0, colon));
    return new RedisOptions(
        uri.getHost(),
        uri.getPort() < 0 ? 6379 : uri.getPort(),
        uri.getScheme().equals("rediss"),
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

  private static @Nullable String password(BackendConfig config, String info, int colon) {
    if (info.isEmpty()) {
      return null;
    }
    if (colon < 0) {
      throw badUri(config, "names a user without a password; write user:password@host");
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
    String text = config.options().getOrDefault("pool", "8");
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
    return (tls ? "rediss://" : "redis://") + host + ":" + port + "/" + database;
  }
}
