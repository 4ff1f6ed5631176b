package io.leasehold.zookeeper;

import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.Durations;
import io.leasehold.spi.support.UriReader;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.zookeeper.common.PathUtils;

/**
 * What a {@code zookeeper:} URI says.
 *
 * @param hosts as ZooKeeper's connect string has them, without a chroot
 * @param chroot absolute, without a slash at the end; empty for none
 * @param credentials for digest authentication, as {@code user:password}
 * @param tick the servers' tickTime, which a client cannot ask for
 * @param maxTtl what the servers' maxSessionTimeout allows
 * @param creatorOnly whether nodes belong to their creator alone
 * @param options all of them; what concerns TLS is read from there
 */
record ZooKeeperOptions(
    String hosts,
    String chroot,
    String namespace,
    Optional<String> credentials,
    Duration tick,
    Duration maxTtl,
    boolean creatorOnly,
    boolean tls,
    boolean verifyHost,
    Map<String, String> options) {

  static final int PORT = 2181;

  private static final Duration TICK = Duration.ofSeconds(2);
  private static final Duration LEAST_TICK = Duration.ofMillis(10);
  private static final Duration MOST_TTL = Duration.ofHours(24);
  private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}");
  private static final Pattern HOST =
      Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.%]+\\])(?::([0-9]{1,5}))?");

  private static final String ESCAPES =
      "in user and password write %40 for @, %3A for :, %2F for /, %3F for ? and %23 for #, in an"
          + " option %40 for @";

  static final List<String> TLS_OPTIONS =
      List.of(
          "verify-host", "trust-store", "trust-store-password", "key-store", "key-store-password");

  /** All options. */
  static final List<String> NAMES =
      Stream.concat(Stream.of("namespace", "tick", "max-ttl", "acl", "tls"), TLS_OPTIONS.stream())
          .toList();

  /**
   * Reads the URI.
   *
   * @throws LeaseConfigurationException BAD_URI, BAD_OPTION
   */
  static ZooKeeperOptions of(BackendConfig config) {
    UriReader reader = new UriReader(config);
    if (config.uri().getRawFragment() != null) {
      throw reader.hidden("", "has a # behind its hosts; " + ESCAPES);
    }
    reader.refuseAtBehindAddresses("has an @ behind its hosts; " + ESCAPES);
    config.allowOptions(NAMES.toArray(String[]::new));
    String authority = authority(config.uri(), reader);
    int at = authority.lastIndexOf('@');
    Optional<String> credentials = credentials(reader, at < 0 ? "" : authority.substring(0, at));
    Duration tick = Durations.option(config, "tick", TICK);
    if (tick.compareTo(LEAST_TICK) < 0 || tick.compareTo(Duration.ofMinutes(1)) > 0) {
      throw reader.badOption("tick=" + Durations.format(tick), "must be from 10ms to 1m");
    }
    boolean tls = reader.flag("tls", false);
    if (!tls) {
      reader.refuse(TLS_OPTIONS, "is for TLS; write tls=true or leave it out");
    }
    ZooKeeperTls.check(reader, config.options());
    return new ZooKeeperOptions(
        hosts(reader, authority.substring(at + 1)),
        chroot(config.uri(), reader),
        reader.matching("namespace", "leasehold", NAMESPACE),
        credentials,
        tick,
        maxTtl(config, reader, tick),
        creatorOnly(reader, credentials.isPresent()),
        tls,
        reader.flag("verify-host", true),
        config.options());
  }

  /** The node below which everything is kept. */
  String root() {
    return chroot + "/" + namespace;
  }

  private static String authority(URI uri, UriReader reader) {
    String authority = uri.getRawAuthority();
    if (authority == null) {
      throw reader.badUri(
          "must look like zookeeper://[user:password@]host[:port][,host[:port]...][/chroot]"
              + "[?option=value]");
    }
    return authority;
  }

  private static Optional<String> credentials(UriReader reader, String info) {
    if (info.isEmpty()) {
      return Optional.empty();
    }
    int colon = info.indexOf(':');
    if (colon <= 0) {
      // Perhaps it is the password: it is not shown.
      throw reader.hidden("", "has no user and password before the @; write user:password@");
    }
    return Optional.of(
        UriReader.decoded(info.substring(0, colon))
            + ":"
            + UriReader.decoded(info.substring(colon + 1)));
  }

  private static String hosts(UriReader reader, String text) {
    List<String> hosts = new ArrayList<>();
    for (String each : text.split(",", -1)) {
      var form = HOST.matcher(each);
      if (!form.matches()) {
        throw reader.badUri("names the server \"" + each + "\"; write host or host:port");
      }
      String port = Optional.ofNullable(form.group(2)).orElse("");
      hosts.add(form.group(1) + ":" + reader.port(port, PORT));
    }
    return String.join(",", hosts);
  }

  private static String chroot(URI uri, UriReader reader) {
    String path = uri.getPath();
    if (path == null || path.isEmpty() || path.equals("/")) {
      return "";
    }
    String chroot = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    try {
      PathUtils.validatePath(chroot);
    } catch (IllegalArgumentException e) {
      throw reader.badUri("has a chroot that is no path of nodes: " + e.getMessage());
    }
    return chroot;
  }

  private static Duration maxTtl(BackendConfig config, UriReader reader, Duration tick) {
    Duration least = tick.multipliedBy(ZooKeeperTraits.LEAST_TICKS);
    Duration ttl =
        Durations.option(config, "max-ttl", tick.multipliedBy(ZooKeeperTraits.MOST_TICKS));
    if (ttl.compareTo(least) < 0 || ttl.compareTo(MOST_TTL) > 0 || ttl.toNanos() % 1_000_000 != 0) {
      throw reader.badOption(
          "max-ttl=" + Durations.format(ttl),
          "must be whole milliseconds, from 3 ticks (" + Durations.format(least) + ") to 24h");
    }
    return ttl;
  }

  private static boolean creatorOnly(UriReader reader, boolean identified) {
    boolean creator =
        reader.choice(
            "acl", identified ? "creator" : "open", Map.of("open", false, "creator", true));
    if (creator && !identified) {
      throw reader.badOption(
          "acl=creator", "needs somebody who creates; write user:password@ before the host");
    }
    return creator;
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "zookeeper://" + hosts + root();
  }
}
