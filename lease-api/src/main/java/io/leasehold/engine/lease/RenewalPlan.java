package io.leasehold.engine.lease;

/**
 * When a lease is to be renewed next, and how its renewals went. Written by the thread that applied
 * the last answer, read by the watchdog; a stale read costs one look more.
 */
public final class RenewalPlan {

  private volatile long due;
  private volatile int failures;
  private volatile String lastFault = "";
  private volatile boolean inLane;
  private volatile boolean doubted;

  RenewalPlan(long due) {
    this.due = due;
  }

  /** When the next renewal is due. */
  public long due() {
    return due;
  }

  /** Renewals without a definite answer since the last success. */
  public int failures() {
    return failures;
  }

  /** The last fault or doubt in words; empty if there was none. */
  public String lastFault() {
    return lastFault;
  }

  /** Whether the lease waits in a lane for a worker. */
  public boolean isInLane() {
    return inLane;
  }

  /** The lease enters or leaves a lane. */
  public void inLane(boolean waits) {
    inLane = waits;
  }

  /** The lease is renewed and due again at that time. */
  public void succeeded(long nextDue) {
    failures = 0;
    due = nextDue;
  }

  /** There was no definite answer. */
  // Who applies an answer and who overtakes a flight may meet: then one of two is not counted.
  @SuppressWarnings("NonAtomicVolatileUpdate")
  public void failed(String fault) {
    failures++;
    lastFault = fault;
  }

  /** There is a doubt, which is no failure: the next renewal is due at once. */
  public void doubted(String doubt, long now) {
    lastFault = doubt;
    doubted = true; // before the due time, see isDoubted
    due = now;
  }

  /** A renewal is about to leave, which will answer every doubt there is. */
  void leaving() {
    doubted = false;
  }

  /**
   * Whether a doubt came after the last renewal had left, which then says nothing about it. Asked
   * after {@link #succeeded} has set the due time: of the two who race, the later sees the other.
   */
  public boolean isDoubted() {
    return doubted;
  }

  /** The next renewal is due at that time. */
  public void dueAt(long time) {
    due = time;
  }
}
