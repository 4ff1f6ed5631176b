package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.LeaseClient;
import io.leasehold.LeaseRequest;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Fault;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** docs/backends/redis.md says what the code does. */
class RedisPageTest {

  private String page;

  @BeforeEach
  void read() throws IOException {
    page = Files.readString(Path.of("../docs/backends/redis.md"));
  }

  @Test
  void thePageQuotesTheRightsThatTheTestsLiveBy() {
    assertThat(page)
        .contains("ACL SETUSER leases on >secret " + String.join(" ", RedisAcl.RULES) + "\n");
  }

  @Test
  void thePageHasEveryOptionWithItsDefault() {
    for (String option : RedisOptions.NAMES) {
      assertThat(page).contains("`" + option + "`");
    }
    assertThat(page)
        .contains(
            "| `namespace` | `leasehold` |",
            "| `client-name` | `leasehold` |",
            "| `pool` | `10` |",
            "| `allow-eviction` | `false` |",
            "| `verify-host` | `true` |");
  }

  @Test
  void thePageNamesEveryKey() {
    LeaseName name = new LeaseName("NAME");
    OwnerToken owner = OwnerToken.random();
    RedisKeys.Of keys = new RedisKeys("leasehold").of(name);
    for (byte[] key :
        List.of(keys.lease(), keys.fence(), keys.tombstone(owner), keys.waiters(), keys.absent())) {
      String shown =
          new String(key, StandardCharsets.UTF_8)
              .replaceAll(":\\d+\\}", ":B}")
              .replace(owner.toString(), "OWNER");
      assertThat(page).contains("| `" + shown + "` |");
    }
    assertThat(page).contains("`" + new RedisKeys("leasehold").channels() + "CLIENT`");
    assertThat(page).contains("modulo " + RedisKeys.BUCKETS, RedisKeys.BUCKETS + " keys at most");
  }

  @Test
  void thePageSaysUnderWhichFaultsWhatIsNotKept() {
    BackendTraits traits = RedisTraits.of(Duration.ofSeconds(1));
    Map<Fault, String> rows =
        Map.of(
            Fault.FAILOVER, "another node takes over",
            Fault.TWO_PRIMARIES, "two primaries",
            Fault.RESTART, "restart",
            Fault.CLOCK_STEP, "step of the server's clock",
            Fault.STALLED_PRIMARY, "the server stands still");
    assertThat(rows).containsOnlyKeys(Fault.values());
    rows.forEach(
        (fault, row) ->
            assertThat(page)
                .contains(
                    "| "
                        + row
                        + " | "
                        + (traits.exclusionBrokenBy().contains(fault) ? "no" : "yes")
                        + " | "
                        + (traits.fenceBrokenBy().contains(fault) ? "no" : "yes")
                        + " |"));
  }

  @Test
  void thePagesNameTheLeastAndTheLongestTtl() throws Exception {
    BackendTraits traits = RedisTraits.of(Duration.ofSeconds(1));
    assertThat(traits.minTtl()).isEqualTo(Duration.ofMillis(1));
    assertThat(traits.maxTtl()).isEqualTo(Duration.ofDays(30));
    assertThat(page).contains("1 ms to 30 days", "3.361 s", "760 ms");
    assertThat(Files.readString(Path.of("../docs/tuning.md")))
        .contains(
            "uncertainty 1 ms (Redis) | 1 s | 3.361 s |\n| the same | 200 ms | 760 ms |",
            "uncertainty 1 ms (Redis) | 1 s | 1.022 s |");
    try (RedisServer server = RedisServer.start()) {
      least(server, Duration.ofSeconds(1), Duration.ofMillis(3_361), false);
      least(server, Duration.ofMillis(200), Duration.ofMillis(760), false);
      least(server, Duration.ofSeconds(1), Duration.ofMillis(1_022), true);
    }
  }

  private static void least(
      RedisServer server, Duration callTimeout, Duration ttl, boolean manual) {
    Function<Duration, LeaseRequest> request =
        each -> {
          LeaseRequest one = LeaseRequest.of("a").ttl(each);
          return manual ? one.renewedByHand() : one;
        };
    try (LeaseClient client = LeaseClient.open(Redises.connect(server.uri(), callTimeout))) {
      client.tryAcquire(request.apply(ttl)).orElseThrow().close();
      assertThatThrownBy(() -> client.tryAcquire(request.apply(ttl.minusMillis(1))))
          .hasMessageContaining("LEASE-126");
    }
  }

  @Test
  void thePageNamesTheDefaultAddress() {
    assertThat(page).contains("`" + new RedisBackendProvider().defaultUri().orElseThrow() + "`");
  }

  @Test
  void theReadmeDeclaresTheArtifactInTheVersionOfTheBuild() throws IOException {
    String pom = Files.readString(Path.of("../pom.xml"));
    String version = pom.substring(pom.indexOf("<version>"), pom.indexOf("</version>"));
    String artifact = new RedisBackendProvider().artifact().replaceFirst(".*:", "");
    assertThat(Files.readString(Path.of("../README.md")))
        .contains(
            "  <groupId>io.leasehold</groupId>\n  <artifactId>"
                + artifact
                + "</artifactId>\n  "
                + version
                + "</version>");
  }
}
