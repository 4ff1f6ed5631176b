package io.leasehold.tck.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RaceTest {

  private static final List<Integer> MANY = IntStream.range(0, 10_000).boxed().toList();

  @Test
  void whatIsQuickIsDoneByTheCaller() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    List<Integer> few = MANY.subList(0, 50);
    assertThat(Race.each(few, number -> noted(threads, number))).isEqualTo(few);
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @Test
  void whatWouldLastTooLongIsDoneByMoreThreadsAndKeepsItsOrder() {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    List<Integer> done =
        Race.each(
            MANY,
            number -> {
              if (number < 20) { // what the first ones take is what all are taken to need
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
              }
              return noted(threads, number);
            });
    assertThat(done).isEqualTo(MANY);
    assertThat(threads).hasSizeGreaterThan(1);
  }

  private static int noted(Set<Thread> threads, int number) {
    threads.add(Thread.currentThread());
    return number;
  }
}
