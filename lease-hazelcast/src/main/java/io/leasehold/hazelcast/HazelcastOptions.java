package io.leasehold.hazelcast;

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
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final Pattern ADDRESS =
      Pattern.compile("(\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._-]+)(:([0-9]{1,5}))?");

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
    URI uri = config.uri();
    String text = uri.toString();
    if (text.contains("@")) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_URI,
          "backend URI \"hazelcast:***\" has an @; the open edition knows no users and passwords:"
              + " write hazelcast://host:port/cluster, and %40 for an @ in a name");
    } else if (uri.getRawFragment() != null) {
      throw badUri(config, "has a \"#\", behind which nothing is read; leave it out or write %23");
    }
    boolean embedded = !text.startsWith("hazelcast://");
    List<String> known = new ArrayList<>(COMMON);
    known.addAll(embedded ? OF_MEMBERS : OF_CLIENTS);
    refuseOfOther(config, embedded);
    config.allowOptions(known.toArray(String[]::new));
    String members = config.options().getOrDefault("members", "");
    List<String> addresses =
        embedded
            ? (members.isEmpty() ? List.of() : addresses(config, members))
            : addresses(config, uri.getRawAuthority() == null ? "" : uri.getRawAuthority());
    return new HazelcastOptions(
        embedded,
        addresses,
        cluster(config),
        matching(config, "namespace", DEFAULT_NAMESPACE, WORD),
        choice(config, "routing", "all", Map.of("all", false, "given", true)),
        connectTimeout(config),
        matching(config, "bind", "127.0.0.1", Pattern.compile("[0-9A-Fa-f:.]{2,45}")),
        number(config, "port", DEFAULT_PORT, 1, 65_535),
        number(config, "backups", 1, 0, 6),
        number(config, "min-members", 1, 1, 100));
  }

  private static void refuseOfOther(BackendConfig config, boolean embedded) {
    for (String option : embedded ? OF_CLIENTS : OF_MEMBERS) {
      if (config.options().containsKey(option)) {
        throw badOption(
            config,
            "option " + option,
            embedded
                ? "is for clients; write hazelcast://host:port/cluster or leave it out"
                : "is for embedded members; write hazelcast:cluster or leave it out");
      }
    }
  }

  private static List<String> addresses(BackendConfig config, String list) {
    List<String> addresses = new ArrayList<>();
    for (String address : list.split(",", -1)) {
      var form = ADDRESS.matcher(address);
      if (!form.matches()) {
        throw badUri(
            config,
            "must look like hazelcast://host[:port][,host[:port]...]/cluster[?option=value]");
      }
      int port = form.group(3) == null ? DEFAULT_PORT : Integer.parseInt(form.group(3));
      if (port == 0 || port > 65_535) {
        throw badUri(config, "has port " + port + "; give one from 1 to 65535");
      }
      addresses.add(form.group(1) + ":" + port);
    }
    return List.copyOf(addresses);
  }

  /** The path, or what stands behind the colon; {@code dev} is Hazelcast's own default. */
  private static String cluster(BackendConfig config) {
    URI uri = config.uri();
    String path = uri.isOpaque() ? uri.getRawSchemeSpecificPart() : uri.getRawPath();
    String name = path == null ? "" : path.replaceFirst("\\?.*", "").replaceFirst("^/", "");
    if (name.isEmpty()) {
      return "dev";
    }
    String cluster = URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
    if (!WORD.matcher(cluster).matches()) {
      throw badUri(config, "names cluster \"" + cluster + "\", which must match " + WORD);
    }
    return cluster;
  }

  private static Duration connectTimeout(BackendConfig config) {
    String text = config.options().getOrDefault("connect-timeout", "20s");
    Duration value = Durations.parse("connect-timeout", text);
    if (value.compareTo(LEAST_CONNECT) >= 0 && value.compareTo(LARGEST_CONNECT) <= 0) {
      return value;
    }
    throw badOption(config, "connect-timeout=" + text, "must be a duration from 100ms to 10m");
  }

  private static <T> T choice(
      BackendConfig config, String name, String standard, Map<String, T> values) {
    String text = config.options().getOrDefault(name, standard);
    T value = values.get(text);
    if (value == null) {
      throw badOption(
          config,
          name + "=" + text,
          "must be one of " + values.keySet().stream().sorted().toList());
    }
    return value;
  }

  private static int number(BackendConfig config, String name, int standard, int min, int max) {
    String text = config.options().getOrDefault(name, Integer.toString(standard));
    try {
      int value = Integer.parseInt(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw badOption(config, name + "=" + text, "must be a number from " + min + " to " + max);
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
    if (!WORD.matcher(namespace).matches()) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION, "namespace \"" + namespace + "\" must match " + WORD);
    }
  }

  static LeaseConfigurationException badUri(BackendConfig config, String fault) {
    return new LeaseConfigurationException(
        ErrorCode.BAD_URI, "backend URI \"" + config.masked() + "\" " + fault);
  }

  static LeaseConfigurationException badOption(BackendConfig config, String what, String fault) {
    return new LeaseConfigurationException(
        ErrorCode.BAD_OPTION, what + " of " + config.masked() + " " + fault);
  }

  @Override
  public String toString() {
    return embedded
        ? "hazelcast:" + cluster
        : "hazelcast://" + String.join(",", addresses) + "/" + cluster;
  }
}
