package io.leasehold.engine.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The heap against a list that is sorted each time. */
class DueQueueTest {

  private static final class Entry extends Timed {}

  @ParameterizedTest
  @ValueSource(longs = {0, Long.MAX_VALUE - 500_000, Long.MIN_VALUE + 1, -500_000})
  void itAgreesWithASortedListUnderRandomOperationsAlsoWhereTheClockOverflows(long origin) {
    Random random = new Random(origin + 11);
    for (int run = 0; run < 20; run++) {
      DueQueue queue = new DueQueue();
      List<Entry> model = new ArrayList<>();
      List<Entry> outside = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        outside.add(new Entry());
      }
      for (int step = 0; step < 3_000; step++) {
        long due = origin + random.nextInt(1_000_000);
        int what = random.nextInt(4);
        if (what <= 1 && !outside.isEmpty()) {
          Entry entry = outside.remove(random.nextInt(outside.size()));
          queue.put(entry, due);
          model.add(entry);
        } else if (what == 2 && !model.isEmpty()) { // moved
          queue.put(model.get(random.nextInt(model.size())), due);
        } else if (!model.isEmpty()) {
          Entry entry = model.remove(random.nextInt(model.size()));
          queue.remove(entry);
          outside.add(entry);
          assertThat(entry.place).isEqualTo(-1);
        }
        assertThat(queue.size()).isEqualTo(model.size());
        Timed first = queue.first();
        long least = model.stream().mapToLong(e -> e.due - origin).min().orElse(-1);
        assertThat(first == null ? -1 : first.due - origin).isEqualTo(least);
      }
      List<Long> drained = new ArrayList<>();
      Timed first;
      while ((first = queue.first()) != null) {
        drained.add(first.due - origin);
        queue.remove(first);
      }
      assertThat(drained).hasSize(model.size()).isSortedAccordingTo(Comparator.naturalOrder());
    }
  }

  @Test
  void removingWhatIsNotInIsHarmless() {
    DueQueue queue = new DueQueue();
    Entry entry = new Entry();
    queue.remove(entry);
    queue.put(entry, 5);
    queue.put(entry, 3);
    assertThat(queue.size()).isEqualTo(1);
    queue.remove(entry);
    queue.remove(entry);
    assertThat(queue.size()).isZero();
    assertThat(queue.first()).isNull();
  }

  @Test
  void aTimerRunsUnlessItWasCancelled() {
    List<String> ran = new ArrayList<>();
    Timer timer = new Timer(7, () -> ran.add("ran"));
    assertThat(timer.at()).isEqualTo(7);
    timer.run();
    timer.cancel();
    timer.run();
    assertThat(ran).containsExactly("ran");
    assertThat(timer.at()).isEqualTo(DueQueue.NEVER);
  }
}
