package io.leasehold.engine.lease;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Interrupts the thread that works under a lease, once, and never after its work is done. The
 * worker's {@link #done()} and the loss's {@link #interrupt()} race for one compare-and-set.
 */
public final class InterruptGuard {

  private enum State {
    RUNNING,
    INTERRUPTING,
    INTERRUPTED,
    DONE
  }

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(1);
  private static final long NAP = TimeUnit.MICROSECONDS.toNanos(50);

  private final Runnable hit;
  private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);

  /** Guards the work of the calling thread. */
  public InterruptGuard() {
    this(Thread.currentThread()::interrupt);
  }

  InterruptGuard(Runnable hit) {
    this.hit = hit;
  }

  /** Called on a thread of its own kind: Thread.interrupt may be overridden and may block. */
  public void interrupt() {
    if (state.compareAndSet(State.RUNNING, State.INTERRUPTING)) {
      try {
        hit.run();
      } finally {
        state.set(State.INTERRUPTED);
      }
    }
  }

  /**
   * The work has ended. An interrupt that has been decided on but not delivered is waited for, so
   * that it does not hit whatever the thread does next. Who is interrupted already waits as well:
   * with the flag set every nap would end at once, and with it the waiting.
   */
  public void done() {
    if (state.compareAndSet(State.RUNNING, State.DONE)) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    for (long waited = 0; state.get() == State.INTERRUPTING && waited < PATIENCE; waited += NAP) {
      LockSupport.parkNanos(NAP);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
