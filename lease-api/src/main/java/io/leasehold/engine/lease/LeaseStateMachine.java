package io.leasehold.engine.lease;

import static io.leasehold.LeaseState.HELD;
import static io.leasehold.LeaseState.LOST;
import static io.leasehold.LeaseState.OVERDUE;
import static io.leasehold.LeaseState.RELEASED;
import static io.leasehold.LeaseState.RELEASE_UNKNOWN;
import static io.leasehold.LeaseState.RELEASING;
import static io.leasehold.LeaseState.SUSPECT;
import static io.leasehold.engine.lease.LeaseTrigger.DOUBTED;
import static io.leasehold.engine.lease.LeaseTrigger.HOLD_LIMIT_REACHED;
import static io.leasehold.engine.lease.LeaseTrigger.LOSS;
import static io.leasehold.engine.lease.LeaseTrigger.RELEASE_BEGUN;
import static io.leasehold.engine.lease.LeaseTrigger.RELEASE_CONFIRMED;
import static io.leasehold.engine.lease.LeaseTrigger.RELEASE_UNCONFIRMED;
import static io.leasehold.engine.lease.LeaseTrigger.RENEWED;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseException;
import io.leasehold.LeaseState;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The one table of legal transitions. docs/states.md is generated from it. */
public final class LeaseStateMachine {

  public static final LeaseState INITIAL = HELD;

  public static final List<Transition> TABLE =
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

  private static final Map<LeaseState, Map<LeaseTrigger, LeaseState>> NEXT =
      new EnumMap<>(LeaseState.class);

  static {
    for (LeaseState state : LeaseState.values()) {
      NEXT.put(state, new EnumMap<>(LeaseTrigger.class));
    }
    for (Transition t : TABLE) {
      if (t.from().isTerminal() || row(t.from()).put(t.trigger(), t.to()) != null) {
        throw new AssertionError("the table contradicts itself at " + t);
      }
    }
  }

  private LeaseStateMachine() {}

  /** One row: in this state, that trigger leads there. */
  public record Transition(LeaseState from, LeaseTrigger trigger, LeaseState to) {}

  private static Map<LeaseTrigger, LeaseState> row(LeaseState from) {
    return Objects.requireNonNull(NEXT.get(from));
  }

  /** Whether the table has a row for this state and trigger. */
  public static boolean allows(LeaseState from, LeaseTrigger trigger) {
    return row(from).containsKey(trigger);
  }

  /**
   * The state that follows.
   *
   * @throws LeaseException {@link ErrorCode#ILLEGAL_TRANSITION} if the table has no such row
   */
  public static LeaseState next(String leaseName, LeaseState from, LeaseTrigger trigger) {
    LeaseState to = row(from).get(trigger);
    if (to == null) {
      throw new LeaseException(
          ErrorCode.ILLEGAL_TRANSITION,
          "lease \"" + leaseName + "\" is " + from + ", where " + trigger + " cannot happen");
    }
    return to;
  }
}
