package io.leasehold.engine;

import io.leasehold.HolderInfo;
import io.leasehold.engine.events.Events;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.lease.LeaseTerms;
import io.leasehold.engine.time.EngineLog;
import io.leasehold.engine.time.Health;
import io.leasehold.engine.time.Pace;
import io.leasehold.engine.watch.BackendCalls;
import io.leasehold.engine.watch.Cleanup;
import io.leasehold.engine.watch.LossPath;
import io.leasehold.engine.watch.Registry;
import io.leasehold.engine.watch.SignalDispatcher;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Loses a lease that nobody has. The first loss of a process is the one that matters, often the
 * only one, and the first run of code is slow: classes are loaded, lambdas linked. On a busy
 * machine of two cores the first loss was told 105 to 145 ms after validity had ended, the next
 * after 6 to 15 ms, while the margin of a ttl of 2 s is 40 ms. So the path is gone once beforehand,
 * in the background: no event, no log line, no listener, no store.
 */
final class Rehearsal {

  static final String NAME = "leasehold-rehearsal";

  private static final AtomicBoolean BEGUN = new AtomicBoolean();
  private static final Duration TTL = Duration.ofSeconds(1);

  private Rehearsal() {}

  /** Once per process; a later call does nothing. */
  static void once(Executor thread) {
    if (BEGUN.compareAndSet(false, true)) {
      thread.execute(Rehearsal::loseOne);
    }
  }

  static boolean loseOne() {
    LeaseClock clock = LeaseClock.system();
    Events events = Events.unheard(clock);
    Registry registry = new Registry();
    SignalDispatcher signals = new SignalDispatcher(Runnable::run, events);
    Cleanup cleanup =
        new Cleanup(
            clock,
            new BackendCalls(new Nowhere()),
            events,
            new Pace(1, () -> 0),
            Runnable::run,
            timer -> {});
    LossPath path =
        new LossPath(
            clock,
            new Health(),
            events,
            cleanup,
            signals,
            Runnable::run,
            registry,
            new EngineLog(line -> {}));
    long sentAt = clock.nanos() - 2 * TTL.toNanos();
    LeaseName name = new LeaseName(NAME);
    HeldLease lease =
        new HeldLease(
            new LeaseTerms(name, TTL, 0, TTL.toNanos() / 3, 0, 0, LeaseTerms.UNLIMITED, false, ""),
            new Grant(name, OwnerToken.random(), TTL, 1, null),
            sentAt,
            sentAt);
    registry.add(lease);
    AtomicBoolean told = new AtomicBoolean();
    signals.onLost(lease, loss -> told.set(!loss.toString().isEmpty()));
    lease.plan.failed("rehearsal");
    return path.lapse(lease, clock.nanos()) && told.get();
  }

  /** Where the lease of the rehearsal is: there is none. */
  private static final class Nowhere implements LeaseBackend {

    private static final BackendTraits TRAITS =
        BackendTraits.of("nowhere", Duration.ofSeconds(1)).build();

    @Override
    public BackendTraits traits() {
      return TRAITS;
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      return new AcquireOutcome.Refused(new Cause(Cause.Kind.UNAVAILABLE, "nowhere", null));
    }

    @Override
    public RenewOutcome renewIfOwner(Grant grant) {
      return new RenewOutcome.NotOwner(NotOwnerReason.ABSENT);
    }

    @Override
    public ReleaseOutcome releaseIfOwner(Grant grant) {
      return new ReleaseOutcome.NotOwner(NotOwnerReason.ABSENT);
    }

    @Override
    public AbandonOutcome abandon(AcquireAttempt attempt) {
      return new AbandonOutcome.Abandoned();
    }

    @Override
    public RevokeOutcome revoke(LeaseName name, boolean now) {
      return new RevokeOutcome.Absent();
    }

    @Override
    public Optional<HolderInfo> holder(LeaseName name) {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }
}
