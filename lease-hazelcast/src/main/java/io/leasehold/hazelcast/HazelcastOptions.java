package io.leasehold.hazelcast;

import io.leasehold.ErrorCode;
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
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a {@code hazelcast:} URI says.
 *
 * @param embedded whether this JVM becomes a member; else it is a client of members
 * @param addresses host:port of members: to connect to, or to join; may be empty if embedded
 * @param cluster the cluster's name
 * @param namespace the prefix of the maps' names
 * @param given whether a client connects to nothing but these addresses
 * @param connectTimeout how long the start may take
 * @param bind embedded: the address to listen on
 * @param port embedded: the port to listen on
 * @param backups embedded: how many members keep a copy
 * @param minMembers embedded: with fewer members, calls are refused; 1 for never
 */
record HazelcastOptions(
    boolean embedded,
    List<String> addresses,
    String cluster,
    String namespace,
    boolean given,
    Duration connectTimeout,
    String bind,
    int port,
    int backups,
    int minMembers) {

  static final int DEFAULT_PORT = 5701;
  static final String DEFAULT_NAMESPACE = "leasehold";

  private static final Duration LEAST_CONNECT = Duration.ofMillis(100);
  private static final Duration LARGEST_CONNECT = Duration.ofMinutes(10);
  private static final Pattern ADDRESS =
      Pattern.compile("(\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._-]+)(:([0-9]{1,5}))?");
  private static final Pattern BIND = Pattern.compile("[0-9A-Fa-f:.]{2,45}");

  private static final Set<String> COMMON = Set.of("namespace", "connect-timeout");
  private static final Set<String> OF_CLIENTS = Set.of("routing");
  private static final Set<String> OF_MEMBERS =
      Set.of("bind", "port", "members", "backups", "min-members");

  /**
   * Reads the URI.
   *
   * @throws LeaseConfigurationException BAD_URI, BAD_OPTION
   */
  static HazelcastOptions of(BackendConfig config) {
    UriReader reader = new UriReader(config);
    URI uri = config.uri();
    String text = uri.toString();
    if (text.contains("@")) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_URI,
          "backend URI \"hazelcast:***\" has an @; the open edition knows no users and passwords:"
              + " write hazelcast://host:port/cluster, and %40 for an @ in a name");
    } else if (uri.getRawFragment() != null) {
      throw reader.badUri("has a \"#\", behind which nothing is read; leave it out or write %23");
    }
    boolean embedded = !text.startsWith("hazelcast://");
    List<String> known = new ArrayList<>(COMMON);
    known.addAll(embedded ? OF_MEMBERS : OF_CLIENTS);
    if (embedded) {
      reader.refuse(
          OF_CLIENTS, "is for clients; write hazelcast://host:port/cluster or leave it out");
    } else {
      reader.refuse(OF_MEMBERS, "is for embedded members; write hazelcast:cluster or leave it out");
    }
    config.allowOptions(known.toArray(String[]::new));
    String members = config.options().getOrDefault("members", "");
    List<String> addresses =
        embedded
            ? (members.isEmpty() ? List.of() : addresses(reader, members))
            : addresses(reader, uri.getRawAuthority() == null ? "" : uri.getRawAuthority());
    return new HazelcastOptions(
        embedded,
        addresses,
        cluster(uri, reader),
        reader.matching("namespace", DEFAULT_NAMESPACE, UriReader.NAMESPACE),
        reader.choice("routing", "all", Map.of("all", false, "given", true)),
        connectTimeout(config, reader),
        reader.matching("bind", "127.0.0.1", BIND),
        reader.number("port", DEFAULT_PORT, 1, 65_535),
        reader.number("backups", 1, 0, 6),
        reader.number("min-members", 1, 1, 100));
  }

  private static List<String> addresses(UriReader reader, String list) {
    List<String> addresses = new ArrayList<>();
    for (String address : list.split(",", -1)) {
      var form = ADDRESS.matcher(address);
      if (!form.matches()) {
        throw reader.badUri(
            "must look like hazelcast://host[:port][,host[:port]...]/cluster[?option=value]");
      }
      String port = Optional.ofNullable(form.group(3)).orElse("");
      addresses.add(form.group(1) + ":" + reader.port(port, DEFAULT_PORT));
    }
    return List.copyOf(addresses);
  }

  /** The path, or what stands behind the colon; {@code dev} is Hazelcast's own default. */
  private static String cluster(URI uri, UriReader reader) {
    String path = uri.isOpaque() ? uri.getRawSchemeSpecificPart() : uri.getRawPath();
    String name = path == null ? "" : path.replaceFirst("\\?.*", "").replaceFirst("^/", "");
    if (name.isEmpty()) {
      return "dev";
    }
    String cluster = UriReader.decoded(name);
    if (!UriReader.NAMESPACE.matcher(cluster).matches()) {
      throw reader.badUri(
          "names cluster \"" + cluster + "\", which must match " + UriReader.NAMESPACE);
    }
    return cluster;
  }

  private static Duration connectTimeout(BackendConfig config, UriReader reader) {
    String text = config.options().getOrDefault("connect-timeout", "20s");
    Duration value = Durations.parse("connect-timeout", text);
    if (value.compareTo(LEAST_CONNECT) >= 0 && value.compareTo(LARGEST_CONNECT) <= 0) {
      return value;
    }
    throw reader.badOption("connect-timeout=" + text, "must be a duration from 100ms to 10m");
  }

  @Override
  public String toString() {
    return embedded
        ? "hazelcast:" + cluster
        : "hazelcast://" + String.join(",", addresses) + "/" + cluster;
  }
}
