package io.leasehold.tck.scenario.life;

import io.leasehold.spi.LeaseClock;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A client's clock that notices the threads of the client's engine by their name, so that a
 * scenario can see whether they end. Thread-safe.
 */
final class EngineThreads implements LeaseClock {

  private static final String WATCHDOG = "-watchdog";

  private final LeaseClock clock = LeaseClock.system();
  private final AtomicReference<@Nullable String> client = new AtomicReference<>();

  @Override
  public long nanos() {
    if (client.get() == null) {
      String name = Thread.currentThread().getName();
      if (name.startsWith("leasehold-") && name.endsWith(WATCHDOG)) {
        client.set(name.substring(0, name.length() - WATCHDOG.length() + 1));
      }
    }
    return clock.nanos();
  }

  @Override
  public long accountForSuspend() {
    return clock.accountForSuspend();
  }

  /** Whether the client has threads that can be told by their name. */
  boolean isKnown() {
    return client.get() != null;
  }

  /** The names of those that are alive. */
  List<String> alive() {
    String prefix = client.get();
    return prefix == null
        ? List.of()
        : Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.isAlive() && thread.getName().startsWith(prefix))
            .map(Thread::getName)
            .sorted()
            .toList();
  }
}
