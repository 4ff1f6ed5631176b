package io.leasehold.tck.mutants.engine;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseEnd;
import io.leasehold.LeaseRequest;
import io.leasehold.Loss;
import io.leasehold.LossReason;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.fixture.ClientFactory;
import io.leasehold.tck.fixture.ClientSettings;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/** What the rules LOST catch. */
final class LossEngineMutants {

  private static final Set<LossReason> TOLD_BY_OTHERS =
      EnumSet.of(LossReason.NOT_OWNER, LossReason.REVOKED, LossReason.CLIENT_CLOSED);

  static final List<EngineMutant> ALL =
      List.of(
          EngineMutant.of(
              "TELLS_A_LOSS_TWICE",
              "a listener is called twice",
              listeners(
                  listener ->
                      loss -> {
                        listener.accept(loss);
                        listener.accept(loss);
                      }),
              "LOST-01"),
          EngineMutant.of(
              "TELLS_NO_LAPSE",
              "no listener is called when validity has run out",
              listeners(
                  listener ->
                      loss -> {
                        if (TOLD_BY_OTHERS.contains(loss.reason())) {
                          listener.accept(loss);
                        }
                      }),
              "LOST-01"),
          EngineMutant.of(
              "TELLS_NO_LAPSE_AND_NO_END",
              "no listener is called, and whenEnded() never completes, of leases renewed by hand",
              ClientWrap.clients(NoWord::new),
              "LOST-01"),
          EngineMutant.of(
              "TELLS_A_LOSS_LATE",
              "a listener is called 150 ms after the loss",
              listeners(listener -> late(listener, Duration.ofMillis(150))),
              "LOST-02",
              "LOST-04"),
          EngineMutant.of(
                  "USES_UP_THE_MARGIN",
                  "a listener is called most of the margin after the loss",
                  listeners(listener -> late(listener, Duration.ofMillis(17))),
                  "LOST-04")
              .perhaps("LOST-02"),
          EngineMutant.of(
              "HELD_UNTIL_IT_IS_FELT",
              "isHeld() is true for 60 ms more",
              ClientWrap.leases(HeldLonger::new),
              "LOST-03",
              "LOST-09"),
          EngineMutant.of(
              "HELD_BY_THE_TTL_ALONE",
              "what was taken away is said to be held again while its ttl would have run",
              ClientWrap.leases(HeldAgain::new),
              "LOST-09"),
          EngineMutant.of(
              "RENEWS_WHAT_IS_LOST",
              "a lost lease is renewed on and on",
              RenewsOn::open,
              "LOST-05"),
          EngineMutant.of(
              "FREES_NOTHING",
              "nothing is sent to free what was lost",
              above(real -> new FreesSeldom(real, 0)),
              "LOST-06"),
          EngineMutant.of(
              "TRIES_TO_FREE_ONCE",
              "what was lost is freed by one try, whatever the answer",
              above(real -> new FreesSeldom(real, 1)),
              "LOST-06"),
          EngineMutant.of(
              "EVERY_LOSS_IS_A_HOLD_LIMIT",
              "the reason of every loss is HOLD_LIMIT",
              listeners(listener -> loss -> listener.accept(with(loss, LossReason.HOLD_LIMIT))),
              "LOST-07"),
          EngineMutant.of(
              "ABSENT_IS_REVOKED",
              "a record that is gone is told as a revocation",
              above(AbsentIsRevoked::new),
              "LOST-07"),
          EngineMutant.of(
              "KEEPS_IT_BACK",
              "a lease renewed by hand is given out long after its ttl is over",
              ClientWrap.clients(KeepsBack::new),
              "LOST-08"),
          EngineMutant.of(
              "RENEWS_ONCE",
              "after one renewal no other is sent",
              above(real -> new RenewsLate(real, 2)),
              "LOST-10",
              "LOST-23"),
          EngineMutant.of(
              "RENEWS_IN_THE_LAST_MOMENT",
              "renewals but the first are sent when a fifth of the ttl is left",
              above(real -> new RenewsLate(real, 0.8)),
              "LOST-10",
              "LOST-23"));

  private LossEngineMutants() {}

  private static ClientFactory above(Function<LeaseBackend, LeaseBackend> breaks) {
    return ClientWrap.settings(
        settings -> SettingsOf.backend(settings, breaks.apply(settings.backend())));
  }

  private static ClientFactory listeners(Function<Consumer<Loss>, Consumer<Loss>> breaks) {
    return ClientWrap.leases(
        real ->
            new LeaseWrap(real) {
              @Override
              public void onLost(Consumer<Loss> listener) {
                super.onLost(breaks.apply(listener));
              }
            });
  }

  private static Consumer<Loss> late(Consumer<Loss> listener, Duration by) {
    return loss -> {
      LockSupport.parkNanos(by.toNanos());
      listener.accept(loss);
    };
  }

  private static Loss with(Loss loss, LossReason reason) {
    return new Loss(
        loss.leaseName(),
        loss.fencingToken(),
        reason,
        loss.answer(),
        loss.held(),
        loss.detail(),
        loss.lastEvents());
  }

  private static boolean isThread(String kind) {
    return Thread.currentThread().getName().contains(kind);
  }

  private static final class HeldLonger extends LeaseWrap {
    private volatile long over;

    HeldLonger(Lease real) {
      super(real);
    }

    @Override
    public boolean isHeld() {
      boolean held = super.isHeld();
      if (!held && over == 0) {
        over = System.nanoTime();
      }
      return held || System.nanoTime() - over < Duration.ofMillis(60).toNanos();
    }
  }

  private static final class HeldAgain extends LeaseWrap {
    private final long got = System.nanoTime();
    private final AtomicInteger asked = new AtomicInteger();

    HeldAgain(Lease real) {
      super(real);
    }

    @Override
    public boolean isHeld() {
      boolean early = System.nanoTime() - got < Duration.ofMillis(500).toNanos();
      return super.isHeld() || (early && asked.incrementAndGet() > 1);
    }
  }

  private static final class RenewsOn extends BackendWrap {
    private final Map<String, Grant> grants = new ConcurrentHashMap<>();

    RenewsOn(LeaseBackend real) {
      super(real);
    }

    static LeaseClient open(ClientSettings settings) {
      RenewsOn backend = new RenewsOn(settings.backend());
      return new ClientWrap(SettingsOf.backend(settings, backend).open()) {
        @Override
        Lease broken(Lease lease) {
          lease.onLost(loss -> backend.renewOn(lease.owner()));
          return lease;
        }
      };
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      AcquireOutcome outcome = super.acquire(attempt);
      if (outcome instanceof AcquireOutcome.Granted granted) {
        grants.put(attempt.owner().toString(), granted.grant());
      }
      return outcome;
    }

    /** Told in the order in which they were registered: on a thread of its own. */
    void renewOn(String owner) {
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 3; i++) {
                  LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
                  renewIfOwner(grants.get(owner));
                }
              });
      thread.setDaemon(true);
      thread.start();
    }
  }

  private static final class FreesSeldom extends BackendWrap {
    private final int times;
    private final Map<OwnerToken, AtomicInteger> tries = new ConcurrentHashMap<>();

    FreesSeldom(LeaseBackend real, int times) {
      super(real);
      this.times = times;
    }

    @Override
    public ReleaseOutcome releaseIfOwner(Grant grant) {
      int before = tries.computeIfAbsent(grant.owner(), o -> new AtomicInteger()).getAndIncrement();
      return isThread("-cleanup-") && before >= times
          ? new ReleaseOutcome.Released()
          : super.releaseIfOwner(grant);
    }
  }

  private static final class AbsentIsRevoked extends BackendWrap {
    AbsentIsRevoked(LeaseBackend real) {
      super(real);
    }

    @Override
    public RenewOutcome renewIfOwner(Grant grant) {
      RenewOutcome outcome = super.renewIfOwner(grant);
      return outcome instanceof RenewOutcome.NotOwner not && not.reason() == NotOwnerReason.ABSENT
          ? new RenewOutcome.NotOwner(NotOwnerReason.REVOKED)
          : outcome;
    }
  }

  private static final class KeepsBack extends ClientWrap {
    KeepsBack(LeaseClient real) {
      super(real);
    }

    @Override
    public Optional<Lease> tryAcquire(LeaseRequest request) {
      Optional<Lease> lease = super.tryAcquire(request);
      if (request.isRenewedByHand()) {
        LockSupport.parkNanos(request.ttl().orElseThrow().multipliedBy(2).toNanos());
      }
      return lease;
    }
  }

  /** Swallows the watchdog's renewals until a share of the ttl has passed since the last. */
  private static final class RenewsLate extends BackendWrap {
    private final double share;
    private final Map<OwnerToken, Long> last = new ConcurrentHashMap<>();

    RenewsLate(LeaseBackend real, double share) {
      super(real);
      this.share = share;
    }

    @Override
    public RenewOutcome renewIfOwner(Grant grant) {
      long now = System.nanoTime();
      Long before = last.get(grant.owner());
      if (isThread("-renewal-") && before != null && now - before < grant.ttl().toNanos() * share) {
        return new RenewOutcome.Unknown(Cause.of(Cause.Kind.TIMEOUT, "it was not sent"));
      }
      RenewOutcome outcome = super.renewIfOwner(grant);
      if (outcome instanceof RenewOutcome.Renewed) {
        last.put(grant.owner(), now);
      }
      return outcome;
    }
  }

  private static final class NoWord extends ClientWrap {
    NoWord(LeaseClient real) {
      super(real);
    }

    @Override
    public Optional<Lease> tryAcquire(LeaseRequest request) {
      return request.isRenewedByHand()
          ? super.tryAcquire(request).map(Mute::new)
          : super.tryAcquire(request);
    }
  }

  private static final class Mute extends LeaseWrap {
    Mute(Lease real) {
      super(real);
    }

    @Override
    public void onLost(Consumer<Loss> listener) {
      // nobody is told
    }

    @Override
    public CompletableFuture<LeaseEnd> whenEnded() {
      return new CompletableFuture<>();
    }
  }
}
