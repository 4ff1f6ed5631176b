package io.leasehold.tck.mutants.engine;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseRequest;
import io.leasehold.Loss;
import io.leasehold.LossReason;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** What the rules of crowds, many leases, frozen nodes and limits catch. */
final class ScaleEngineMutants {

  private static final Duration HANGS = Duration.ofSeconds(2);
  private static final Duration RECENT = Duration.ofMillis(50);
  private static final Cause FULL = Cause.of(Cause.Kind.OVERLOADED, "no connection is free");

  static final List<EngineMutant> ALL =
      List.of(
          EngineMutant.onBackend(
              "RENEWALS_WAIT_BEHIND_CALLERS",
              "has no connection for renewals while many callers acquire",
              Crowded::new,
              "SCALE-01"),
          EngineMutant.onBackend(
              "AN_EMPTY_POOL_HANGS",
              "lets a caller wait without a bound for a connection now and then",
              real -> {
                AtomicInteger calls = new AtomicInteger();
                return new BackendWrap(real) {
                  @Override
                  public AcquireOutcome acquire(AcquireAttempt attempt) {
                    if (calls.incrementAndGet() % 100 == 0) {
                      LockSupport.parkNanos(HANGS.toNanos());
                    }
                    return super.acquire(attempt);
                  }
                };
              },
              "SCALE-02"),
          EngineMutant.of(
              "ONE_LANE_FOR_ALL_NODES",
              "renews leases of all nodes one after the other",
              CloseEngineMutants.onBackend(
                  real ->
                      new BackendWrap(real) {
                        @Override
                        public Object renewalDomain(Grant grant) {
                          return "everywhere";
                        }
                      }),
              "SCALE-03"),
          EngineMutant.of(
              "UNREACHABLE_IS_NOT_TOLD",
              "does not tell the loss of a lease whose store gave no answer",
              ClientWrap.leases(lease -> new Untold(lease, LossReason.UNREACHABLE)),
              "SCALE-04"),
          EngineMutant.of(
              "UNREACHABLE_IS_NOT_TOLD_AMONG_MANY",
              "does not tell the loss of a lease whose store gave no answer",
              ClientWrap.leases(lease -> new Untold(lease, LossReason.UNREACHABLE)),
              "SCALE-07"),
          EngineMutant.of(
                  "ONE_ANSWER_SPOILS_THE_BATCH",
                  "takes a whole batch for unanswered when one of its renewals is",
                  CloseEngineMutants.onBackend(Spoiled::new),
                  "SCALE-05")
              .perhaps("SCALE-06"),
          EngineMutant.of(
              "RENEWS_EVERYTHING_FIVE_TIMES",
              "sends each renewal five times, to be sure",
              CloseEngineMutants.onBackend(
                  real ->
                      new BackendWrap(real) {
                        @Override
                        public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
                          for (int i = 1; i < 5; i++) {
                            var unused = real.renewAllIfOwner(grants);
                          }
                          return real.renewAllIfOwner(grants);
                        }
                      }),
              "SCALE-06"),
          EngineMutant.of(
              "OVERDUE_IS_TOLD_TWICE",
              "calls an overdue listener once more",
              ClientWrap.leases(
                  lease ->
                      new LeaseWrap(lease) {
                        @Override
                        public void onOverdue(Runnable listener) {
                          super.onOverdue(
                              () -> {
                                listener.run();
                                listener.run();
                              });
                        }
                      }),
              "CLOSE-10"),
          EngineMutant.of(
              "NO_LIMIT",
              "forgets the hold limit of a request",
              ClientWrap.clients(
                  real ->
                      new ClientWrap(real) {
                        @Override
                        public Optional<Lease> tryAcquire(LeaseRequest request) {
                          return super.tryAcquire(request.maxHold(LeaseRequest.UNLIMITED));
                        }
                      }),
              "CLOSE-10"),
          EngineMutant.of(
              "HANDLES_ARE_KEPT",
              "refers to every handle that it has given out",
              ClientWrap.clients(Keeping::new),
              "CLOSE-11"));

  private ScaleEngineMutants() {}

  /** Refuses renewals while there have been many acquires just now. */
  private static final class Crowded extends BackendWrap {
    private static final int MANY = 5;
    private final AtomicLong window = new AtomicLong();
    private final AtomicInteger acquires = new AtomicInteger();

    Crowded(LeaseBackend real) {
      super(real);
    }

    private boolean isCrowded(int more) {
      long now = LeaseClock.system().nanos() / RECENT.toNanos();
      long before = window.getAndSet(now);
      if (before != now) {
        int last = acquires.getAndSet(more);
        return last > MANY && now - before == 1;
      }
      return acquires.addAndGet(more) > MANY;
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      var unused = isCrowded(1);
      return super.acquire(attempt);
    }

    @Override
    public RenewOutcome renewIfOwner(Grant grant) {
      return isCrowded(0) ? new RenewOutcome.Refused(FULL) : super.renewIfOwner(grant);
    }
  }

  /** Does not tell losses of one kind. */
  static final class Untold extends LeaseWrap {
    private final LossReason reason;

    Untold(Lease real, LossReason reason) {
      super(real);
      this.reason = reason;
    }

    @Override
    public void onLost(Consumer<Loss> listener) {
      super.onLost(
          loss -> {
            if (loss.reason() != reason) {
              listener.accept(loss);
            }
          });
    }
  }

  /** A batch is answered as its worst renewal is. */
  private static final class Spoiled extends BackendWrap {
    private volatile boolean spoiled;

    Spoiled(LeaseBackend real) {
      super(real);
    }

    @Override
    public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
      List<RenewOutcome> outcomes = real.renewAllIfOwner(grants);
      spoiled |= outcomes.stream().anyMatch(RenewOutcome.Unknown.class::isInstance);
      return spoiled
          ? Collections.nCopies(grants.size(), new RenewOutcome.Unknown(FULL))
          : outcomes;
    }
  }

  /** Keeps what it gives out. */
  private static final class Keeping extends ClientWrap {
    private final Queue<Lease> kept = new ConcurrentLinkedQueue<>();

    Keeping(LeaseClient real) {
      super(real);
    }

    @Override
    Lease broken(Lease lease) {
      kept.add(lease);
      return new LeaseWrap(lease);
    }
  }
}
