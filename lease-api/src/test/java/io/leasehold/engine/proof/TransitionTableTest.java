package io.leasehold.engine.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseException;
import io.leasehold.LeaseState;
import io.leasehold.engine.lease.LeaseStateMachine;
import io.leasehold.engine.lease.LeaseStateMachine.Transition;
import io.leasehold.engine.lease.LeaseTrigger;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table answers for every state and trigger. (That each row is taken: the exploration.) */
class TransitionTableTest {

  static Stream<Arguments> everyPair() {
    return Stream.of(LeaseState.values())
        .flatMap(
            state -> Stream.of(LeaseTrigger.values()).map(trigger -> Arguments.of(state, trigger)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("everyPair")
  void aPairLeadsWhereItsRowSaysAndThrowsIfThereIsNone(LeaseState state, LeaseTrigger trigger) {
    Optional<Transition> row =
        LeaseStateMachine.TABLE.stream()
            .filter(each -> each.from() == state && each.trigger() == trigger)
            .findAny();
    assertThat(LeaseStateMachine.allows(state, trigger)).isEqualTo(row.isPresent());
    if (row.isPresent()) {
      assertThat(LeaseStateMachine.next("orders/1", state, trigger)).isEqualTo(row.get().to());
      return;
    }
    assertThatThrownBy(() -> LeaseStateMachine.next("orders/1", state, trigger))
        .isInstanceOf(LeaseException.class)
        .hasMessageStartingWith("LEASE-501")
        .hasMessageContainingAll("\"orders/1\"", state.name(), trigger.name())
        .asInstanceOf(InstanceOfAssertFactories.type(LeaseException.class))
        .returns(ErrorCode.ILLEGAL_TRANSITION, LeaseException::code);
  }
}
