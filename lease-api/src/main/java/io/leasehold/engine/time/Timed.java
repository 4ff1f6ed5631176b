package io.leasehold.engine.time;

/** An entry of {@link DueQueue}: a lease, or a {@link Timer}. */
public abstract class Timed {

  /** Place in the queue, -1 outside of it; owned by the watchdog. */
  public int place = -1;

  /**
   * Whether it waits in the watchdog's inbox: it need not be there twice, and once too often is
   * harmless.
   */
  public volatile boolean handedIn;

  /** When it is due; owned by the watchdog while queued. */
  public long due;
}
