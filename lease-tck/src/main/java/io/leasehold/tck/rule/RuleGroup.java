package io.leasehold.tck.rule;

/** What a rule is about; the first part of its id. */
public enum RuleGroup {
  /** Acquiring. */
  ACQ("acquire"),
  /** Renewing. */
  RNW("renew"),
  /** Releasing. */
  REL("release"),
  /** Giving up an attempt whose outcome is not known. */
  ABN("abandon"),
  /** Fencing tokens. */
  FNC("fencing tokens"),
  /** The end of an unrenewed grant. */
  EXP("expiry and takeover"),
  /** Names. */
  NAM("names"),
  /** Reading who holds a name. */
  INS("inspection"),
  /** Taking a name from its holder. */
  REV("revocation"),
  /** What the backend declares of itself, and how its calls behave. */
  TRT("traits and calls"),
  /** Many contenders for one name. */
  RACE("races"),
  /** The end of validity, and who is told. */
  LOST("loss"),
  /** Requests and answers that are late, lost, doubled or held back. */
  LATE("late and lost messages"),
  /** The remaining time while several contenders use one name. */
  TTL("remaining time"),
  /** A holder that stands still. */
  PAUSE("pauses"),
  /** A holder that is cut off. */
  PART("partitions"),
  /** A holder that is killed. */
  KILL("killed holders"),
  /** The end of a client. */
  CLOSE("closing"),
  /** Waiting for a name. */
  WAK("waiting"),
  /** Many leases, many callers, a part of the store that stands still. */
  SCALE("many leases");

  private final String title;

  RuleGroup(String title) {
    this.title = title;
  }

  /** The subject in words. */
  public String title() {
    return title;
  }
}
