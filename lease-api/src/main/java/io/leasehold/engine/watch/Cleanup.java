package io.leasehold.engine.watch;

import io.leasehold.LeaseEvent.Kind;
import io.leasehold.engine.events.Events;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.lease.LeaseTerms;
import io.leasehold.engine.time.Lanes;
import io.leasehold.engine.time.Pace;
import io.leasehold.engine.time.TimerQueue;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.ReleaseOutcome;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frees what this client no longer wants, on threads of its own, until the store's answer is
 * definite or the store cannot hold it any more. No caller's interrupt reaches it.
 */
public final class Cleanup {

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");

  /** As long as a store remembers an abandoned attempt (DESIGN: tombstones live 10 minutes). */
  private static final long ABANDON_FOR = TimeUnit.MINUTES.toNanos(10);

  private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(5);

  /** So many calls at once at one node; more when the client closes. */
  private static final int WIDTH = 2;

  private static final int WIDTH_AT_CLOSE = 16;

  private final LeaseClock clock;
  private final BackendCalls calls;
  private final Events events;
  private final Pace pace;
  private final Lanes lanes;
  private final TimerQueue timers;
  private final Set<Task> open = ConcurrentHashMap.newKeySet();

  public Cleanup(
      LeaseClock clock,
      BackendCalls calls,
      Events events,
      Pace pace,
      Executor threads,
      TimerQueue timers) {
    this.clock = clock;
    this.calls = calls;
    this.events = events;
    this.pace = pace;
    this.lanes = new Lanes(threads, WIDTH);
    this.timers = timers;
  }

  /** Frees the name of a lease that has ended here but may still stand at the store. */
  public void release(HeldLease lease) {
    // A renewal sent last could have run as late as now; after one more ttl nothing is left.
    start(new Release(lease, clock.nanos() + lease.grant.ttl().toNanos()));
  }

  /** Gives back a grant that no caller received. */
  public void giveBack(LeaseTerms terms, Grant grant) {
    start(new GiveBack(terms, grant, clock.nanos() + grant.ttl().toNanos()));
  }

  /** Makes sure that an attempt of unknown outcome never becomes a grant. */
  public void abandon(LeaseTerms terms, AcquireAttempt attempt) {
    start(new Abandon(terms, attempt, clock.nanos() + ABANDON_FOR));
  }

  /** How many are not settled yet. */
  public int pending() {
    return open.size();
  }

  /** Nothing is left to be tried now; what waits for another try counts as left. */
  public boolean isIdle() {
    return open.isEmpty();
  }

  private void start(Task task) {
    open.add(task);
    lanes.execute(task.domain(), task);
  }

  /** Lets something else of this client's run where it belongs, for instance a late release. */
  public void run(Grant grant, Runnable work) {
    lanes.execute(calls.domain(grant), work);
  }

  /** For the end of the client. */
  public void hurry() {
    lanes.widen(WIDTH_AT_CLOSE);
  }

  /** One thing to free: tried, then tried again after a growing pause. */
  private abstract class Task implements Runnable {
    private final long giveUpAt;
    private int tries;

    Task(long giveUpAt) {
      this.giveUpAt = giveUpAt;
    }

    /** True once the answer is definite. */
    abstract boolean attempt();

    /** Where it is to be freed: a frozen node holds up nothing at another. */
    abstract Object domain();

    abstract String what();

    @Override
    public void run() {
      if (attempt()) {
        open.remove(this);
        return;
      }
      long now = clock.nanos();
      if (now - giveUpAt >= 0) {
        open.remove(this);
        LOG.warn("Stopped trying to {}: the store can hold it no longer", what());
        return;
      }
      timers.at(now + pace.pause(++tries, LONGEST_PAUSE), () -> lanes.execute(domain(), this));
    }
  }

  private final class Release extends Task {
    private final HeldLease lease;

    Release(HeldLease lease, long giveUpAt) {
      super(giveUpAt);
      this.lease = lease;
    }

    @Override
    boolean attempt() {
      ReleaseOutcome outcome = calls.release(lease.grant);
      boolean definite = isDefinite(outcome);
      if (definite) {
        events.of(lease, Kind.RELEASE_RESOLVED, Answers.word(outcome), Answers.detail(outcome));
      }
      return definite;
    }

    @Override
    Object domain() {
      return calls.domain(lease.grant);
    }

    @Override
    String what() {
      return "free lease \"" + lease.name() + "\" (token " + lease.grant.fencingToken() + ")";
    }
  }

  private final class GiveBack extends Task {
    private final LeaseTerms terms;
    private final Grant grant;

    GiveBack(LeaseTerms terms, Grant grant, long giveUpAt) {
      super(giveUpAt);
      this.terms = terms;
      this.grant = grant;
    }

    @Override
    boolean attempt() {
      ReleaseOutcome outcome = calls.release(grant);
      boolean definite = isDefinite(outcome);
      if (definite) {
        events.of(terms, grant.owner(), Kind.RELEASE_RESOLVED, Answers.word(outcome), 0);
      }
      return definite;
    }

    @Override
    Object domain() {
      return calls.domain(grant);
    }

    @Override
    String what() {
      return "give back lease \"" + terms.name() + "\" (token " + grant.fencingToken() + ")";
    }
  }

  private final class Abandon extends Task {
    private final LeaseTerms terms;
    private final AcquireAttempt attempt;

    Abandon(LeaseTerms terms, AcquireAttempt attempt, long giveUpAt) {
      super(giveUpAt);
      this.terms = terms;
      this.attempt = attempt;
    }

    @Override
    boolean attempt() {
      AbandonOutcome outcome = calls.abandon(attempt);
      events.of(terms, attempt.owner(), Kind.ABANDON_ANSWERED, Answers.word(outcome), 0);
      return outcome instanceof AbandonOutcome.Abandoned;
    }

    @Override
    Object domain() {
      return calls.domain(attempt.name(), attempt.ttl());
    }

    @Override
    String what() {
      return "abandon an attempt for lease \"" + terms.name() + "\"";
    }
  }

  private static boolean isDefinite(ReleaseOutcome outcome) {
    return outcome instanceof ReleaseOutcome.Released || outcome instanceof ReleaseOutcome.NotOwner;
  }
}
