package io.leasehold.tck.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.history.What;
import io.leasehold.tck.run.Moment;
import io.leasehold.tck.run.Played;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KeptTest {

  private static Played play(Object... namesAndCounts) {
    Story story = new Story();
    for (int i = 0; i < namesAndCounts.length; i += 2) {
      for (int k = 0; k < (int) namesAndCounts[i + 1]; k++) {
        story.add(k + 1, "A", What.HELD, (String) namesAndCounts[i], "aa");
      }
    }
    return story.played();
  }

  private static Found found(int play, int number, String lease) {
    return new Found("RACE-01", "text", number, new Moment("race", 7, 1, lease, "A"), play);
  }

  @Test
  @DisplayName("nothing is left out of a small play")
  void aSmallPlayIsWhole() {
    Kept kept = Kept.of(List.of(play("a", 3, "b", 5)), List.of()).get(0);
    assertThat(kept.leases()).containsExactly("b", "a");
    assertThat(kept.events()).isEqualTo(9);
    assertThat(kept.leftEvents() + kept.leftLeases()).isZero();
  }

  @Test
  @DisplayName("the leases of findings are shown whole, then the busiest that fit")
  void findingsComeFirst() {
    List<Played> plays = List.of(play("a", 30, "b", 40, "c", 5, "d", 6));
    Kept kept = Kept.of(plays, List.of(found(0, 1, "a"), found(0, 2, "c")), 42, 100).get(0);
    assertThat(kept.leases()).containsExactly("a", "c", "d");
    assertThat(kept.leftLeases()).isEqualTo(1);
    assertThat(kept.leftEvents()).isEqualTo(40);
    assertThat(kept.events() + kept.leftEvents()).isEqualTo(82);
  }

  @Test
  @DisplayName("a finding's lease is shown whole even where there is no room for it")
  void aFindingNeedsNoRoom() {
    List<Played> plays = List.of(play("x", 9), play("a", 30, "b", 40));
    List<Kept> kept = Kept.of(plays, List.of(found(1, 1, "b")), 20, 20);
    assertThat(kept.get(1).leases()).containsExactly("b");
    assertThat(kept.get(0).events()).isZero();
    assertThat(kept.get(0).leftEvents()).isEqualTo(10);
  }

  @Test
  @DisplayName("of a lease that is too busy even alone the begin is shown")
  void theBeginOfABusyLease() {
    Kept kept = Kept.of(List.of(play("a", 30)), List.of(), 20, 100).get(0);
    assertThat(kept.leases()).containsExactly("a");
    assertThat(kept.events()).isEqualTo(20);
    assertThat(kept.leftEvents()).isEqualTo(11);
    assertThat(kept.until()).isLessThan(Story.ms(20));
  }
}
