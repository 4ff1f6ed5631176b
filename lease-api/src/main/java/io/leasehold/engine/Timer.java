package io.leasehold.engine;

/** Runs something short once, at a time. The action never blocks and is no user code. */
final class Timer extends Timed {

  final long at;
  final Runnable action;

  Timer(long at, Runnable action) {
    this.at = at;
    this.action = action;
  }
}
