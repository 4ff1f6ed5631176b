package io.leasehold.tck.run;

import java.util.ArrayList;
import java.util.List;

/** Results of the same rules in several runs, put together. */
final class RepeatedResults {

  private RepeatedResults() {}

  /** One result per rule: broken once is broken, proved once is proved unless broken. */
  static List<RuleResult> both(List<RuleResult> former, List<RuleResult> latter) {
    List<RuleResult> all = new ArrayList<>();
    for (int i = 0; i < former.size(); i++) {
      all.add(both(former.get(i), latter.get(i)));
    }
    return all;
  }

  private static RuleResult both(RuleResult former, RuleResult latter) {
    RuleResult said = weight(latter.verdict()) > weight(former.verdict()) ? latter : former;
    return new RuleResult(
        said.rule(),
        said.verdict(),
        former.observations() + latter.observations(),
        said.message(),
        said.error(),
        former.took().plus(latter.took()),
        said.moments());
  }

  private static int weight(Verdict verdict) {
    return switch (verdict) {
      case FAIL -> 3;
      case PASS -> 2;
      case UNKNOWN -> 1;
      case NOT_APPLICABLE, NOT_OFFERED, WAIVED -> 0;
    };
  }
}
