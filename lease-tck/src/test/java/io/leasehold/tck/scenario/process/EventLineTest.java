package io.leasehold.tck.scenario.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.What;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How a child tells its events to its parent, and how their clocks are compared. */
class EventLineTest {

  @Test
  void anEventIsReadBackWhateverIsInIt() {
    Event event =
        new Event(
            -7,
            "A",
            What.ANSWERED,
            "a name = \"ü\"\n",
            "",
            Map.of("reason", "x=y z\n", "empty", "", "number", "12"));
    String line = EventLine.write(event);
    assertThat(line).doesNotContain("\n");
    assertThat(EventLine.read(line)).isEqualTo(event);
  }

  @Test
  void aLineThatWasCutOffIsRefused() {
    assertThatThrownBy(() -> EventLine.read("12 GOT A")).isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> EventLine.read("12 GOT A n o tok"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anotherClockWasReadBetweenQuestionAndAnswer() {
    ClockMatch match = ClockMatch.of(1_000, 5_500, 2_000);
    assertThat(match.offset()).isEqualTo(-4_000);
    assertThat(match.error()).isEqualTo(501);
    assertThat(match.or(ClockMatch.of(3_000, 7_050, 3_100)).error()).isEqualTo(51);
  }

  @Test
  void clocksThatHaveMovedApartDoNotAgree() {
    ClockMatch match = ClockMatch.of(0, 0, 1_000);
    assertThat(match.agreesWith(ClockMatch.of(500_000, 0, 501_000))).isTrue();
    assertThat(match.agreesWith(ClockMatch.of(5_000_000, 0, 5_001_000))).isFalse();
  }
}
