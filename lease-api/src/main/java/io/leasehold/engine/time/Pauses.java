package io.leasehold.engine.time;

/** How a caller's thread waits; tests let the fake clock run instead. */
@FunctionalInterface
public interface Pauses {

  /** Waits at most that long; returns early when woken or interrupted, the flag is kept. */
  void pause(long nanos);
}
