package io.leasehold.tck.mutants.engine;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseEvent;
import io.leasehold.Loss;
import io.leasehold.LossReason;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.fixture.ClientSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** What the rules of engines in trouble, and of stores that begin anew, catch. */
final class SickEngineMutants {

  private static final Cause BROKEN = Cause.of(Cause.Kind.UNAVAILABLE, "the connection is broken");

  static final List<EngineMutant> ALL =
      List.of(
          EngineMutant.of(
              "HELD_WITHOUT_A_WATCHDOG",
              "holds until its watchdog says otherwise, whether that runs or not",
              ClientWrap.leases(Credulous::new),
              "LOST-20"),
          EngineMutant.of(
              "OBSERVERS_RUN_IN_THE_RENEWAL",
              "renews only while its observer keeps up",
              SickEngineMutants::observed,
              "LOST-21"),
          EngineMutant.of(
              "ONE_THREAD_FOR_ALL_LISTENERS",
              "calls the listeners of all leases on one thread",
              ClientWrap.clients(OneByOne::new),
              "LOST-22"),
          EngineMutant.of(
              "A_RECORD_THAT_IS_GONE_IS_NOT_TOLD",
              "tells nobody that the record is gone",
              ClientWrap.leases(
                  lease -> new ScaleEngineMutants.Untold(lease, LossReason.NOT_OWNER)),
              "KILL-20",
              "KILL-23"),
          EngineMutant.onBackend(
              "A_LOSS_BREAKS_THE_CONNECTION",
              "acquires nothing any more once the store has lost a record",
              Broken::new,
              "KILL-21"),
          EngineMutant.of(
              "TOKENS_FALL",
              "counts its fencing tokens down",
              ClientWrap.leases(
                  lease ->
                      new LeaseWrap(lease) {
                        @Override
                        public long fencingToken() {
                          return 1_000_000 - super.fencingToken();
                        }
                      }),
              "KILL-22"),
          EngineMutant.onBackend(
              "RENEWS_WHATEVER_IS_THERE",
              "takes the record of another for its own",
              real ->
                  new BackendWrap(real) {
                    @Override
                    public RenewOutcome renewIfOwner(Grant grant) {
                      RenewOutcome outcome = super.renewIfOwner(grant);
                      return outcome instanceof RenewOutcome.NotOwner
                          ? new RenewOutcome.Renewed(Duration.ZERO)
                          : outcome;
                    }
                  },
              "KILL-23"),
          EngineMutant.onBackend(
              "BUSY_IS_A_GRANT_SOMETIMES",
              "takes every third busy answer for a grant",
              real -> {
                AtomicInteger asked = new AtomicInteger();
                return new BackendWrap(real) {
                  @Override
                  public AcquireOutcome acquire(AcquireAttempt attempt) {
                    AcquireOutcome outcome = super.acquire(attempt);
                    return outcome instanceof AcquireOutcome.Busy busy
                            && asked.incrementAndGet() % 3 == 0
                        ? new AcquireOutcome.Granted(
                            new Grant(
                                attempt.name(),
                                attempt.owner(),
                                attempt.ttl(),
                                busy.holder().fencingToken() + 1,
                                null),
                            Duration.ZERO)
                        : outcome;
                  }
                };
              },
              "KILL-24"));

  private SickEngineMutants() {}

  /** Held until it is told otherwise. */
  private static final class Credulous extends LeaseWrap {
    private volatile boolean ended;

    Credulous(Lease real) {
      super(real);
      var unused = real.whenEnded().thenRun(() -> ended = true);
    }

    @Override
    public boolean isHeld() {
      return !ended;
    }
  }

  /** Its backend answers a renewal only if the observer has heard of the one before. */
  private static LeaseClient observed(ClientSettings settings) {
    AtomicInteger told = new AtomicInteger();
    AtomicInteger heard = new AtomicInteger();
    LeaseBackend backend =
        new BackendWrap(settings.backend()) {
          @Override
          public RenewOutcome renewIfOwner(Grant grant) {
            return told.get() > heard.get()
                ? new RenewOutcome.Unknown(BROKEN)
                : super.renewIfOwner(grant);
          }
        };
    return new ClientSettings(
            backend,
            settings.connection(),
            settings.ttl(),
            settings.pollInterval(),
            event -> {
              if (event.kind() == LeaseEvent.Kind.ACQUIRED) {
                told.incrementAndGet();
              }
              settings.observer().on(event);
              if (event.kind() == LeaseEvent.Kind.ACQUIRED) {
                heard.incrementAndGet();
              }
            },
            settings.clock())
        .open();
  }

  /** One thread calls all listeners. */
  private static final class OneByOne extends ClientWrap {
    private final ExecutorService thread =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread one = new Thread(work, "one-for-all");
              one.setDaemon(true);
              return one;
            });

    OneByOne(LeaseClient real) {
      super(real);
    }

    @Override
    Lease broken(Lease lease) {
      return new LeaseWrap(lease) {
        @Override
        public void onLost(Consumer<Loss> listener) {
          super.onLost(loss -> thread.execute(() -> listener.accept(loss)));
        }
      };
    }
  }

  /** Grants nothing any more once a renewal found no record. */
  private static final class Broken extends BackendWrap {
    private volatile boolean broken;

    Broken(LeaseBackend real) {
      super(real);
    }

    @Override
    public RenewOutcome renewIfOwner(Grant grant) {
      RenewOutcome outcome = super.renewIfOwner(grant);
      broken |= outcome instanceof RenewOutcome.NotOwner;
      return outcome;
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      return broken ? new AcquireOutcome.Unknown(BROKEN) : super.acquire(attempt);
    }
  }
}
