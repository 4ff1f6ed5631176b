package io.leasehold.spi;

/**
 * Receives doubts that a backend learned of by push: a session that was suspended, a watch that saw
 * a record vanish. A doubt is never proof: the engine answers with a renewal at once, and the
 * renewal's answer or the lease's own deadline decides.
 */
@FunctionalInterface
public interface SuspectListener {

  /**
   * A grant is in doubt. Returns at once; may be called on any thread.
   *
   * @param owner the acquisition in doubt
   * @param cause what the backend saw
   */
  void suspect(OwnerToken owner, Cause cause);
}
