package io.leasehold.engine.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class LanesTest {

  private final Queue<Runnable> threads = new ArrayDeque<>();
  private final List<String> done = new ArrayList<>();
  private final Lanes lanes = new Lanes(threads::add, 2);

  private void hand(String lane, String... works) {
    for (String work : works) {
      lanes.execute(lane, () -> done.add(work));
    }
  }

  @Test
  void asManyAsALaneIsWideAreUnderWay() {
    hand("a", "1", "2", "3");
    assertThat(threads).hasSize(2);
    threads.remove().run();
    assertThat(done).as("whose turn it is next needs no other thread").containsExactly("1", "3");
    assertThat(threads).hasSize(1);
  }

  /** As a closed client's threads are: what is handed in there runs on the thread that does so. */
  @Test
  void howMuchWaitsDoesNotShowOnTheStackOfAThreadThatRunsAllOfIt() {
    Lanes narrow = new Lanes(Runnable::run, 1);
    int many = 100_000;
    narrow.execute(
        "a",
        () -> {
          for (int i = 0; i < many; i++) {
            narrow.execute("a", () -> done.add("x"));
          }
        });
    assertThat(done).hasSize(many);
  }

  @Test
  void aLaneThatHangsHoldsUpNoOther() {
    hand("frozen", "1", "2", "3");
    List<Runnable> hang = List.of(threads.remove(), threads.remove());
    hand("sound", "4");
    threads.remove().run();
    assertThat(done).containsExactly("4");
    hang.forEach(Runnable::run);
    assertThat(done).containsExactly("4", "1", "3", "2");
    assertThat(threads).isEmpty();
  }

  @Test
  void workOfALaneBeginsInItsOrder() {
    Lanes narrow = new Lanes(threads::add, 1);
    for (String work : List.of("1", "2", "3", "4")) {
      narrow.execute("a", () -> done.add(work));
    }
    while (!threads.isEmpty()) {
      threads.remove().run();
    }
    assertThat(done).containsExactly("1", "2", "3", "4");
  }

  @Test
  void workThatThrowsFreesItsPlace() {
    for (int i = 0; i < 4; i++) {
      lanes.execute(
          "a",
          () -> {
            throw new IllegalStateException("planted");
          });
    }
    hand("a", "after");
    while (!threads.isEmpty()) {
      try {
        threads.remove().run();
      } catch (IllegalStateException e) {
        assertThat(e).hasMessage("planted");
      }
    }
    assertThat(done).containsExactly("after");
  }

  @Test
  void aWidenedLaneTakesMoreAtOnce() {
    hand("a", "1", "2", "3", "4");
    lanes.widen(16);
    assertThat(threads).hasSize(4);
  }
}
