package io.leasehold.tck.judge;

import io.leasehold.tck.history.Acquisition;
import java.util.ArrayList;
import java.util.List;

/**
 * What a judge says of one history. Immutable.
 *
 * @param decisive how many times the rule could have been broken; none proves nothing
 * @param findings where it was broken
 * @param doubts why some places could not be judged
 * @param pointless why the rule says nothing about this backend; empty if it does
 */
public record Judgement(
    int decisive, List<Finding> findings, List<String> doubts, String pointless) {

  /** Keeps copies. */
  public Judgement {
    findings = List.copyOf(findings);
    doubts = List.copyOf(doubts);
  }

  /** Both together: of several histories of one rule. */
  public Judgement and(Judgement other) {
    List<Finding> allFindings = new ArrayList<>(findings);
    allFindings.addAll(other.findings);
    List<String> allDoubts = new ArrayList<>(doubts);
    allDoubts.addAll(other.doubts);
    return new Judgement(
        decisive + other.decisive,
        allFindings,
        allDoubts,
        pointless.isEmpty() ? other.pointless : pointless);
  }

  /** Collects what a judge sees. Not thread-safe. */
  public static final class Sheet {
    private int decisive;
    private final List<Finding> findings = new ArrayList<>();
    private final List<String> doubts = new ArrayList<>();
    private String pointless = "";

    /** An empty sheet. */
    public Sheet() {}

    /**
     * One decisive place.
     *
     * @param holds whether the rule was kept there
     * @param at the moment to look at
     * @param whose the acquisition it is about
     * @param expected what the rule asks for
     * @param seen what the history shows
     */
    public void expect(boolean holds, long at, Acquisition whose, String expected, String seen) {
      expect(holds, at, whose.name(), whose.by(), expected, whose + ": " + seen);
    }

    /**
     * {@link #expect(boolean, long, Acquisition, String, String)} where there is no acquisition.
     */
    public void expect(
        boolean holds, long at, String name, String by, String expected, String seen) {
      decisive++;
      if (!holds) {
        findings.add(new Finding(at, name, by, expected, seen));
      }
    }

    /** A place that could not be judged. */
    public void doubt(String why) {
      doubts.add(why);
    }

    /** The rule says nothing about this backend. */
    public void pointless(String why) {
      pointless = why;
    }

    /** The judgement. */
    public Judgement judgement() {
      return new Judgement(decisive, findings, doubts, pointless);
    }
  }
}
