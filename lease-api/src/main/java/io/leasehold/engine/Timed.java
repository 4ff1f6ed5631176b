package io.leasehold.engine;

/** An entry of {@link DueQueue}: a lease, or a {@link Timer}. */
abstract class Timed {

  /** Place in the queue, -1 outside of it; owned by the watchdog. */
  int place = -1;

  /** When it is due; owned by the watchdog while queued. */
  long due;
}
