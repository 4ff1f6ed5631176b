package io.leasehold.tck.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.HolderInfo;
import io.leasehold.memory.ManualClock;
import io.leasehold.memory.MemoryStore;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendTraits.TtlScope;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Fault;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.Subscription;
import io.leasehold.spi.support.CasLeaseBackend;
import io.leasehold.spi.support.CasRecord;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckRun;
import io.leasehold.tck.run.Verdict;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Backends that make use of every freedom which the SPI leaves them: the kit must pass them. */
class CorrectBackendsTest {

  @Test
  void passesTokensWithGaps() {
    passes(
        new Model() {
          @Override
          long nextToken(AcquireAttempt attempt) {
            counter += 40_000_000_000L;
            return super.nextToken(attempt);
          }
        },
        "TRT-28");
  }

  @Test
  void passesAStoreThatTellsNoRemainingTime() {
    passes(
        new Model() {
          @Override
          Optional<Duration> remaining(Rec rec) {
            return Optional.empty();
          }
        },
        "INS-06",
        "TRT-28");
  }

  @Test
  void passesAStoreWithoutHintsAndBatches() {
    passes(
        new Model() {
          @Override
          BackendTraits.Draft declare() {
            return super.declare().vacancyHints(false).maxBatch(1);
          }

          @Override
          Subscription onVacant(LeaseName name, Runnable hint) {
            return Subscription.NONE;
          }
        },
        "TRT-10",
        "TRT-13",
        "TRT-14",
        "TRT-28");
  }

  @Test
  void passesAStoreThatCountsInSeconds() {
    passes(
        new Model() {
          @Override
          BackendTraits.Draft declare() {
            Duration second = Duration.ofSeconds(1);
            return super.declare().ttl(Duration.ofSeconds(2), Duration.ofHours(1), second);
          }

          @Override
          Optional<Duration> remaining(Rec rec) {
            return super.remaining(rec).map(left -> Duration.ofSeconds(left.toSeconds()));
          }
        },
        "TRT-28");
  }

  @Test
  void passesAStoreThatRoundsTheTtlUpAndReportsIt() {
    passes(
        new Model() {
          @Override
          Duration toldTtl(AcquireAttempt attempt) {
            return Duration.ofSeconds(attempt.ttl().plusMillis(999).toSeconds());
          }

          @Override
          AcquireOutcome grant(Conn client, AcquireAttempt attempt) {
            AcquireAttempt rounded =
                new AcquireAttempt(
                    attempt.name(),
                    attempt.owner(),
                    toldTtl(attempt),
                    attempt.fenceFloor(),
                    attempt.metadata());
            return super.grant(client, rounded);
          }
        },
        "TRT-28");
  }

  @Test
  void passesAStoreThatFreesLateAndDeclaresIt() {
    Duration lag = Duration.ofMillis(300);
    passes(
        new Model() {
          @Override
          BackendTraits.Draft declare() {
            return super.declare().takeoverLag(lag);
          }

          @Override
          boolean alive(Rec rec) {
            return rec.deadline + lag.toNanos() - clock.nanos() > 0;
          }
        },
        "TRT-28");
  }

  @Test
  void passesAStoreThatMayEndAGrantEarlyAndDeclaresIt() {
    Duration early = Duration.ofMillis(20);
    passes(
        new Model() {
          @Override
          BackendTraits.Draft declare() {
            return super.declare()
                .ttl(Duration.ofMillis(100), Duration.ofHours(1), Duration.ofMillis(1))
                .validityUncertainty(early);
          }

          @Override
          boolean alive(Rec rec) {
            return rec.deadline - early.toNanos() - clock.nanos() > 0;
          }
        },
        "TRT-28");
  }

  @Test
  void passesAStoreThatMakesItsTokensAndRefusesAFloor() {
    passes(
        new Model() {
          @Override
          AcquireOutcome acquire(Conn client, AcquireAttempt attempt) {
            return attempt.fenceFloor() > counter
                ? new AcquireOutcome.Refused(
                    Cause.of(Cause.Kind.UNAVAILABLE, "the store's counter is below the floor"))
                : super.acquire(client, attempt);
          }

          @Override
          void wipe() {
            records.clear();
          }
        },
        "TRT-28");
  }

  @Test
  void passesARevocationThatLetsTheTtlRunAnew() {
    passes(
        new Model() {
          @Override
          void mark(Rec rec) {
            super.mark(rec);
            rec.deadline = clock.nanos() + rec.ttl.toNanos();
          }
        },
        "TRT-28");
  }

  @Test
  void passesABusyAnswerThatNamesNobody() {
    passes(
        new Model() {
          @Override
          AcquireOutcome busy(AcquireAttempt attempt, Rec present) {
            return new AcquireOutcome.Busy(
                new HolderInfo(attempt.name().value(), "", 0, Optional.empty(), false, Map.of()));
          }
        },
        "TRT-28");
  }

  @Test
  void passesAnAbandonThatNeedsToBeRepeated() {
    passes(
        new Model() {
          private final Map<OwnerToken, Integer> asked = new HashMap<>();

          @Override
          AbandonOutcome abandon(Conn client, AcquireAttempt attempt) {
            AbandonOutcome outcome = super.abandon(client, attempt);
            return asked.merge(attempt.owner(), 1, Integer::sum) < 4
                ? new AbandonOutcome.Unknown(Cause.of(Cause.Kind.UNAVAILABLE, "not yet"))
                : outcome;
          }
        },
        "TRT-28");
  }

  @Test
  void passesAStoreThatLosesGrantsAndCounterInARestartAndDeclaresIt() {
    passes(
        new Model() {
          @Override
          BackendTraits.Draft declare() {
            return super.declare()
                .grantsSurviveRestart(false)
                .exclusionBrokenBy(Fault.RESTART)
                .fenceBrokenBy(Fault.RESTART);
          }

          @Override
          void restart() {
            wipe();
          }
        },
        "FNC-05",
        "TRT-28",
        "TRT-29",
        "TRT-30",
        "TRT-35",
        "TRT-36");
  }

  @Test
  void passesSessionsThatAreRenewedAsAWhole() {
    ManualClock clock = new ManualClock();
    MemoryStore store = new MemoryStore(clock);
    BackendTraits traits =
        BackendTraits.of("sessions", Duration.ofMillis(100))
            .ttlScope(TtlScope.SESSION)
            .vacancyHints(true)
            .maxBatch(100)
            .build();
    assertPasses(
        new VirtualTime(clock, () -> store.connect(traits)),
        "EXP-06",
        "TRT-08",
        "TRT-17",
        "TRT-27");
  }

  @Test
  void passesACompareAndSetRegisterWhoseContendersWatch() {
    ManualClock clock = new ManualClock();
    Map<LeaseName, CasRecord> records = new ConcurrentHashMap<>();
    BackendTraits traits = CasLeaseBackend.traits("map", Duration.ofMillis(100)).build();
    assertPasses(
        new VirtualTime(clock, () -> new CasLeaseBackend(new MapRegister(records), traits, clock)),
        "INS-04",
        "INS-06",
        "REL-05",
        "RNW-06",
        "TRT-10",
        "TRT-13",
        "TRT-14",
        "TRT-28");
  }

  private static void passes(Model model, String... notApplicable) {
    assertPasses(new ModelFixture(model), notApplicable);
  }

  private static void assertPasses(TckFixture fixture, String... notApplicable) {
    List<RuleResult> results = new TckRun(fixture, RuleCatalogue.ofSpi()).run();
    String broken =
        results.stream()
            .filter(r -> r.verdict() == Verdict.FAIL || r.verdict() == Verdict.UNKNOWN)
            .map(RuleResult::message)
            .collect(Collectors.joining("\n\n"));
    assertThat(broken).isEmpty();
    Set<String> left =
        results.stream()
            .filter(r -> r.verdict() == Verdict.NOT_APPLICABLE)
            .map(r -> r.rule().id())
            .collect(Collectors.toSet());
    assertThat(left).containsExactlyInAnyOrder(notApplicable);
  }

  /** Any backend on a virtual clock, without faults. */
  private record VirtualTime(ManualClock clock, Supplier<LeaseBackend> client)
      implements TckFixture {

    @Override
    public LeaseBackend connect() {
      return client.get();
    }

    @Override
    public void pass(Duration time) {
      clock.advance(time);
    }

    @Override
    public Duration clockError() {
      return Duration.ZERO;
    }

    @Override
    public int parallelism() {
      return 1;
    }
  }
}
