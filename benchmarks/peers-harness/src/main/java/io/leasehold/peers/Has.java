package io.leasehold.peers;

/**
 * What a library may offer to the holder of a lock. A rule that asks for something which a library
 * does not offer says nothing about it.
 */
public enum Has {
  /** A way to ask whether a lock is still one's own. */
  HELD_READ("it has no call by which a holder asks whether the lock is still its own"),
  /** A way to be told of a loss. */
  LOSS_NOTICE("it has no way to tell a holder that the lock is lost"),
  /** A fencing token. */
  TOKEN("it has no fencing token"),
  /** Something that its caller sees and that also stands in the record at the store. */
  STORE_RECORD("a caller is told nothing by which its record at the store can be known"),
  /** A release that says whether the lock was still owned. */
  RELEASE_RESULT("its release does not say whether the lock was still its own"),
  /** A wait for a lock that another holds. */
  WAITING("it does not wait: a lock that another holds is skipped"),
  /** Local validity: how long a lock is good for without asking the store. */
  VALIDITY("it does not compute by itself how long a lock is still valid");

  private final String lack;

  Has(String lack) {
    this.lack = lack;
  }

  /** Why a rule that needs it is not for a library without it. */
  public String lack() {
    return lack;
  }
}
