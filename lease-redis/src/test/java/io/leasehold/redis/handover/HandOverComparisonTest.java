package io.leasehold.redis.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.redis.handover.HandOverRound.Cost;
import io.leasehold.redis.handover.HandOverRound.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Three ways to wait, side by side in one run: what docs/rationale.md says of them. Counts are
 * asserted, times are printed.
 */
@Tag("long")
class HandOverComparisonTest {

  private static final int ROUNDS = 5;

  private record Entry(String name, Way way, List<String> kinds, List<Cost> costs) {

    Entry(String name, Way way, String... kinds) {
      this(name, way, List.of(kinds), new ArrayList<>());
    }

    double median(java.util.function.ToDoubleFunction<Cost> value) {
      return costs.stream().mapToDouble(value).sorted().toArray()[ROUNDS / 2];
    }
  }

  @Test
  void whatAHandOverAmongSixteenClientsCosts() throws Exception {
    Entry broadcast = new Entry("broadcast to all", Broadcast::new, "set", "eval");
    Entry queued = new Entry("queued token (BLPOP)", QueuedToken::new, "set", "eval", "blpop");
    Entry leasehold = new Entry("Leasehold, message to one", Leasehold::new, "evalsha", "eval");
    List<Entry> all = List.of(broadcast, queued, leasehold);
    for (int round = 0; round < ROUNDS; round++) {
      for (Entry entry : all) {
        entry.costs.add(HandOverRound.run(entry.way, entry.kinds));
      }
    }
    System.out.println("| way | calls per hand-over | p50 us | p99 us |\n|---|---|---|---|");
    for (Entry entry : all) {
      System.out.printf(
          Locale.ROOT,
          "| %s | %.1f | %.0f | %.0f |%n",
          entry.name,
          entry.median(Cost::calls),
          entry.median(cost -> cost.micros(0.5)),
          entry.median(cost -> cost.micros(0.99)));
    }
    assertThat(leasehold.median(Cost::calls))
        .as("as many as a queue: one acquire in vain, one that gets it, one release")
        .isLessThan(4);
    assertThat(broadcast.median(Cost::calls)).isGreaterThan(leasehold.median(Cost::calls));
  }
}
