package io.leasehold.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.LocalMapStats;
import io.leasehold.servers.Ports;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What leases of a client cost the member, by the member's own statistics. */
class HazelcastCostTest {

  private static final int ROUNDS = 100;

  private static HazelcastInstance member;
  private static LeaseBackend backend;

  @BeforeAll
  static void start() {
    int port = Ports.free();
    Config config = new Config();
    config.setClusterName("cost").setProperty("hazelcast.logging.type", "slf4j");
    config.getNetworkConfig().setPort(port).setPortAutoIncrement(false);
    config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
    config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
    config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
    HazelcastBackends.prepare(config, "leasehold", 1, 1);
    member = Hazelcast.newHazelcastInstance(config);
    backend =
        new HazelcastBackendProvider()
            .connect(
                BackendConfig.of(
                    "hazelcast://127.0.0.1:" + port + "/cost", Members.BOUND, LeaseClock.system()));
  }

  @AfterAll
  static void stop() {
    backend.close();
    member.shutdown();
  }

  /** Each is one entry processor, and that is one operation of the member that owns the record. */
  @Test
  void acquireAndReleaseAreOneStepEach() {
    release(Members.acquire(backend, "warm"));
    long before = steps();
    for (int i = 0; i < ROUNDS; i++) {
      release(Members.acquire(backend, "name-" + i));
    }
    assertThat(steps() - before).isEqualTo(2L * ROUNDS);
  }

  @Test
  void aRenewalIsOneStep() {
    Grant grant = Members.acquire(backend, "renewed");
    long before = steps();
    for (int i = 0; i < ROUNDS; i++) {
      assertThat(backend.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);
    }
    assertThat(steps() - before).isEqualTo(ROUNDS);
    release(grant);
  }

  /** They are under way together, but each is a step of its own. */
  @Test
  void aBatchOfRenewalsIsOneStepForEach() {
    List<Grant> grants = new ArrayList<>();
    for (int i = 0; i < HazelcastTraits.MAX_BATCH; i++) {
      grants.add(Members.acquire(backend, "batch-" + i));
    }
    long before = steps();
    assertThat(backend.renewAllIfOwner(grants))
        .hasSize(HazelcastTraits.MAX_BATCH)
        .containsOnly(RenewOutcome.Renewed.NOW);
    assertThat(steps() - before).isEqualTo(HazelcastTraits.MAX_BATCH);
    grants.forEach(HazelcastCostTest::release);
  }

  private static void release(Grant grant) {
    assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
  }

  /** Everything that the map was asked for, whatever it was. */
  private static long steps() {
    LocalMapStats stats = member.getMap(HazelcastAssembly.leases("leasehold")).getLocalMapStats();
    return stats.total();
  }
}
