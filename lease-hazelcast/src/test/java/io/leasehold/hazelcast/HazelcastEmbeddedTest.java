package io.leasehold.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.servers.Ports;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Members in this JVM. */
class HazelcastEmbeddedTest {

  private static final Duration BOUND = Duration.ofSeconds(5);
  private static final LeaseName NAME = new LeaseName("orders/1");

  private static LeaseBackend connect(String uri) {
    return new HazelcastBackendProvider()
        .connect(BackendConfig.of(uri, BOUND, LeaseClock.system()));
  }

  private static AcquireAttempt attempt() {
    return new AcquireAttempt(NAME, OwnerToken.random(), Duration.ofMinutes(1), 0, Map.of());
  }

  private static Grant granted(AcquireOutcome outcome) {
    return ((AcquireOutcome.Granted) outcome).grant();
  }

  @Test
  void twoMembersExcludeEachOtherAndTheSecondGoesOnWhenTheFirstHasGone() {
    int first = Ports.free();
    int second = Ports.free();
    try (LeaseBackend b =
        connect("hazelcast:pair?port=" + second + "&members=127.0.0.1:" + first)) {
      Grant grant;
      try (LeaseBackend a =
          connect("hazelcast:pair?port=" + first + "&members=127.0.0.1:" + second)) {
        grant = granted(a.acquire(attempt()));
        assertThat(b.acquire(attempt())).isInstanceOf(AcquireOutcome.Busy.class);
        assertThat(b.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);
      }
      // it handed over what it kept
      assertThat(b.holder(NAME).orElseThrow().owner()).isEqualTo(grant.owner().toString());
      assertThat(b.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
      assertThat(granted(b.acquire(attempt())).fencingToken()).isGreaterThan(grant.fencingToken());
    }
  }

  @Test
  void aMemberAloneRefusesWhereMoreAreAskedFor() {
    try (LeaseBackend alone = connect("hazelcast:alone?min-members=2&port=" + Ports.free())) {
      assertThat(alone.acquire(attempt())).isInstanceOf(AcquireOutcome.Refused.class);
    } catch (BackendUnavailableException e) {
      assertThat(e.reason().kind()).isEqualTo(Cause.Kind.UNAVAILABLE);
      assertThat(e).hasMessageContaining("too few members");
    }
  }

  @Test
  void closingEndsItsThreadsAndLaterCallsAreRefused() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    LeaseBackend backend = connect("hazelcast:closing?port=" + Ports.free());
    Grant grant = granted(backend.acquire(attempt()));
    backend.close();
    backend.close();
    assertThat(backend.renewIfOwner(grant))
        .isInstanceOfSatisfying(
            RenewOutcome.Refused.class,
            it -> assertThat(it.cause().kind()).isEqualTo(Cause.Kind.CLOSED));
    Set<String> left =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> !before.contains(thread))
            .map(Thread::getName)
            .filter(name -> name.startsWith("hz.") && name.contains("closing"))
            .collect(Collectors.toSet());
    assertThat(left).isEmpty();
  }

  @Test
  void aPortThatIsTakenIsAFailureOfTheStart() {
    int port = Ports.free();
    try (LeaseBackend first = connect("hazelcast:port?port=" + port)) {
      assertThat(first.traits().backend()).isEqualTo("hazelcast");
      assertThatThrownBy(() -> connect("hazelcast:port?port=" + port))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("" + port);
    }
  }

  @Test
  void anInstanceOfTheApplicationIsUsedAndNotShutDown() {
    Config config = new Config();
    config.setClusterName("own").setProperty("hazelcast.logging.type", "slf4j");
    config.getNetworkConfig().setPort(Ports.free());
    config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
    config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
    HazelcastBackends.prepare(config, "mine", 1, 1);
    HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
    try {
      LeaseBackend backend = HazelcastBackends.of(member, BOUND, "mine");
      Grant grant = granted(backend.acquire(attempt()));
      backend.close();
      assertThat(member.getLifecycleService().isRunning()).isTrue();
      assertThat(member.getMap("mine.leases").get(NAME.value()).toString())
          .contains(grant.owner().toString());
      assertThatThrownBy(() -> HazelcastBackends.of(member, BOUND, "a*"))
          .isInstanceOf(LeaseConfigurationException.class);
      assertThatThrownBy(() -> HazelcastBackends.of(member, Duration.ZERO))
          .isInstanceOf(LeaseConfigurationException.class);
    } finally {
      member.shutdown();
    }
  }
}
