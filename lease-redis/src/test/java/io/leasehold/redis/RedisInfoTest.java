package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What of a server's own words forbids leases. */
class RedisInfoTest {

  private static final String SOUND =
      """
      # Server\r
      redis_version:7.0.15\r
      redis_mode:standalone\r
      # Memory\r
      maxmemory:0\r
      maxmemory_human:0B\r
      maxmemory_policy:allkeys-lru\r
      # Replication\r
      role:master\r
      # Cluster\r
      cluster_enabled:0\r
      """;

  private static RedisInfo with(String line, String other) {
    assertThat(SOUND).contains(line);
    return new RedisInfo(SOUND.replace(line, other));
  }

  @Test
  void aServerOfItsOwnIsSound() {
    RedisInfo info = new RedisInfo(SOUND);
    assertThat(info.faults()).isEmpty();
    assertThat(info.eviction()).as("there is no limit").isEmpty();
  }

  @Test
  void whatSaysNothingOfItselfIsTaken() {
    assertThat(new RedisInfo("").faults()).isEmpty();
    assertThat(new RedisInfo("").eviction()).isEmpty();
    assertThat(with("7.0.15", "unstable").faults()).isEmpty();
  }

  @Test
  void anOldVersionIsToldWithTheOneThatIsNeeded() {
    assertThat(with("7.0.15", "6.2.14").faults())
        .singleElement()
        .asString()
        .contains("6.2.14", "7.0");
    assertThat(with("7.0.15", "10.0.1").faults()).isEmpty();
  }

  @Test
  void aNodeOfAClusterIsTold() {
    assertThat(with("cluster_enabled:0", "cluster_enabled:1").faults())
        .singleElement()
        .asString()
        .contains("cluster");
  }

  @Test
  void aReplicaIsToldItsPrimary() {
    assertThat(with("role:master", "role:slave\r\nmaster_host:h\r\nmaster_port:7").faults())
        .singleElement()
        .asString()
        .contains("h:7", "primary");
  }

  @Test
  void aLimitWithAnEvictingPolicyIsTold() {
    RedisInfo info = with("maxmemory:0", "maxmemory:1000");
    assertThat(info.faults()).isEmpty();
    assertThat(info.eviction())
        .hasValueSatisfying(
            fault -> assertThat(fault).contains("1000", "allkeys-lru", "noeviction"));
    assertThat(
            new RedisInfo(info.text().replace("policy:allkeys-lru", "policy:noeviction"))
                .eviction())
        .isEmpty();
  }
}
