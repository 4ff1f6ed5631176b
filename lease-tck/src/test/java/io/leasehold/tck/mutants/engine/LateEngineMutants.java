package io.leasehold.tck.mutants.engine;

import io.leasehold.Lease;
import io.leasehold.LeaseState;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.fixture.ClientFactory;
import io.leasehold.tck.fixture.ClientSettings;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the rules LATE catch. */
final class LateEngineMutants {

  /** Each kind of drama a few times shows every one of them. */
  static final int TIMES = 4;

  private static final List<EngineMutant> ANSWERS =
      Stream.of(
              EngineMutant.of(
                  "RENEWS_BEFORE_ANYBODY_HAS_IT",
                  "begins to renew with the acquire, before it is answered",
                  engine(
                      real ->
                          new Batches(real) {
                            @Override
                            public AcquireOutcome acquire(AcquireAttempt attempt) {
                              AcquireOutcome outcome = super.acquire(attempt);
                              if (outcome instanceof AcquireOutcome.Unknown) {
                                super.renewIfOwner(grant(attempt, 1));
                              }
                              return outcome;
                            }
                          }),
                  "LATE-01"),
              EngineMutant.of(
                  "HELD_UNTIL_THE_ANSWER",
                  "counts validity from the answers, a bound later than it is proven",
                  ClientWrap.leases(HeldLonger::new),
                  "LATE-04"),
              EngineMutant.of(
                  "FORGETS_HALF_OF_ITS_ATTEMPTS",
                  "does not abandon every second attempt that got no answer",
                  engine(
                      real ->
                          new Batches(real) {
                            @Override
                            public AbandonOutcome abandon(AcquireAttempt attempt) {
                              return attempt.owner().low() % 2 == 0
                                  ? new AbandonOutcome.Abandoned()
                                  : super.abandon(attempt);
                            }
                          }),
                  "LATE-05"),
              EngineMutant.of(
                  "UNKNOWN_RELEASE_IS_RELEASED",
                  "takes the silence after a release for its success",
                  engine(
                      real ->
                          new Batches(real) {
                            @Override
                            public ReleaseOutcome releaseIfOwner(Grant grant) {
                              ReleaseOutcome outcome = super.releaseIfOwner(grant);
                              return outcome instanceof ReleaseOutcome.Unknown
                                  ? new ReleaseOutcome.Released()
                                  : outcome;
                            }
                          }),
                  "LATE-06",
                  "LATE-16"),
              EngineMutant.of(
                  "UNKNOWN_RENEWAL_IS_A_LOSS",
                  "takes the silence after a renewal for a refusal by the store",
                  engine(
                      real ->
                          new Batches(real) {
                            @Override
                            RenewOutcome told(Grant grant, RenewOutcome outcome) {
                              return outcome instanceof RenewOutcome.Unknown
                                  ? new RenewOutcome.NotOwner(NotOwnerReason.ABSENT)
                                  : outcome;
                            }
                          }),
                  "LATE-07"),
              EngineMutant.of(
                  "NO_SECOND_TRY",
                  "stops renewing a lease at the first renewal without an answer",
                  engine(GivesUp::new),
                  "LATE-07"),
              EngineMutant.of(
                  "SENDS_AN_ATTEMPT_AGAIN",
                  "sends an acquire without an answer again under the same owner",
                  engine(
                      real ->
                          new Batches(real) {
                            @Override
                            public AcquireOutcome acquire(AcquireAttempt attempt) {
                              AcquireOutcome outcome = super.acquire(attempt);
                              if (outcome instanceof AcquireOutcome.Unknown) {
                                super.acquire(attempt);
                              }
                              return outcome;
                            }
                          }),
                  "LATE-08"),
              EngineMutant.of(
                  "REFUSED_IS_UNKNOWN",
                  "does not tell an acquire that did not run from one that may have",
                  engine(
                      real ->
                          new Batches(real) {
                            @Override
                            public AcquireOutcome acquire(AcquireAttempt attempt) {
                              AcquireOutcome outcome = super.acquire(attempt);
                              return outcome instanceof AcquireOutcome.Refused refused
                                  ? new AcquireOutcome.Unknown(refused.cause())
                                  : outcome;
                            }
                          }),
                  "LATE-09"),
              EngineMutant.of(
                  "UNKNOWN_IS_REFUSED",
                  "takes an acquire without an answer for one that did not run",
                  engine(
                      real ->
                          new Batches(real) {
                            @Override
                            public AcquireOutcome acquire(AcquireAttempt attempt) {
                              AcquireOutcome outcome = super.acquire(attempt);
                              return outcome instanceof AcquireOutcome.Unknown unknown
                                      && attempt.owner().low() % 2 == 0
                                  ? new AcquireOutcome.Refused(unknown.cause())
                                  : outcome;
                            }
                          }),
                  "LATE-05",
                  "LATE-09"),
              EngineMutant.of(
                  "ABANDONS_ONCE",
                  "takes the silence after an abandon for its success",
                  engine(
                      real ->
                          new Batches(real) {
                            @Override
                            public AbandonOutcome abandon(AcquireAttempt attempt) {
                              super.abandon(attempt);
                              return new AbandonOutcome.Abandoned();
                            }
                          }),
                  "LATE-10"))
          .map(mutant -> mutant.playing("answers.times", TIMES))
          .toList();

  static final List<EngineMutant> ALL =
      Stream.of(ANSWERS, LateStoreMutants.ALL, StaleEngineMutants.ALL, LettingGoEngineMutants.ALL)
          .flatMap(List::stream)
          .toList();

  private LateEngineMutants() {}

  /** An engine that does this to its calls; the kit's recorder sees what it really sends. */
  static ClientFactory engine(UnaryOperator<LeaseBackend> breaks) {
    return ClientWrap.settings(
        settings ->
            new ClientSettings(
                breaks.apply(settings.backend()),
                settings.connection(),
                settings.ttl(),
                settings.pollInterval(),
                settings.observer(),
                settings.clock()));
  }

  static Grant grant(AcquireAttempt attempt, long token) {
    return new Grant(attempt.name(), attempt.owner(), attempt.ttl(), token, null);
  }

  /** Sends batches as batches, and may change what the engine is told. */
  private static class Batches extends BackendWrap {
    Batches(LeaseBackend real) {
      super(real);
    }

    RenewOutcome told(Grant grant, RenewOutcome outcome) {
      return outcome;
    }

    @Override
    public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
      List<RenewOutcome> outcomes = real.renewAllIfOwner(grants);
      return IntStream.range(0, grants.size())
          .mapToObj(i -> told(grants.get(i), outcomes.get(i)))
          .toList();
    }

    @Override
    public RenewOutcome renewIfOwner(Grant grant) {
      return told(grant, super.renewIfOwner(grant));
    }
  }

  /** Says that it is held for some time longer than it is. */
  private static final class HeldLonger extends LeaseWrap {
    private static final long LONGER = Duration.ofMillis(250).toNanos();
    private final LeaseClock clock = LeaseClock.system();
    private final AtomicLong heldAt = new AtomicLong(clock.nanos());

    HeldLonger(Lease real) {
      super(real);
    }

    @Override
    public boolean isHeld() {
      if (real.isHeld()) {
        heldAt.set(clock.nanos());
        return true;
      }
      return real.state() == LeaseState.LOST && clock.nanos() - heldAt.get() < LONGER;
    }
  }

  /** Renews nothing any more that was not renewed once. */
  private static final class GivesUp extends BackendWrap {
    private final Set<OwnerToken> given = ConcurrentHashMap.newKeySet();

    GivesUp(LeaseBackend real) {
      super(real);
    }

    @Override
    public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
      return grants.stream().anyMatch(grant -> given.contains(grant.owner()))
          ? super.renewAllIfOwner(grants)
          : noting(grants, real.renewAllIfOwner(grants));
    }

    private List<RenewOutcome> noting(List<Grant> grants, List<RenewOutcome> outcomes) {
      for (int i = 0; i < grants.size(); i++) {
        if (outcomes.get(i) instanceof RenewOutcome.Unknown) {
          given.add(grants.get(i).owner());
        }
      }
      return outcomes;
    }

    @Override
    public RenewOutcome renewIfOwner(Grant grant) {
      RenewOutcome unknown =
          new RenewOutcome.Unknown(Cause.of(Cause.Kind.TIMEOUT, "it was not tried again"));
      if (given.contains(grant.owner())) {
        return unknown;
      }
      RenewOutcome outcome = super.renewIfOwner(grant);
      if (outcome instanceof RenewOutcome.Unknown) {
        given.add(grant.owner());
      }
      return outcome;
    }
  }
}
