package io.leasehold.tck.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** For how long a machine stood still, as several threads measured it. */
class StalledTest {

  @Test
  void whatSeveralSawCountsOnce() {
    History history = history(stall(100, 40), stall(101, 10), stall(110, 30), stall(300, 50));
    assertThat(history.stalled(0, 200)).isEqualTo(50); // 60 to 110
    assertThat(history.stalled(0, 400)).isEqualTo(100);
    assertThat(history.stalled(105, 200)).isEqualTo(30); // 80 to 110: the others had ended
    assertThat(history.stalled(120, 240)).isZero();
  }

  @Test
  void whatCameBeforeIsLeftOutIfItIsAskedFor() {
    History history = history(stall(100, 40), stall(110, 30), stall(300, 50));
    assertThat(history.stalledWithin(90, 200)).isEqualTo(20);
    assertThat(history.stalledWithin(90, 260)).isEqualTo(70);
    assertThat(history.stalledWithin(111, 200)).isZero();
  }

  private static History history(Event... events) {
    return History.of(List.of(events));
  }

  private static Event stall(long at, long took) {
    return new Event(at, "kit", What.STALL, "", "", Map.of("took", Long.toString(took)));
  }
}
