package io.leasehold;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A granted lease. It belongs to whoever has this handle, never to a thread: any thread may use or
 * release it. Thread-safe.
 *
 * <p>The readers ({@link #isHeld()}, {@link #ensureHeld()}, {@link #remaining()}, {@link #state()})
 * are local: they compute with the clock at the moment of the call and need neither I/O nor the
 * watchdog (G2). A lease that has stopped being held never becomes held again.
 *
 * <p>A handle that is dropped without being released is noticed when it is collected: its renewal
 * ends, it is released, and the log shows where it was acquired (G9). A listener that refers to the
 * handle keeps it alive; the hold limit still ends it.
 */
public interface Lease extends AutoCloseable {

  /** The lease's name. */
  String name();

  /**
   * The token of this grant, greater than that of every earlier grant of this name (G5). Give it to
   * the guarded resource with every write, so that it can reject a late one. Never changes.
   */
  long fencingToken();

  /**
   * The owner token of this acquisition as text: 128 random bits, new for every attempt. A resource
   * that keeps the greatest token it has seen accepts an equal one only from the same owner; see
   * docs/guarantees.md. Never changes.
   */
  String owner();

  /** What the engine has decided; see {@link LeaseState}. */
  LeaseState state();

  /** Whether the lease is valid now: not ended, and the clock is before the end of validity. */
  boolean isHeld();

  /** How long the lease is still valid without a further renewal; zero once it is not held. */
  Duration remaining();

  /**
   * Passes if and only if the lease is valid now.
   *
   * @throws LeaseLostException if it was lost
   * @throws LeaseException {@link ErrorCode#ALREADY_RELEASED} if it was released
   */
  void ensureHeld();

  /**
   * Passes if and only if the lease stays valid for the given time without a further renewal.
   *
   * @param needed how long the next step takes
   * @throws LeaseLostException if it was lost
   * @throws LeaseException {@link ErrorCode#TOO_LITTLE_LEFT} if less is left, {@link
   *     ErrorCode#ALREADY_RELEASED} if it was released
   */
  void ensureHeld(Duration needed);

  /**
   * Asks the store whether this acquisition owns the name: one linearizable read that renews
   * nothing. Sees what the local clock cannot, such as a frozen virtual machine. An interrupt does
   * not stop it and is kept.
   *
   * @return whether it is valid here and owned there; false is final and is told as a loss
   * @throws LeaseException {@link ErrorCode#UNAVAILABLE} if the store did not answer
   */
  boolean confirmHeld();

  /**
   * Registers a listener for the loss of this lease; told exactly once, on a thread of the library
   * that it may block, before the store can grant the name to anybody else while this process runs
   * (G3). A listener registered after the loss is told at once, in the same way, unless the client
   * was closed: then nobody is told any more. What it throws is logged and counted.
   */
  void onLost(Consumer<Loss> listener);

  /** Registers a listener that is told once when the lease was held longer than its maxHold. */
  void onOverdue(Runnable listener);

  /**
   * Completes when the lease has ended, however it ended, after the listeners of its loss were
   * called. Each call returns a new future: completing or cancelling it changes nothing.
   */
  CompletableFuture<LeaseEnd> whenEnded();

  /**
   * Renews a lease that is renewed by hand.
   *
   * @throws LeaseLostException if it was lost, or the store says so now
   * @throws LeaseException {@link ErrorCode#NOT_MANUAL} if the watchdog renews this lease, {@link
   *     ErrorCode#HOLD_LIMIT_REACHED} if it was held for its maxHold, {@link
   *     ErrorCode#OUTCOME_UNKNOWN} or {@link ErrorCode#REFUSED} if there was no definite answer:
   *     validity is unchanged and it may be tried again while it lasts
   */
  void renew();

  /**
   * Ends the lease and frees the name. Local validity ends first, then the release is sent (G6).
   * Returns when the store has answered or the bound has passed; an interrupt does not stop it and
   * the flag is kept. Calling it again returns the same result.
   */
  ReleaseResult release();

  /**
   * {@link #release()}, and a line in the log if the lease had been lost before, unless the client
   * itself was closed. Throws nothing.
   */
  @Override
  void close();
}
