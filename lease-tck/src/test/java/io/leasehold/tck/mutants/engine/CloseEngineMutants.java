package io.leasehold.tck.mutants.engine;

import io.leasehold.ErrorCode;
import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseException;
import io.leasehold.LeaseObserver;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseState;
import io.leasehold.Loss;
import io.leasehold.LossReason;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.tck.fixture.ClientFactory;
import io.leasehold.tck.fixture.ClientSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/** What the rules of closing catch. */
final class CloseEngineMutants {

  private static final Duration TOO_LONG = Duration.ofSeconds(4);
  private static final Duration SOON = Duration.ofMillis(100);

  static final List<EngineMutant> ALL =
      List.of(
          EngineMutant.of(
              "CLOSE_TELLS_TWICE",
              "calls the listeners of a loss once more if the client was closed",
              ClientWrap.leases(lease -> new Listened(lease, 2)),
              "CLOSE-01"),
          EngineMutant.of(
              "CLOSE_TELLS_NOBODY",
              "calls no listener if the client was closed",
              ClientWrap.leases(lease -> new Listened(lease, 0)),
              "CLOSE-01"),
          EngineMutant.of(
              "RENEWS_ON_AFTER_CLOSE",
              "a renewal is on its way while the client is closed, and leaves after it",
              CloseEngineMutants::renewingOn,
              "CLOSE-02"),
          EngineMutant.of(
              "A_THREAD_STAYS_BEHIND",
              "does not end one of its threads",
              CloseEngineMutants::leavingAThread,
              "CLOSE-02"),
          EngineMutant.of(
              "CLOSE_FREES_NOTHING",
              "ends every lease here and leaves the records to their ttl",
              closing(
                  (backend, closed) ->
                      new BackendWrap(backend) {
                        @Override
                        public ReleaseOutcome releaseIfOwner(Grant grant) {
                          return closed.get()
                              ? new ReleaseOutcome.Released()
                              : super.releaseIfOwner(grant);
                        }
                      },
                  Duration.ZERO),
              "CLOSE-03"),
          EngineMutant.of(
              "CLOSE_WAITS_FOR_THE_STORE",
              "waits without a bound for a store that does not answer",
              closing((backend, closed) -> backend, TOO_LONG),
              "CLOSE-04"),
          EngineMutant.of(
              "WAITERS_ARE_LEFT_WAITING",
              "wakes nobody when it is closed",
              ClientWrap.clients(real -> new Sleepy(real, TOO_LONG)),
              "CLOSE-05"),
          EngineMutant.of(
              "CLOSE_LOOKS_LIKE_A_TIMEOUT",
              "tells waiters of a closed client that the wait is over",
              ClientWrap.clients(real -> new Sleepy(real, Duration.ZERO)),
              "CLOSE-05"),
          EngineMutant.of(
              "HELD_AFTER_CLOSE",
              "says held of a lease that the closing has ended",
              ClientWrap.leases(
                  lease ->
                      new LeaseWrap(lease) {
                        @Override
                        public boolean isHeld() {
                          return super.isHeld() || state() == LeaseState.LOST;
                        }
                      }),
              "CLOSE-06"));

  private CloseEngineMutants() {}

  /** Calls a listener so many times if the client was closed. */
  private static final class Listened extends LeaseWrap {
    private final int times;

    Listened(Lease real, int times) {
      super(real);
      this.times = times;
    }

    @Override
    public void onLost(Consumer<Loss> listener) {
      super.onLost(
          loss -> {
            int calls = loss.reason() == LossReason.CLIENT_CLOSED ? times : 1;
            for (int i = 0; i < calls; i++) {
              listener.accept(loss);
            }
          });
    }
  }

  /** Does not wake its waiters in time, or tells them something else. */
  private static final class Sleepy extends ClientWrap {
    private final Duration late;

    Sleepy(LeaseClient real, Duration late) {
      super(real);
      this.late = late;
    }

    @Override
    public Lease acquire(LeaseRequest request) throws InterruptedException {
      try {
        return super.acquire(request);
      } catch (LeaseException e) {
        if (e.code() != ErrorCode.CLIENT_CLOSED) {
          throw e;
        }
        LockSupport.parkNanos(late.toNanos());
        throw late.isZero() ? new LeaseException(ErrorCode.TIMED_OUT, "the wait is over") : e;
      }
    }
  }

  private interface Breaks {
    LeaseBackend backend(LeaseBackend real, AtomicBoolean closed);
  }

  /** Its backend knows that the client is being closed; a close that took long takes longer. */
  private static ClientFactory closing(Breaks breaks, Duration longer) {
    return settings -> {
      AtomicBoolean closed = new AtomicBoolean();
      ClientSettings own = on(settings, breaks.backend(settings.backend(), closed));
      return new ClientWrap(own.open()) {
        @Override
        public void close() {
          boolean first = closed.compareAndSet(false, true);
          long begin = settings.clock().nanos();
          super.close();
          long bound = settings.backend().traits().callTimeout().toNanos();
          if (first && settings.clock().nanos() - begin > 3 * bound) {
            LockSupport.parkNanos(longer.toNanos());
          }
        }
      };
    };
  }

  private static ClientSettings on(ClientSettings settings, LeaseBackend backend) {
    return new ClientSettings(
        backend,
        settings.connection(),
        settings.ttl(),
        settings.pollInterval(),
        settings.observer(),
        settings.clock());
  }

  private static LeaseClient renewingOn(ClientSettings settings) {
    AtomicReference<Grant> last = new AtomicReference<>();
    LeaseBackend remembering =
        new BackendWrap(settings.backend()) {
          @Override
          public AcquireOutcome acquire(AcquireAttempt attempt) {
            AcquireOutcome outcome = super.acquire(attempt);
            if (outcome instanceof AcquireOutcome.Granted granted) {
              last.set(granted.grant());
            }
            return outcome;
          }
        };
    return new ClientWrap(on(settings, remembering).open()) {
      @Override
      public void close() {
        super.close();
        Grant grant = last.get();
        if (grant != null) {
          later("late-renewal", SOON, () -> settings.backend().renewIfOwner(grant));
        }
      }
    };
  }

  private static LeaseClient leavingAThread(ClientSettings settings) {
    AtomicBoolean begun = new AtomicBoolean();
    LeaseObserver beginning =
        event -> {
          String observer = Thread.currentThread().getName();
          if (observer.endsWith("-observer") && begun.compareAndSet(false, true)) {
            later(observer.replace("-observer", "-forgotten-1"), TOO_LONG, () -> {});
          }
          settings.observer().on(event);
        };
    return new ClientSettings(
            settings.backend(),
            settings.connection(),
            settings.ttl(),
            settings.pollInterval(),
            beginning,
            settings.clock())
        .open();
  }

  private static void later(String name, Duration pause, Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              LockSupport.parkNanos(pause.toNanos());
              work.run();
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }

  /** For other lists: clients on a backend of their own making. */
  static ClientFactory onBackend(Function<LeaseBackend, LeaseBackend> breaks) {
    return settings -> on(settings, breaks.apply(settings.backend())).open();
  }
}
