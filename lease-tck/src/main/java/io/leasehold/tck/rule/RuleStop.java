package io.leasehold.tck.rule;

import org.jspecify.annotations.Nullable;

/** Ends a rule's run before its last line. */
public abstract sealed class RuleStop extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private RuleStop(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** The backend broke the rule. */
  public static final class Violated extends RuleStop {
    private static final long serialVersionUID = 1L;

    private final String expected;
    private final String seen;

    /**
     * Says what should have been and what was.
     *
     * @param expected what the rule asks for
     * @param seen what the backend did
     */
    public Violated(String expected, String seen) {
      super("expected " + expected + ", seen " + seen, null);
      this.expected = expected;
      this.seen = seen;
    }

    /** What the rule asks for. */
    public String expected() {
      return expected;
    }

    /** What the backend did. */
    public String seen() {
      return seen;
    }
  }

  /** The run proved nothing: a step before the question failed, or the machine was too slow. */
  public static final class Inconclusive extends RuleStop {
    private static final long serialVersionUID = 1L;

    /** Says why nothing can be concluded. */
    public Inconclusive(String why, @Nullable Throwable cause) {
      super(why, cause);
    }
  }

  /** The backend turned out to be one to which the rule says nothing. */
  public static final class NotApplicable extends RuleStop {
    private static final long serialVersionUID = 1L;

    /** Says which property makes it so. */
    public NotApplicable(String why) {
      super(why, null);
    }
  }
}
