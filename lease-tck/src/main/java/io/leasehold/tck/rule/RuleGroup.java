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
  TRT("traits and calls");

  private final String title;

  RuleGroup(String title) {
    this.title = title;
  }

  /** The subject in words. */
  public String title() {
    return title;
  }
}
