package io.leasehold.zookeeper;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.Durations;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
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
    refuseStrayAt(config);
    config.allowOptions(NAMES.toArray(String[]::new));
    String authority = authority(config);
    int at = authority.lastIndexOf('@');
    Optional<String> credentials = credentials(config, at < 0 ? "" : authority.substring(0, at));
    Duration tick = Durations.option(config, "tick", TICK);
    if (tick.compareTo(LEAST_TICK) < 0 || tick.compareTo(Duration.ofMinutes(1)) > 0) {
      throw badOption(config, "tick=" + Durations.format(tick), "must be from 10ms to 1m");
    }
    boolean tls = flag(config, "tls", false);
    if (!tls) {
      refuseTlsOptions(config);
    }
    ZooKeeperTls.check(config);
    return new ZooKeeperOptions(
        hosts(config, authority.substring(at + 1)),
        chroot(config),
        namespace(config),
        credentials,
        tick,
        maxTtl(config, tick),
        creatorOnly(config, credentials.isPresent()),
        tls,
        flag(config, "verify-host", true),
        config.options());
  }

  /** The node below which everything is kept. */
  String root() {
    return chroot + "/" + namespace;
  }

  /**
   * A password with a raw "/" or "?" in it moves its rest into path or options, from where messages
   * would show it.
   */
  private static void refuseStrayAt(BackendConfig config) {
    URI uri = config.uri();
    String rest = uri.getRawPath() + "?" + uri.getRawQuery() + "#" + uri.getRawFragment();
    if (rest.contains("@") || uri.getRawFragment() != null) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_URI,
          "backend URI \""
              + uri.getScheme()
              + "://***\" has an @ or a # behind its hosts; in user and password write %40 for @,"
              + " %3A for :, %2F for /, %3F for ? and %23 for #, in an option %40 for @");
    }
  }

  private static String authority(BackendConfig config) {
    String authority = config.uri().getRawAuthority();
    if (authority == null) {
      throw badUri(
          config,
          "must look like zookeeper://[user:password@]host[:port][,host[:port]...][/chroot]"
              + "[?option=value]");
    }
    return authority;
  }

  private static Optional<String> credentials(BackendConfig config, String info) {
    if (info.isEmpty()) {
      return Optional.empty();
    }
    int colon = info.indexOf(':');
    if (colon <= 0) {
      // Perhaps it is the password: it is not shown.
      throw new LeaseConfigurationException(
          ErrorCode.BAD_URI,
          "backend URI \""
              + config.uri().getScheme()
              + "://***\" has no user and password before the @; write user:password@");
    }
    return Optional.of(decode(info.substring(0, colon)) + ":" + decode(info.substring(colon + 1)));
  }

  private static String hosts(BackendConfig config, String text) {
    List<String> hosts = new ArrayList<>();
    for (String each : text.split(",", -1)) {
      var form = HOST.matcher(each);
      if (!form.matches()) {
        throw badUri(config, "names the server \"" + each + "\"; write host or host:port");
      }
      int port = form.group(2) == null ? PORT : Integer.parseInt(form.group(2));
      if (port == 0 || port > 65_535) {
        throw badUri(config, "has port " + port + "; give one from 1 to 65535");
      }
      hosts.add(form.group(1) + ":" + port);
    }
    return String.join(",", hosts);
  }

  private static String chroot(BackendConfig config) {
    String path = config.uri().getPath();
    if (path == null || path.isEmpty() || path.equals("/")) {
      return "";
    }
    String chroot = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    try {
      PathUtils.validatePath(chroot);
    } catch (IllegalArgumentException e) {
      throw badUri(config, "has a chroot that is no path of nodes: " + e.getMessage());
    }
    return chroot;
  }

  private static String namespace(BackendConfig config) {
    String namespace = config.options().getOrDefault("namespace", "leasehold");
    checkNamespace(namespace, " of " + config.masked());
    return namespace;
  }

  /** Refuses what is no name of a node. */
  static void checkNamespace(String namespace, String where) {
    if (!NAMESPACE.matcher(namespace).matches()) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION,
          "namespace \"" + namespace + "\"" + where + " must match " + NAMESPACE);
    }
  }

  private static Duration maxTtl(BackendConfig config, Duration tick) {
    Duration least = tick.multipliedBy(ZooKeeperTraits.LEAST_TICKS);
    Duration ttl =
        Durations.option(config, "max-ttl", tick.multipliedBy(ZooKeeperTraits.MOST_TICKS));
    if (ttl.compareTo(least) < 0 || ttl.compareTo(MOST_TTL) > 0 || ttl.toNanos() % 1_000_000 != 0) {
      throw badOption(
          config,
          "max-ttl=" + Durations.format(ttl),
          "must be whole milliseconds, from 3 ticks (" + Durations.format(least) + ") to 24h");
    }
    return ttl;
  }

  private static boolean creatorOnly(BackendConfig config, boolean identified) {
    String acl = config.options().getOrDefault("acl", identified ? "creator" : "open");
    if (!acl.equals("open") && !acl.equals("creator")) {
      throw badOption(config, "acl=" + acl, "must be open or creator");
    }
    if (acl.equals("creator") && !identified) {
      throw badOption(
          config,
          "acl=creator",
          "needs somebody who creates; write user:password@ before the host");
    }
    return acl.equals("creator");
  }

  private static void refuseTlsOptions(BackendConfig config) {
    for (String name : TLS_OPTIONS) {
      if (config.options().containsKey(name)) {
        throw badOption(config, "option " + name, "is for TLS; write tls=true or leave it out");
      }
    }
  }

  private static boolean flag(BackendConfig config, String name, boolean standard) {
    String text = config.options().getOrDefault(name, Boolean.toString(standard));
    if (!text.equals("true") && !text.equals("false")) {
      throw badOption(config, name + "=" + text, "must be true or false");
    }
    return text.equals("true");
  }

  private static String decode(String raw) {
    // In user and password a plus is a plus, unlike in a query.
    return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static LeaseConfigurationException badUri(BackendConfig config, String fault) {
    return new LeaseConfigurationException(
        ErrorCode.BAD_URI, "backend URI \"" + config.masked() + "\" " + fault);
  }

  static LeaseConfigurationException badOption(BackendConfig config, String what, String fault) {
    return new LeaseConfigurationException(
        ErrorCode.BAD_OPTION, what + " of " + config.masked() + " " + fault);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "zookeeper://" + hosts + root();
  }
}
