package io.leasehold.engine.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.engine.lease.LeaseStateMachine;
import io.leasehold.engine.lease.LeaseStateMachine.Transition;
import io.leasehold.engine.proof.LeaseWorld.Shape;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every order in which a lease can be renewed, answered (late, twice, never), paused, revoked,
 * expired, overdue, released and lost, with all of the store's reactions: at most two renewals and
 * one release unanswered at a time, any number of them one after the other. After each step:
 *
 * <ul>
 *   <li>I1 held here means owned and not expired at the store, unless the store lost a record;
 *   <li>I2 there is one terminal state, and it is never left;
 *   <li>I3 what is not held is never held again;
 *   <li>I4 no renewal begins after release, loss or the hold limit, nor beside another in its
 *       bound;
 *   <li>I5 validity is never taken back while open, and never longer than the newest confirmed
 *       write allows, counted from before it was sent;
 *   <li>I6 two acquisitions are never valid at once;
 *   <li>I7 a loss has one reason, and RELEASED is said only if the store freed the name for us;
 *   <li>I8 from everywhere some way leads to an end.
 * </ul>
 */
@Tag("proof")
class LeaseExplorationTest {

  private static final int UNTIL_NOTHING_IS_LEFT = 1_000;

  @Test
  void everyOrderOfStepsWithARivalKeepsTheInvariantsUntilNothingIsLeftToExplore() {
    Set<Transition> taken = new HashSet<>();
    var result = explore(new Shape(0, true, false, true), UNTIL_NOTHING_IS_LEFT, taken);
    assertThat(result.sound()).as(result.toString()).isTrue();
    assertThat(result.complete()).as(result.toString()).isTrue();
    assertThat(result.states()).isGreaterThan(100_000);
    assertThat(LeaseStateMachine.TABLE)
        .as("a legal transition that no order of steps takes")
        .allSatisfy(row -> assertThat(taken).contains(row));
  }

  @Test
  void everyOrderOf12StepsOnAStoreWithSessionsAndGuardedWorkKeepsTheInvariants() {
    var result = explore(new Shape(1, false, true, true), 12, new HashSet<>());
    assertThat(result.sound()).as(result.toString()).isTrue();
    assertThat(result.depth()).isEqualTo(12);
  }

  @Test
  @Tag("long")
  void everyOrderOfStepsOnAStoreWithSessionsRivalsAndGuardedWorkKeepsTheInvariants() {
    var result = explore(new Shape(1, true, true, true), UNTIL_NOTHING_IS_LEFT, new HashSet<>());
    assertThat(result.sound()).as(result.toString()).isTrue();
    assertThat(result.complete()).as(result.toString()).isTrue();
  }

  private static Explorer.Result<LeaseStep> explore(Shape shape, int depth, Set<Transition> taken) {
    var result = LeaseExploration.explore(shape, depth, taken);
    System.out.println("explored " + shape + ": " + result);
    return result;
  }
}
