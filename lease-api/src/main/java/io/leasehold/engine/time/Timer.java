package io.leasehold.engine.time;

/** Runs something short once, at a time. The action never blocks and is no user code. */
public final class Timer extends Timed {

  private final long at;
  private final Runnable action;
  private volatile boolean cancelled;

  public Timer(long at, Runnable action) {
    this.at = at;
    this.action = action;
  }

  /** When to run, {@link DueQueue#NEVER} if cancelled. */
  public long at() {
    return cancelled ? DueQueue.NEVER : at;
  }

  /** Must be handed to the watchdog afterwards, so that it forgets the timer. */
  void cancel() {
    cancelled = true;
  }

  /** The watchdog runs it. */
  public void run() {
    if (!cancelled) {
      action.run();
    }
  }
}
