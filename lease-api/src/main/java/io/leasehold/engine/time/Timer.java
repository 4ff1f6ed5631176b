package io.leasehold.engine.time;

/** Runs something short once, at a time. The action never blocks and is no user code. */
public final class Timer extends Timed {

  public final long at;
  public final Runnable action;

  public Timer(long at, Runnable action) {
    this.at = at;
    this.action = action;
  }
}
