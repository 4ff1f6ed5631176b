package io.leasehold.tck.mutants.engine;

import static io.leasehold.tck.mutants.engine.LateEngineMutants.grant;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Stores that take late requests wrongly: the rules LATE catch them under a correct engine. */
final class LateStoreMutants {

  static final List<EngineMutant> ALL =
      Stream.of(
              EngineMutant.onBackend(
                  "ABANDONED_IS_KEPT_ALIVE",
                  "the driver goes on to renew what was abandoned",
                  KeptAlive::new,
                  "LATE-01",
                  "LATE-05"),
              EngineMutant.onBackend(
                      "ABANDON_BARS_NOTHING",
                      "an abandon frees what the attempt has got, and does not bar what arrives later",
                      real ->
                          new BackendWrap(real) {
                            @Override
                            public AbandonOutcome abandon(AcquireAttempt attempt) {
                              return holds(real, attempt.name(), attempt.owner())
                                  ? super.abandon(attempt)
                                  : new AbandonOutcome.Abandoned();
                            }
                          },
                      "LATE-02")
                  .perhaps("LATE-05"),
              EngineMutant.onBackend(
                  "LATE_RELEASE_BY_NAME",
                  "a release frees whoever holds the name",
                  real ->
                      new BackendWrap(real) {
                        @Override
                        public ReleaseOutcome releaseIfOwner(Grant grant) {
                          return real.holder(grant.name())
                              .map(holder -> super.releaseIfOwner(of(grant, holder)))
                              .orElseGet(() -> super.releaseIfOwner(grant));
                        }
                      },
                  "LATE-03"),
              EngineMutant.onBackend(
                  "LATE_RENEWAL_BY_NAME",
                  "a renewal extends whoever holds the name",
                  real ->
                      new BackendWrap(real) {
                        @Override
                        public RenewOutcome renewIfOwner(Grant grant) {
                          return real.holder(grant.name())
                              .map(holder -> super.renewIfOwner(of(grant, holder)))
                              .orElseGet(() -> super.renewIfOwner(grant));
                        }
                      },
                  "LATE-03",
                  "LATE-04"),
              EngineMutant.onBackend(
                  "LATE_ABANDON_BY_NAME",
                  "an abandon frees whoever holds the name",
                  real ->
                      new BackendWrap(real) {
                        @Override
                        public AbandonOutcome abandon(AcquireAttempt attempt) {
                          real.holder(attempt.name())
                              .map(holder -> of(grant(attempt, 1), holder))
                              .ifPresent(real::releaseIfOwner);
                          return super.abandon(attempt);
                        }
                      },
                  "LATE-03"),
              EngineMutant.onBackend(
                  "ABANDON_LEAVES_THE_GRANT",
                  "an abandon of what was granted answers, and does nothing",
                  real ->
                      new BackendWrap(real) {
                        @Override
                        public AbandonOutcome abandon(AcquireAttempt attempt) {
                          return holds(real, attempt.name(), attempt.owner())
                              ? new AbandonOutcome.Abandoned()
                              : super.abandon(attempt);
                        }
                      },
                  "LATE-05"),
              EngineMutant.onBackend(
                  "LATE_RENEWAL_RECREATES",
                  "a renewal writes the record anew if there is none",
                  real ->
                      new BackendWrap(real) {
                        @Override
                        public RenewOutcome renewIfOwner(Grant grant) {
                          RenewOutcome outcome = super.renewIfOwner(grant);
                          if (outcome instanceof RenewOutcome.NotOwner no
                              && no.reason() == NotOwnerReason.ABSENT) {
                            super.acquire(
                                new AcquireAttempt(
                                    grant.name(), grant.owner(), grant.ttl(), 0, Map.of()));
                            return RenewOutcome.Renewed.NOW;
                          }
                          return outcome;
                        }
                      },
                  "LATE-04"))
          .map(mutant -> mutant.playing("answers.times", LateEngineMutants.TIMES))
          .toList();

  private LateStoreMutants() {}

  /** The grant of whoever holds the name now. */
  private static Grant of(Grant grant, HolderInfo holder) {
    return new Grant(
        grant.name(),
        OwnerToken.parse(holder.owner()),
        grant.ttl(),
        holder.fencingToken(),
        grant.cookie());
  }

  private static boolean holds(LeaseBackend real, LeaseName name, OwnerToken owner) {
    return real.holder(name).filter(info -> info.owner().equals(owner.toString())).isPresent();
  }

  /** Renews what it was granted and told to abandon. */
  private static final class KeptAlive extends BackendWrap {
    private final Map<OwnerToken, Grant> granted = new ConcurrentHashMap<>();

    KeptAlive(LeaseBackend real) {
      super(real);
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      AcquireOutcome outcome = super.acquire(attempt);
      if (outcome instanceof AcquireOutcome.Granted got) {
        granted.put(attempt.owner(), got.grant());
      }
      return outcome;
    }

    @Override
    public AbandonOutcome abandon(AcquireAttempt attempt) {
      Grant grant = granted.get(attempt.owner());
      if (grant == null) {
        return super.abandon(attempt);
      }
      Thread thread = new Thread(() -> keep(grant));
      thread.setDaemon(true);
      thread.start();
      return new AbandonOutcome.Abandoned();
    }

    private void keep(Grant grant) {
      for (int i = 0; i < 6; i++) {
        LockSupport.parkNanos(grant.ttl().toNanos() / 4);
        super.renewIfOwner(grant);
      }
    }
  }
}
