package io.leasehold.tck.rule;

/** The promises of a lease; each is kept by one or more rules. */
public enum Guarantee {
  /** The store never has two live grants of one name. */
  G1("exclusion"),
  /** What the holder computes about its validity is never longer than what the store keeps. */
  G2("honest validity"),
  /** Loss reaches the holder exactly once, in time. */
  G3("told once"),
  /** Renew, release and abandon touch only the very acquisition they belong to. */
  G4("own acts only"),
  /** Every grant of a name has a token greater than every earlier one. */
  G5("fencing"),
  /** Once release has begun, nothing brings the lease back. */
  G6("terminal release"),
  /** Every call returns within its bound, and says what is known and what is not. */
  G7("bounded, honest calls"),
  /** A dead holder's name can be acquired within ttl + takeover lag. */
  G8("recovery"),
  /** Nothing but the engine's renewals extends a lease. */
  G9("no immortal lease"),
  /** One poisoned lease, call or node harms no other. */
  G10("isolation");

  private final String title;

  Guarantee(String title) {
    this.title = title;
  }

  /** The guarantee in two words. */
  public String title() {
    return title;
  }
}
