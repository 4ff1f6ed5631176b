package io.leasehold.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Waiting for what real threads do. */
public final class Patience {

  /** Far beyond what a busy machine needs; a test that comes close to it has failed. */
  public static final Duration LONG = Duration.ofSeconds(60);

  private Patience() {}

  public static void until(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + LONG.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - end).as("still waiting until " + what).isNegative();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  /** The threads of the library, of all clients. */
  public static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("leasehold-"))
        .collect(Collectors.toSet());
  }

  /** How many threads of the library there are whose name contains that. */
  public static long threads(String part) {
    return threads().stream().filter(thread -> thread.getName().contains(part)).count();
  }
}
