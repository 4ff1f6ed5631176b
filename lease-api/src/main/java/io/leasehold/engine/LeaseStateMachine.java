package io.leasehold.engine;

import static io.leasehold.LeaseState.HELD;
import static io.leasehold.LeaseState.LOST;
import static io.leasehold.LeaseState.OVERDUE;
import static io.leasehold.LeaseState.RELEASED;
import static io.leasehold.LeaseState.RELEASE_UNKNOWN;
import static io.leasehold.LeaseState.RELEASING;
import static io.leasehold.LeaseState.SUSPECT;
import static io.leasehold.engine.LeaseTrigger.DOUBTED;
import static io.leasehold.engine.LeaseTrigger.HOLD_LIMIT_REACHED;
import static io.leasehold.engine.LeaseTrigger.LOSS;
import static io.leasehold.engine.LeaseTrigger.RELEASE_BEGUN;
import static io.leasehold.engine.LeaseTrigger.RELEASE_CONFIRMED;
import static io.leasehold.engine.LeaseTrigger.RELEASE_UNCONFIRMED;
import static io.leasehold.engine.LeaseTrigger.RENEWED;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseException;
import io.leasehold.LeaseState;
import java.util.List;

/** The one table of legal transitions. docs/states.md is generated from it. */
final class LeaseStateMachine {

  static final LeaseState INITIAL = HELD;

  static final List<Transition> TABLE =
      List.of(
          new Transition(HELD, DOUBTED, SUSPECT),
          new Transition(HELD, HOLD_LIMIT_REACHED, OVERDUE),
          new Transition(HELD, RELEASE_BEGUN, RELEASING),
          new Transition(HELD, LOSS, LOST),
          new Transition(SUSPECT, RENEWED, HELD),
          new Transition(SUSPECT, HOLD_LIMIT_REACHED, OVERDUE),
          new Transition(SUSPECT, RELEASE_BEGUN, RELEASING),
          new Transition(SUSPECT, LOSS, LOST),
          new Transition(OVERDUE, RELEASE_BEGUN, RELEASING),
          new Transition(OVERDUE, LOSS, LOST),
          new Transition(RELEASING, RELEASE_CONFIRMED, RELEASED),
          new Transition(RELEASING, RELEASE_UNCONFIRMED, RELEASE_UNKNOWN),
          new Transition(RELEASING, LOSS, LOST));

  private static final LeaseState[][] NEXT =
      new LeaseState[LeaseState.values().length][LeaseTrigger.values().length];

  static {
    for (Transition t : TABLE) {
      if (t.from().isTerminal() || NEXT[t.from().ordinal()][t.trigger().ordinal()] != null) {
        throw new AssertionError("the table contradicts itself at " + t);
      }
      NEXT[t.from().ordinal()][t.trigger().ordinal()] = t.to();
    }
  }

  private LeaseStateMachine() {}

  /** One row: in this state, that trigger leads there. */
  record Transition(LeaseState from, LeaseTrigger trigger, LeaseState to) {}

  /** Whether the table has a row for this state and trigger. */
  static boolean allows(LeaseState from, LeaseTrigger trigger) {
    return NEXT[from.ordinal()][trigger.ordinal()] != null;
  }

  /**
   * The state that follows.
   *
   * @throws LeaseException {@link ErrorCode#ILLEGAL_TRANSITION} if the table has no such row
   */
  static LeaseState next(String leaseName, LeaseState from, LeaseTrigger trigger) {
    LeaseState to = NEXT[from.ordinal()][trigger.ordinal()];
    if (to == null) {
      throw new LeaseException(
          ErrorCode.ILLEGAL_TRANSITION,
          "lease \"" + leaseName + "\" is " + from + ", where " + trigger + " cannot happen");
    }
    return to;
  }
}
