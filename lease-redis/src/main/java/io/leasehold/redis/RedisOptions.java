package io.leasehold.redis;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.support.UriReader;
import java.net.URI;
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
  private static final int USUAL_PORT = 6379;

  /**
   * Reads the URI.
   *
   * @throws LeaseConfigurationException BAD_URI, BAD_OPTION
   */
  static RedisOptions of(BackendConfig config) {
    UriReader reader = new UriReader(config);
    reader.refuseAtBehindAddresses(
        "has an @ behind its host; in user and password write %40 for @, %3A for :, %2F for /, %3F"
            + " for ? and %23 for #, in an option %40 for @");
    config.allowOptions(NAMES.toArray(String[]::new));
    URI uri = config.uri();
    checkForm(config, reader);
    String info = uri.getRawUserInfo() == null ? "" : uri.getRawUserInfo();
    int colon = info.indexOf(':');
    String user = UriReader.decoded(colon < 0 ? info : info.substring(0, colon));
    boolean tls = uri.getScheme().equals("rediss");
    if (!tls) {
      reader.refuse(TLS_OPTIONS, "is for TLS; write rediss:// or leave it out");
    }
    reader.refusePasswordsOfNoStore("trust-store", "key-store");
    return new RedisOptions(
        host(uri),
        port(uri, reader),
        tls,
        user.isEmpty() ? Optional.empty() : Optional.of(user),
        password(uri, reader, info, colon),
        database(uri, reader),
        reader.matching("namespace", "leasehold", UriReader.NAMESPACE),
        reader.matching("client-name", "leasehold", CLIENT_NAME),
        reader.number("pool", 10, 1, MAX_POOL),
        reader.flag("allow-eviction", false),
        reader.flag("verify-host", true),
        config.options());
  }

  private static void checkForm(BackendConfig config, UriReader reader) {
    URI uri = config.uri();
    String authority = uri.getRawAuthority();
    if (uri.getHost() == null && authority != null && authority.contains("_")) {
      throw reader.badUri("has a \"_\", which no host name may have; use an alias or the address");
    } else if (uri.getRawFragment() != null) {
      // Perhaps it is the end of a secret with a raw "#" in it: it is not shown.
      throw new LeaseConfigurationException(
          ErrorCode.BAD_URI,
          "backend URI \""
              + config.masked().replaceFirst("(?s)#.*", "#***")
              + "\" has a \"#\", behind which nothing is read; leave it out, or write %23 where it is"
              + " part of a user, a password or an option");
    } else if (uri.getHost() == null) {
      throw reader.badUri(
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

  private static int port(URI uri, UriReader reader) {
    return reader.port(uri.getPort() < 0 ? "" : Integer.toString(uri.getPort()), USUAL_PORT);
  }

  private static @Nullable String password(URI uri, UriReader reader, String info, int colon) {
    if (info.isEmpty()) {
      return null;
    }
    if (colon < 0) {
      // Perhaps it is the password: it is not shown.
      throw reader.hidden(
          "@" + uri.getHost(),
          "has one word before the @; write user:password@ or, for the default user, :password@");
    }
    return UriReader.decoded(info.substring(colon + 1));
  }

  private static int database(URI uri, UriReader reader) {
    String path = uri.getPath();
    if (path == null || path.isEmpty() || path.equals("/")) {
      return 0;
    }
    String text = path.substring(1);
    return reader.number("database \"" + text + "\"", text, 0, 1 << 20);
  }

  /** Without the password. */
  @Override
  public String toString() {
    String shown = host.contains(":") ? "[" + host + "]" : host;
    return (tls ? "rediss://" : "redis://") + shown + ":" + port + "/" + database;
  }
}
