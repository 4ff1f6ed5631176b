package io.leasehold.tck.mutants.engine;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.Loss;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.fixture.ClientSettings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** What the rules catch when a backend refuses or throws, or an engine fails once. */
final class ThrowEngineMutants {

  private static final Cause NOT_SENT = Cause.of(Cause.Kind.UNAVAILABLE, "it was not sent");

  static final List<EngineMutant> ALL =
      List.of(
          EngineMutant.of(
              "NO_LOSS_BY_REFUSALS",
              "tells nobody of a loss if the store has refused the last renewal",
              ThrowEngineMutants::mute,
              "LOST-01"),
          EngineMutant.of(
              "REFUSED_RENEWAL_IS_A_LOSS",
              "takes a renewal that did not run for one of another's lease",
              LateEngineMutants.engine(
                  real ->
                      new BackendWrap(real) {
                        @Override
                        public RenewOutcome renewIfOwner(Grant grant) {
                          RenewOutcome outcome = super.renewIfOwner(grant);
                          return outcome instanceof RenewOutcome.Refused
                              ? new RenewOutcome.NotOwner(NotOwnerReason.ABSENT)
                              : outcome;
                        }
                      }),
              "LOST-06",
              "LOST-07"),
          EngineMutant.of(
              "A_THROW_STOPS_THE_ENGINE",
              "tells only who reads, once a renewal has thrown",
              ThrowEngineMutants::stopping,
              "LOST-02",
              "LOST-04"),
          EngineMutant.of(
              "WATCHDOG_DIES_OF_ITS_FIRST_ERROR",
              "has no watchdog any more once it has failed; who reads is told the truth",
              ClientWrap.settings(
                  settings ->
                      new ClientSettings(
                          settings.backend(),
                          settings.connection(),
                          settings.ttl(),
                          settings.pollInterval(),
                          settings.observer(),
                          new Dying(settings.clock()))),
              "LOST-20"),
          EngineMutant.of(
                  "A_THROW_ENDS_THE_RENEWALS",
                  "renews nothing any more whose renewal has thrown",
                  LateEngineMutants.engine(GivesUp::new),
                  "LATE-07",
                  "LOST-20")
              .playing("answers.times", LateEngineMutants.TIMES),
          EngineMutant.of(
                  "A_THROW_IS_REFUSED",
                  "takes an acquire that has thrown for one that did not run",
                  LateEngineMutants.engine(
                      real ->
                          new BackendWrap(real) {
                            @Override
                            public AcquireOutcome acquire(AcquireAttempt attempt) {
                              try {
                                return super.acquire(attempt);
                              } catch (IllegalStateException | AssertionError e) {
                                return new AcquireOutcome.Refused(NOT_SENT);
                              }
                            }
                          }),
                  "LATE-05",
                  "LATE-09")
              .playing("answers.times", LateEngineMutants.TIMES));

  private ThrowEngineMutants() {}

  /** Its listeners hear of no loss whose last renewal was refused. */
  private static LeaseClient mute(ClientSettings settings) {
    Map<String, Boolean> refused = new ConcurrentHashMap<>();
    LeaseBackend backend =
        new BackendWrap(settings.backend()) {
          @Override
          public RenewOutcome renewIfOwner(Grant grant) {
            RenewOutcome outcome = super.renewIfOwner(grant);
            refused.put(grant.owner().toString(), outcome instanceof RenewOutcome.Refused);
            return outcome;
          }
        };
    return new ClientWrap(SettingsOf.backend(settings, backend).open()) {
      @Override
      Lease broken(Lease lease) {
        return new LeaseWrap(lease) {
          @Override
          public void onLost(Consumer<Loss> listener) {
            super.onLost(
                loss -> {
                  if (!refused.getOrDefault(owner(), false)) {
                    listener.accept(loss);
                  }
                });
          }
        };
      }
    };
  }

  /** Its watchdog is gone after a throw: a loss waits for somebody who reads. */
  private static LeaseClient stopping(ClientSettings settings) {
    AtomicBoolean stopped = new AtomicBoolean();
    LeaseBackend backend =
        new BackendWrap(settings.backend()) {
          @Override
          public RenewOutcome renewIfOwner(Grant grant) {
            try {
              return stopped.get() ? new RenewOutcome.Unknown(NOT_SENT) : super.renewIfOwner(grant);
            } catch (IllegalStateException | AssertionError e) {
              stopped.set(true);
              throw e;
            }
          }
        };
    return new ClientWrap(SettingsOf.backend(settings, backend).open()) {
      @Override
      Lease broken(Lease lease) {
        return new Waiting(lease, stopped);
      }
    };
  }

  /** Tells what waits when it is read. */
  private static final class Waiting extends LeaseWrap {
    private final AtomicBoolean stopped;
    private final ConcurrentLinkedQueue<Runnable> untold = new ConcurrentLinkedQueue<>();

    Waiting(Lease real, AtomicBoolean stopped) {
      super(real);
      this.stopped = stopped;
    }

    @Override
    public void onLost(Consumer<Loss> listener) {
      super.onLost(
          loss -> {
            if (stopped.get()) {
              untold.add(() -> listener.accept(loss));
            } else {
              listener.accept(loss);
            }
          });
    }

    @Override
    public boolean isHeld() {
      boolean held = super.isHeld();
      for (Runnable next = untold.poll(); next != null; next = untold.poll()) {
        next.run();
      }
      return held;
    }
  }

  /** Fails on and on where it has failed once. */
  private static final class Dying implements LeaseClock {
    private final LeaseClock real;
    private volatile boolean dead;

    Dying(LeaseClock real) {
      this.real = real;
    }

    @Override
    public long nanos() {
      if (dead && Thread.currentThread().getName().contains("watchdog")) {
        throw new AssertionError("it is dead");
      }
      try {
        return real.nanos();
      } catch (AssertionError e) {
        dead = true;
        throw e;
      }
    }

    @Override
    public long accountForSuspend() {
      return real.accountForSuspend();
    }
  }

  /** Takes a throw for the end of all renewing of this lease. */
  private static final class GivesUp extends BackendWrap {
    private final Set<OwnerToken> given = ConcurrentHashMap.newKeySet();

    GivesUp(LeaseBackend real) {
      super(real);
    }

    @Override
    public RenewOutcome renewIfOwner(Grant grant) {
      if (given.contains(grant.owner())) {
        return new RenewOutcome.Unknown(NOT_SENT);
      }
      try {
        return super.renewIfOwner(grant);
      } catch (IllegalStateException | AssertionError e) {
        given.add(grant.owner());
        throw e;
      }
    }
  }
}
