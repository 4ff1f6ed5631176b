package io.leasehold.tck.rule;

import org.jspecify.annotations.Nullable;

/** Ends a rule's run before its last line. */
public abstract sealed class RuleStop extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Where to look when a healthy store gives no definite answer. */
  public static final String CHECK_ANSWERS =
      "exceptions or refusals from the backend; on a register: from compareAndSet, where a lost"
          + " condition is Conflict; TIMEOUT on a busy machine: a longer callTimeout.";

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

    private final String check;

    /** Says why nothing can be concluded. */
    public Inconclusive(String why, @Nullable Throwable cause) {
      this(why, "", cause);
    }

    /**
     * Says why nothing can be concluded, and where to look in the backend.
     *
     * @param why what came in between
     * @param check where to look, empty if the backend is not to blame
     * @param cause the exception behind it, if there was one
     */
    public Inconclusive(String why, String check, @Nullable Throwable cause) {
      super(why, cause);
      this.check = check;
    }

    /** Where to look in the backend; empty if that is not known. */
    public String check() {
      return check;
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
