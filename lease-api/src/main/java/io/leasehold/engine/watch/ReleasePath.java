package io.leasehold.engine.watch;

import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseState;
import io.leasehold.ReleaseResult;
import io.leasehold.engine.events.Events;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.lease.LeaseTrigger;
import io.leasehold.engine.lease.Status;
import io.leasehold.engine.time.Latches;
import io.leasehold.engine.time.Pace;
import io.leasehold.engine.time.Pauses;
import io.leasehold.engine.time.Times;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only door to RELEASED. The order is always the same: the compare-and-set that ends local
 * validity, then (once a renewal under way has landed, G6) the release is sent, then listeners.
 *
 * <p>Runs on the caller's thread, bounded by three call timeouts and a backoff: one for a renewal
 * under way, two for the release and its repetition. Races with {@link LossPath} for the lease's
 * status; the loser does nothing.
 */
public final class ReleasePath {

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");
  private static final int TRIES = 2;

  private final LeaseClock clock;
  private final BackendCalls calls;
  private final Events events;
  private final Cleanup cleanup;
  private final SignalDispatcher signals;
  private final Registry registry;
  private final LossPath lossPath;
  private final Consumer<LeaseName> vacated;
  private final Pauses pauses;
  private final Pace pace;
  private final long callTimeout;

  /** Releases under way, for a second caller to wait for. */
  private final ConcurrentMap<HeldLease, CountDownLatch> underWay = new ConcurrentHashMap<>();

  public ReleasePath(
      LeaseClock clock,
      BackendCalls calls,
      Events events,
      Cleanup cleanup,
      SignalDispatcher signals,
      Registry registry,
      LossPath lossPath,
      Consumer<LeaseName> vacated,
      Pauses pauses,
      Pace pace,
      long callTimeout) {
    this.clock = clock;
    this.calls = calls;
    this.events = events;
    this.cleanup = cleanup;
    this.signals = signals;
    this.registry = registry;
    this.lossPath = lossPath;
    this.vacated = vacated;
    this.pauses = pauses;
    this.pace = pace;
    this.callTimeout = callTimeout;
  }

  /** Releases the lease if it is open; says in any case how it ended. */
  public ReleaseResult release(HeldLease lease) {
    if (lease.status().state().isTerminal()) {
      return result(lease);
    }
    CountDownLatch mine = new CountDownLatch(1);
    CountDownLatch other = underWay.putIfAbsent(lease, mine);
    if (other != null) {
      Latches.await(other, clock, 4 * callTimeout);
      return result(lease);
    }
    try {
      Status before;
      do {
        long now = clock.nanos();
        before = lease.beginRelease(now);
        if (before != null) {
          registry.remove(lease);
          send(lease, before);
        } else {
          lossPath.lapse(lease, now); // a lapsed lease is lost, and freed by the clean-up
        }
        // Still open if a renewal that was answered in time was applied between the two lines.
      } while (before == null && lease.status().isOpen());
      return result(lease);
    } finally {
      if (lease.status().state() == LeaseState.RELEASING) { // something threw on the way
        unconfirmed(lease);
      }
      underWay.remove(lease);
      mine.countDown();
    }
  }

  /** Whether no release is under way. */
  public boolean isIdle() {
    return underWay.isEmpty();
  }

  private void send(HeldLease lease, Status before) {
    events.of(lease, Kind.RELEASE_BEGUN, "");
    if (before.flight() != null) {
      before.flight().awaitLanding(clock, callTimeout);
    }
    boolean mayHaveRun = false;
    for (int attempt = 1; attempt <= TRIES; attempt++) {
      long sentAt = clock.nanos();
      ReleaseOutcome outcome = calls.release(lease.grant);
      long now = clock.nanos();
      events.of(
          lease,
          Kind.RELEASE_ANSWERED,
          Answers.word(outcome),
          now - sentAt,
          Answers.detail(outcome));
      boolean own = mayHaveRun && now - (before.sentAt() + lease.grant.ttl().toNanos()) < 0;
      if (outcome instanceof ReleaseOutcome.Released || (own && isGone(outcome))) {
        end(lease, LeaseTrigger.RELEASE_CONFIRMED);
        return;
      } else if (outcome instanceof ReleaseOutcome.NotOwner no) {
        lossPath.foundLostByRelease(
            lease, no.reason(), "the store answered the release " + Answers.detail(outcome));
        return;
      }
      mayHaveRun |= outcome instanceof ReleaseOutcome.Unknown;
      if (attempt < TRIES) {
        pauses.pause(pace.pause(attempt, callTimeout));
      } else {
        LOG.warn(
            "{}: whether lease \"{}\" (token {}) was released is not known: {}. It is not held"
                + " here any more, and its name is freed as soon as the store answers, at the"
                + " latest when its ttl {} ends",
            io.leasehold.ErrorCode.RELEASE_UNKNOWN,
            lease.name(),
            lease.grant.fencingToken(),
            Answers.detail(outcome),
            Times.show(lease.grant.ttl()));
      }
    }
    unconfirmed(lease);
  }

  private void unconfirmed(HeldLease lease) {
    cleanup.release(lease);
    end(lease, LeaseTrigger.RELEASE_UNCONFIRMED);
  }

  private void end(HeldLease lease, LeaseTrigger trigger) {
    lease.endRelease(trigger);
    long held = clock.nanos() - lease.grantedAt;
    events.of(lease, Kind.ENDED, lease.status().state().name(), held, "");
    vacated.accept(lease.terms.name());
    signals.ended(lease);
  }

  /**
   * After an own release of unknown outcome, while the ttl could not have ended yet, "no record" or
   * another's means that it did run: a waiter may have got the name already.
   */
  private static boolean isGone(ReleaseOutcome outcome) {
    return outcome instanceof ReleaseOutcome.NotOwner no
        && (no.reason() == NotOwnerReason.ABSENT || no.reason() == NotOwnerReason.FOREIGN);
  }

  private static ReleaseResult result(HeldLease lease) {
    LeaseState state = lease.status().state();
    return switch (state) {
      case RELEASED -> ReleaseResult.RELEASED;
      case LOST -> ReleaseResult.NOT_OWNER;
      default -> ReleaseResult.UNKNOWN;
    };
  }
}
