package io.leasehold.engine.select;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which artifact serves which scheme, for the messages about one that is missing. */
final class KnownBackends {

  /** Named, so that nobody looks for them in vain; a gate compares this with the modules. */
  private static final Set<String> PLANNED = Set.of();

  /** Schemes that their artifact, which is here, does not serve yet. */
  private static final Set<String> PLANNED_SCHEMES = Set.of("redis+cluster", "redis+sentinel");

  private static final String NOTHING_YET = " is planned and served by nothing yet; ";

  private static final Map<String, String> ARTIFACTS = new LinkedHashMap<>();

  static {
    for (String scheme : List.of("redis", "rediss", "redis+cluster", "redis+sentinel")) {
      ARTIFACTS.put(scheme, "io.leasehold:lease-redis");
    }
    for (String scheme : List.of("etcd", "etcds")) {
      ARTIFACTS.put(scheme, "io.leasehold:lease-etcd");
    }
    ARTIFACTS.put("zookeeper", "io.leasehold:lease-zookeeper");
    ARTIFACTS.put("hazelcast", "io.leasehold:lease-hazelcast");
    ARTIFACTS.put("file", "io.leasehold:leasehold-examples");
    ARTIFACTS.put("memory", "io.leasehold:lease-api");
  }

  private KnownBackends() {}

  /** The artifact that would serve a scheme. */
  static Optional<String> artifact(String scheme) {
    return Optional.ofNullable(ARTIFACTS.get(scheme));
  }

  /** What to add for a scheme that nothing serves; empty if no artifact is known for it. */
  static Optional<String> remedy(String scheme) {
    return artifact(scheme)
        .map(
            artifact -> {
              if (PLANNED_SCHEMES.contains(scheme)) {
                return scheme
                    + NOTHING_YET
                    + artifact
                    + " serves one server: redis://host:6379, or rediss:// with TLS";
              } else if (!state(artifact).isEmpty()) {
                return scheme + NOTHING_YET + artifact + " will serve it";
              }
              return "add " + artifact + " to the classpath: it serves " + scheme;
            });
  }

  /** What to say after the name of an artifact that does not exist yet, else nothing. */
  static String state(String artifact) {
    return PLANNED.contains(artifact.substring(artifact.indexOf(':') + 1)) ? " (planned)" : "";
  }

  /** One line per store, with its schemes: what there is to add. */
  static List<String> lines() {
    Map<String, List<String>> schemes = new LinkedHashMap<>();
    ARTIFACTS.forEach(
        (scheme, artifact) ->
            schemes
                .computeIfAbsent(artifact, key -> new ArrayList<>())
                .add(PLANNED_SCHEMES.contains(scheme) ? scheme + " (planned)" : scheme));
    List<String> lines = new ArrayList<>();
    schemes.forEach(
        (artifact, served) -> {
          if (!served.contains("memory") && !served.contains("file")) {
            lines.add("add " + artifact + " for " + String.join(", ", served) + state(artifact));
          }
        });
    return lines;
  }
}
