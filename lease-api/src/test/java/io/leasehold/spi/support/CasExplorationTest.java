package io.leasehold.spi.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * All schedules of the real {@link CasLeaseBackend}, to a depth: exclusion by the holders' own
 * clocks, rising tokens, no write of an owner that was given up, no touch of a live holder's
 * record, no false answer. And planted defects, which the same exploration has to find.
 *
 * <p>The ttl is two ticks. Contenders acquire, renew, release, abandon or die, one call after the
 * other; the number given is that of their calls.
 */
@Timeout(900)
@Tag("proof")
class CasExplorationTest {

  private static void assertSawEverything(Map<String, Integer> counts) {
    assertThat(counts).containsKeys("Holds", "LetGo", "Dead", "grants of free names", "takeovers");
    System.out.println("explored " + counts);
  }

  @Test
  void contenders_of_three_and_two_calls() {
    assertSawEverything(Exploration.of(4, 0, Scripts.contender(3), Scripts.contender(2)).run());
  }

  @Test
  void contenders_of_two_calls_each_and_one_lost_message() {
    Map<String, Integer> counts =
        Exploration.of(4, 1, Scripts.contender(2), Scripts.contender(2)).run();
    assertSawEverything(counts);
    assertThat(counts).containsKeys("late writes", "late writes without a chance");
  }

  @Test
  void contenders_of_two_calls_and_one_and_somebody_who_revokes() {
    assertSawEverything(
        Exploration.of(3, 0, Scripts.contender(2), Scripts.contender(1), Scripts.revoker(1)).run());
  }

  @Test
  @Tag("long")
  void contenders_of_three_calls_each_and_one_lost_message() {
    assertSawEverything(Exploration.of(5, 1, Scripts.contender(3), Scripts.contender(3)).run());
  }

  @Test
  @Tag("long")
  void contenders_of_two_calls_each_and_three_lost_messages() {
    assertSawEverything(Exploration.of(4, 3, Scripts.contender(2), Scripts.contender(2)).run());
  }

  @Test
  @Tag("long")
  void contenders_and_somebody_who_revokes_and_one_lost_message() {
    assertSawEverything(
        Exploration.of(4, 1, Scripts.contender(2), Scripts.contender(1), Scripts.revoker(1)).run());
  }

  @Test
  void a_contender_whose_clock_runs_too_fast_is_found() {
    assertThatThrownBy(
            Exploration.of(4, 0, Scripts.contender(2), Scripts.contender(2)).clocks(1, 2)::run)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("a live holder");
  }

  @Test
  void a_register_that_does_not_compare_the_whole_record_is_found() {
    assertThatThrownBy(
            Exploration.of(4, 1, Scripts.contender(2), Scripts.contender(2))
                    .comparing(
                        (expected, current) ->
                            Objects.equals(
                                expected == null ? null : expected.owner(),
                                current == null ? null : current.owner()))
                ::run)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("broken:");
  }

  @Test
  void an_attempt_that_is_not_abandoned_at_the_store_is_found() {
    assertThatThrownBy(
            Exploration.of(4, 1, Scripts.contenderThatForgets(2), Scripts.contender(1))::run)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("given up");
  }
}
