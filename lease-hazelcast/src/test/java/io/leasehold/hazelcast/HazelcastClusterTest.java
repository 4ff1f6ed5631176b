package io.leasehold.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Members in processes of their own, one of which leaves, dies or stands still. */
class HazelcastClusterTest {

  /** What a call may take beyond its bound on a busy machine. */
  private static final Duration LATE = Duration.ofSeconds(5);

  private static final int NAMES = 30;

  @Test
  void whatAMemberThatDiesHasDecidedIsKeptByItsCopy() {
    try (HazelcastServer first = HazelcastServer.start(Members.ALERT);
        HazelcastServer second = HazelcastServer.start(List.of(first.address()), Members.ALERT);
        HazelcastServer third = HazelcastServer.start(List.of(first.address()), Members.ALERT);
        LeaseBackend backend = Members.connect(second)) {
      List<Grant> grants = Members.acquireAll(backend, NAMES);
      assertThat(grants.stream().map(backend::renewalDomain).distinct()).hasSize(3);
      first.stop(); // the eldest, by whose clock all decide
      allAreKept(backend, grants);
      assertThat(third.port()).isNotEqualTo(second.port());
    }
  }

  @Test
  void aMemberThatLeavesHandsOverWhatItHolds() {
    try (HazelcastServer first = HazelcastServer.start(Members.ALERT);
        HazelcastServer second = HazelcastServer.start(List.of(first.address()), Members.ALERT);
        HazelcastServer third = HazelcastServer.start(List.of(first.address()), Members.ALERT);
        LeaseBackend backend = Members.connect(second)) {
      List<Grant> grants = Members.acquireAll(backend, NAMES);
      List<RenewOutcome> meanwhile = new ArrayList<>();
      Thread renewing =
          new Thread(
              () -> {
                while (!Thread.currentThread().isInterrupted()) {
                  meanwhile.addAll(backend.renewAllIfOwner(grants));
                }
              });
      renewing.start();
      third.leave();
      first.leave();
      renewing.interrupt();
      join(renewing);
      assertThat(meanwhile)
          .isNotEmpty()
          .noneMatch(outcome -> outcome instanceof RenewOutcome.NotOwner);
      allAreKept(backend, grants);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void allAreKept(LeaseBackend backend, List<Grant> grants) {
    for (Grant grant : grants) { // first all: by then the cluster has come to rest
      assertThat(Members.renewedInTheEnd(backend, grant)).isEqualTo(RenewOutcome.Renewed.NOW);
    }
    for (Grant grant : grants) {
      assertThat(backend.acquire(Members.attempt(grant.name().value())))
          .isInstanceOf(AcquireOutcome.Busy.class);
      assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
      Grant next = Members.acquire(backend, grant.name().value());
      assertThat(next.fencingToken()).isGreaterThan(grant.fencingToken());
      assertThat(backend.releaseIfOwner(next)).isInstanceOf(ReleaseOutcome.Released.class);
    }
  }

  @Test
  void aMemberThatStandsStillHoldsUpItsOwnNamesOnly() {
    try (HazelcastServer first = HazelcastServer.start();
        HazelcastServer second = HazelcastServer.start(List.of(first.address()));
        LeaseBackend backend = Members.connect(first, "routing=given&connect-timeout=1m")) {
      Map<Object, List<Grant>> domains =
          Members.acquireAll(backend, NAMES).stream()
              .collect(Collectors.groupingBy(backend::renewalDomain));
      assertThat(domains).hasSize(2);
      second.freeze();
      long begin = System.nanoTime();
      List<RenewOutcome> outcomes =
          domains.values().stream()
              .flatMap(grants -> backend.renewAllIfOwner(grants).stream())
              .toList();
      assertThat(Duration.ofNanos(System.nanoTime() - begin))
          .isLessThan(Members.BOUND.multipliedBy(2).plus(LATE));
      assertThat(outcomes).anyMatch(it -> it instanceof RenewOutcome.Unknown);
      assertThat(outcomes).noneMatch(it -> it instanceof RenewOutcome.NotOwner);
      second.thaw();
      for (Grant grant : domains.values().stream().flatMap(List::stream).toList()) {
        assertThat(Members.renewedInTheEnd(backend, grant)).isEqualTo(RenewOutcome.Renewed.NOW);
      }
    }
  }

  /** It has been given up meanwhile, and what the others decided since is what counts. */
  @Test
  void anOwnerThatStoodStillForTooLongTakesNothingBack() {
    try (HazelcastServer first = HazelcastServer.start(Members.ALERT);
        HazelcastServer second = HazelcastServer.start(List.of(first.address()), Members.ALERT);
        HazelcastServer third = HazelcastServer.start(List.of(first.address()), Members.ALERT);
        LeaseBackend backend = Members.connect(second)) {
      List<Grant> grants = Members.acquireAll(backend, NAMES);
      assertThat(grants.stream().map(backend::renewalDomain).distinct()).hasSize(3);
      third.freeze();
      List<Grant> next = new ArrayList<>();
      for (Grant grant : grants) {
        assertThat(Members.renewedInTheEnd(backend, grant)).isEqualTo(RenewOutcome.Renewed.NOW);
        assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
        next.add(Members.acquire(backend, grant.name().value()));
      }
      third.thaw();
      try (LeaseBackend late = Members.connect(third, "routing=given&connect-timeout=1m")) {
        Members.until(
            "the one that stood still has joined the others again",
            () -> next.stream().map(late::renewalDomain).distinct().count() == 3);
      }
      for (int i = 0; i < NAMES; i++) {
        Grant old = grants.get(i);
        assertThat(Members.renewedInTheEnd(backend, old))
            .isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN));
        assertThat(next.get(i).fencingToken()).isGreaterThan(old.fencingToken());
      }
      allAreKept(backend, next);
    }
  }
}
