package io.leasehold.engine;

import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseInterruptedException;
import io.leasehold.engine.lease.LeaseTerms;
import io.leasehold.engine.time.Times;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Acquires on the caller's thread. The caller joins the line of its name; at the head it asks the
 * store, and between two attempts it sleeps until it is woken (a release in this client, a hint of
 * the store), the poll is due, it is interrupted, or its time is up.
 */
final class AcquireLoop {

  private final Engine engine;

  AcquireLoop(Engine engine) {
    this.engine = engine;
  }

  /** How a caller waits. */
  enum Manner {
    /** As long as the terms say. */
    BOUNDED,
    /** As long as somebody else holds the lease; a store that fails ends it after that time. */
    UNTIL_HELD,
    /** The same, and an interrupt does not end it: the flag is kept for later. */
    UNINTERRUPTED
  }

  /** Waits as long as the terms say. Returning means held. */
  LeaseHandle acquire(LeaseTerms terms) throws LeaseInterruptedException {
    return acquire(terms, Manner.BOUNDED);
  }

  /** Waits. The caller keeps its place in line however long that takes. */
  LeaseHandle acquire(LeaseTerms terms, Manner manner) throws LeaseInterruptedException {
    Sleeper sleeper = new Sleeper();
    Contender contender = contender(terms, terms.waitNanos(), sleeper);
    engine.events.of(terms, null, Kind.ACQUIRE_STARTED, "ACQUIRE", 0);
    engine.lines.enter(terms.name(), contender);
    boolean interrupted = false;
    try {
      while (true) {
        if (manner == Manner.UNINTERRUPTED) {
          interrupted |= Thread.interrupted();
        } else if (Thread.currentThread().isInterrupted()) {
          throw interrupted(contender);
        }
        long next = contender.deadline;
        if (engine.isClosed() || engine.lines.isHead(terms.name(), contender)) {
          Contender.Step step = contender.attempt();
          if (step instanceof Contender.Step.Granted granted) {
            return granted.handle();
          } else if (step instanceof Contender.Step.Failed failed) {
            throw failed.error();
          }
          next = ((Contender.Step.Again) step).at();
        }
        if (engine.clock.nanos() - contender.deadline >= 0
            && !(manner != Manner.BOUNDED && contender.waitsOn())) {
          if (manner != Manner.UNINTERRUPTED && Thread.currentThread().isInterrupted()) {
            throw interrupted(contender);
          }
          throw contender.timeIsUp();
        }
        sleeper.sleepUntil(next - contender.deadline < 0 ? next : contender.deadline);
      }
    } finally {
      engine.lines.leave(terms.name(), contender);
      contender.end();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** One attempt; without any if somebody of this client stands in line. */
  Optional<LeaseHandle> tryAcquire(LeaseTerms terms) {
    Contender contender = contender(terms, 0, () -> {});
    engine.events.of(terms, null, Kind.ACQUIRE_STARTED, "TRY", 0);
    if (!engine.lines.enterIfEmpty(terms.name(), contender)) {
      contender.timeIsUp();
      return Optional.empty();
    }
    boolean interrupted = Thread.interrupted(); // trying does not wait, so it is not interrupted
    try {
      Contender.Step step = contender.attempt();
      if (step instanceof Contender.Step.Granted granted) {
        return Optional.of(granted.handle());
      } else if (step instanceof Contender.Step.Failed failed) {
        throw failed.error();
      }
      var error = contender.timeIsUp();
      if (contender.sawHolder()) {
        return Optional.empty();
      }
      throw error;
    } finally {
      engine.lines.leave(terms.name(), contender);
      contender.end();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Contender contender(LeaseTerms terms, long waitNanos, Runnable wake) {
    return new Contender(
        engine, terms, waitNanos, wake, () -> engine.acquisitionStack(terms.name().value()));
  }

  private LeaseInterruptedException interrupted(Contender contender) {
    contender.gaveUp();
    return new LeaseInterruptedException(
        "interrupted after "
            + Times.show(engine.clock.nanos() - contender.startedAt)
            + " while acquiring lease \""
            + contender.terms.name()
            + "\"; nothing is held, and what the store may still grant is given back");
  }

  /** The caller's thread, asleep between attempts. */
  private final class Sleeper implements Runnable {
    private final Thread thread = Thread.currentThread();
    private final AtomicBoolean woken = new AtomicBoolean();

    /** The alarm: a wake-up that comes before the sleep is not lost. */
    @Override
    public void run() {
      woken.set(true);
      LockSupport.unpark(thread);
    }

    void sleepUntil(long time) {
      long left;
      while (!woken.getAndSet(false)
          && !thread.isInterrupted()
          && (left = time - engine.clock.nanos()) > 0) {
        engine.pauses.pause(left);
      }
    }
  }
}
