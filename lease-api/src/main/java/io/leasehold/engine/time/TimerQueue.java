package io.leasehold.engine.time;

/** Runs short engine actions at a time; the watchdog does. */
public interface TimerQueue {

  /** Runs the action, which neither blocks nor is user code, on the watchdog at that time. */
  void at(long time, Runnable action);
}
