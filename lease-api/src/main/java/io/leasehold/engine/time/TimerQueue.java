package io.leasehold.engine.time;

/** Runs short engine actions at a time; the watchdog does. */
public interface TimerQueue {

  /** Hands a timer in, or hands it in again after it was cancelled. */
  void hand(Timer timer);

  /** Runs the action, which neither blocks nor is user code, on the watchdog at that time. */
  default Timer at(long time, Runnable action) {
    Timer timer = new Timer(time, action);
    hand(timer);
    return timer;
  }

  /** Forgets a timer, so that nothing is kept for an end that came early. */
  default void cancel(Timer timer) {
    timer.cancel();
    hand(timer);
  }
}
