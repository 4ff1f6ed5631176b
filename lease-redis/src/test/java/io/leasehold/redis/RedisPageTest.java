package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

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
}
