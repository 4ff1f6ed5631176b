package io.leasehold.engine.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseException;
import io.leasehold.LeaseState;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The table of legal transitions, and that nothing else is one. */
class LeaseStateMachineTest {

  @Test
  void whatTheTableNamesIsAllowedAndNothingElse() {
    int legal = 0;
    for (LeaseState from : LeaseState.values()) {
      for (LeaseTrigger trigger : LeaseTrigger.values()) {
        var row =
            LeaseStateMachine.TABLE.stream()
                .filter(t -> t.from() == from && t.trigger() == trigger)
                .findFirst();
        assertThat(LeaseStateMachine.allows(from, trigger)).isEqualTo(row.isPresent());
        if (row.isPresent()) {
          legal++;
          assertThat(LeaseStateMachine.next("orders", from, trigger)).isEqualTo(row.get().to());
        } else {
          assertThatThrownBy(() -> LeaseStateMachine.next("orders", from, trigger))
              .isInstanceOfSatisfying(
                  LeaseException.class,
                  e -> assertThat(e.code()).isEqualTo(ErrorCode.ILLEGAL_TRANSITION))
              .hasMessageContainingAll("orders", from.name(), trigger.name());
        }
      }
    }
    assertThat(legal).isEqualTo(LeaseStateMachine.TABLE.size());
  }

  @Test
  void nothingLeadsOutOfATerminalStateAndEveryStateIsReached() {
    Set<LeaseState> reached = EnumSet.of(LeaseStateMachine.INITIAL);
    for (var transition : LeaseStateMachine.TABLE) {
      assertThat(transition.from().isTerminal()).as(transition.toString()).isFalse();
      reached.add(transition.to());
    }
    assertThat(reached).containsExactlyInAnyOrder(LeaseState.values());
  }

  @Test
  void anOpenLeaseCanAlwaysBeLostAndReleased() {
    for (LeaseState state : EnumSet.of(LeaseState.HELD, LeaseState.SUSPECT, LeaseState.OVERDUE)) {
      assertThat(LeaseStateMachine.allows(state, LeaseTrigger.LOSS)).isTrue();
      assertThat(LeaseStateMachine.allows(state, LeaseTrigger.RELEASE_BEGUN)).isTrue();
    }
  }
}
