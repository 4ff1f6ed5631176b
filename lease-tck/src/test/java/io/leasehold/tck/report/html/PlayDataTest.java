package io.leasehold.tck.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Exclusion;
import io.leasehold.tck.judge.Finding;
import io.leasehold.tck.run.Played;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PlayDataTest {

  private static Map<String, Object> data(Story story) {
    Played played = story.played();
    return PlayData.of(played, Kept.of(List.of(played), List.of()).get(0), List.of());
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> lease(Map<String, Object> data) {
    return ((List<Map<String, Object>>) data.get("leases")).get(0);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> lane(Map<String, Object> data, int number) {
    return ((List<Map<String, Object>>) lease(data).get("lanes")).get(number);
  }

  @Test
  @DisplayName("a lease has lanes, the store's word, a saw-tooth and overlaps")
  void aLeaseHasItsParts() {
    Map<String, Object> data = data(Story.twoHolders("n"));
    assertThat(data)
        .containsKeys("people", "ttl", "events", "leases", "found", "disturbed", "whats")
        .containsEntry("people", List.of("A", "B", "kit", "eye"))
        .containsEntry("ttl", 100_000L);
    assertThat(lease(data))
        .containsEntry("name", "n")
        .containsEntry("from", 17_000L)
        .containsEntry("to", 60_000L);
    assertThat(lane(data, 0).get("holds").toString())
        .contains("from=20000, to=50000, token=1", "until it was let go");
    assertThat(lane(data, 0).get("waits").toString()).contains("from=17000, to=20000");
    assertThat(lane(data, 0).get("calls").toString()).contains("from=18000, to=19000", "is=yes");
    assertThat(lease(data).get("store").toString()).contains("by=1, token=2, left=90000");
    assertThat(lease(data).get("saw").toString())
        .isEqualTo(
            "[{by=0, points=[[19000, 99000], [50000, 68000]]},"
                + " {by=1, points=[[39000, 99000], [60000, 78000]]}]");
    assertThat(lease(data).get("overlaps").toString())
        .contains("from=40000, to=50000, a=0, b=1", "both relied on it for 10.0 ms");
  }

  @Test
  @DisplayName("an overlap is drawn exactly where the rule of exclusion finds one")
  void overlapsAreThoseOfTheJudge() {
    Random random = new Random(1);
    int found = 0;
    for (int i = 0; i < 300; i++) {
      History history = chance(random).history();
      List<Long> judged = Exclusion.judge(history).findings().stream().map(Finding::at).toList();
      List<Acquisition> all = history.acquisitions();
      List<Long> drawn =
          Interval.overlaps(Interval.of(history, all), history.error()).stream()
              .map(Interval.Overlap::from)
              .distinct()
              .toList();
      assertThat(drawn).isEqualTo(judged);
      found += judged.size();
    }
    assertThat(found).isGreaterThan(50);
  }

  private static Story chance(Random random) {
    Story story = new Story();
    long at = 10;
    for (int i = 0; i < 6; i++) {
      at += 4 + random.nextInt(40);
      story.got(at, "" + (char) ('A' + i % 3), "n", "0" + i, i + 1);
      if (random.nextInt(4) > 0) {
        story.add(at + 1 + random.nextInt(30), "A", What.LET, "n", "0" + i);
      }
    }
    return story;
  }

  @Test
  @DisplayName("what is in doubt is said: a call without an answer, a gap in a recorder")
  void doubtIsShown() {
    Story story =
        Story.twoHolders("n")
            .add(62, "A", What.SENT, "n", "aa", "call", "release", "number", 99)
            .add(70, "A", What.GAP, "", "", "reason", "killed");
    assertThat(lane(data(story), 0).get("calls").toString()).contains("call=release, is=open");
    assertThat(lane(data(story), 0).get("doubt").toString()).contains("from=62000, to=70000");
  }

  @Test
  @DisplayName("faults, stalls and stopped processes have their spans")
  void disturbancesHaveSpans() {
    Story story =
        Story.twoHolders("n")
            .add(5, "kit", What.FAULT, "", "", "fault", "freeze", "target", "", "phase", "begin")
            .add(30, "kit", What.STALL, "", "", "took", Story.ms(20))
            .add(
                33,
                "B",
                What.FAULT,
                "n",
                "bb",
                "fault",
                "HOLD_BACK",
                "call",
                "RENEW",
                "target",
                "B",
                "phase",
                "call")
            .add(35, "kit", What.FAULT, "", "", "fault", "freeze", "target", "", "phase", "end")
            .add(41, "B", What.PROCESS, "", "", "phase", "stopped")
            .add(49, "B", What.PROCESS, "", "", "phase", "woken");
    Map<String, Object> data = data(story);
    assertThat(data.get("disturbed").toString())
        .contains("from=5000, to=35000, text=freeze", "stalls=[{from=10000, to=30000");
    assertThat(lease(data).get("disturbed").toString()).contains("from=33000, to=33000, by=1");
    assertThat(lane(data, 1).get("down").toString()).contains("from=41000, to=49000, is=stopped");
  }

  @Test
  @DisplayName("every kind of event has words, also with facts that make no sense")
  void everyEventHasWords() {
    List<Event> odd = new ArrayList<>();
    for (What what : What.values()) {
      odd.add(new Event(1, "A", what, "n", "a", Map.of("ttl", "x", "took", "", "token", "1e3")));
    }
    Words words = new Words(History.of(List.of()));
    assertThat(odd).allSatisfy(event -> assertThat(words.of(event)).isNotNull());
    assertThat(
            new Words(Story.twoHolders("n").history())
                .of(Story.twoHolders("n").history().events().get(4)))
        .isEqualTo("has the lease, token 1, ttl 100.0 ms");
  }
}
