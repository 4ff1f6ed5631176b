package io.leasehold.tck.run;

/** What can come out of a rule. */
public enum Verdict {
  /** Kept, in at least one decisive observation. */
  PASS,
  /** Broken. */
  FAIL,
  /** Not one decisive observation: nothing is proved. */
  UNKNOWN,
  /** The backend declares, or shows, that the rule says nothing about it. */
  NOT_APPLICABLE,
  /** The fixture cannot make the fault that the rule needs. */
  NOT_OFFERED,
  /** Broken, and the fixture's author said why and until when that is accepted. */
  WAIVED
}
