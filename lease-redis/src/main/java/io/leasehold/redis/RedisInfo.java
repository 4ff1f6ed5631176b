package io.leasehold.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server says of itself to INFO, and what of it forbids leases. A fact that is not in the
 * text, as on servers that only resemble Redis, forbids nothing.
 *
 * @param text the answer; see redis.io/commands/info
 */
record RedisInfo(String text) {

  private static final Pattern MAJOR = Pattern.compile("(\\d+)\\..*");
  private static final int LEAST_MAJOR = 7;

  /** Reasons to refuse, each to be read after the server's address. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    Matcher version = MAJOR.matcher(value("redis_version").orElse(""));
    if (version.matches() && Integer.parseInt(version.group(1)) < LEAST_MAJOR) {
      faults.add(
          "is of version "
              + version.group()
              + ", whose answers this client does not know; use Redis "
              + LEAST_MAJOR
              + ".0 or later");
    }
    if (value("cluster_enabled").filter("1"::equals).isPresent()) {
      faults.add("is a node of a cluster, which is not served; use a server that is none");
    }
    if (value("role").filter("slave"::equals).isPresent()) {
      faults.add(
          "is a replica of "
              + value("master_host").orElse("?")
              + ":"
              + value("master_port").orElse("?")
              + ", and what is written to a replica is lost; give the address of the primary");
    }
    return faults;
  }

  /** A lease that is evicted is lost for its holder and vacant for the next at the same time. */
  Optional<String> eviction() {
    Optional<String> limit = value("maxmemory").filter(bytes -> !bytes.equals("0"));
    Optional<String> policy = value("maxmemory_policy").filter(name -> !name.equals("noeviction"));
    if (limit.isEmpty() || policy.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "may evict leases: maxmemory is "
            + limit.get()
            + " bytes and maxmemory-policy "
            + policy.get()
            + "; set maxmemory-policy noeviction, use a server of its own for leases, or accept it"
            + " with allow-eviction=true (RedisBackends.allowingEviction for a client of yours)");
  }

  /** What tells one server's run from all others; empty if it does not say. */
  Optional<String> runId() {
    return value("run_id");
  }

  private Optional<String> value(String field) {
    Matcher line = Pattern.compile("(?m)^" + field + ":(\\S*)").matcher(text);
    return line.find() ? Optional.of(line.group(1)) : Optional.empty();
  }
}
