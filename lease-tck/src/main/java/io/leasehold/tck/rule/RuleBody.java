package io.leasehold.tck.rule;

/** The code of a rule: asks the backend through the context, and judges. */
@FunctionalInterface
public interface RuleBody {

  /**
   * Runs the rule once, on names of its own.
   *
   * @throws RuleStop if the rule is broken, cannot be judged, or does not apply
   */
  void judge(RuleContext ctx);
}
