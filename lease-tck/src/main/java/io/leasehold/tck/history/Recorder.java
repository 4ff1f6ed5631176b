package io.leasehold.tck.history;

import io.leasehold.spi.LeaseClock;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Writes down what happens, in whichever thread it happens. Never blocks. Thread-safe. */
public final class Recorder {

  private final LeaseClock clock;
  private final Consumer<Event> out;
  private final AtomicLong calls = new AtomicLong();

  /**
   * A recorder.
   *
   * @param clock gives the instants
   * @param out takes the events, from many threads; must not block
   */
  public Recorder(LeaseClock clock, Consumer<Event> out) {
    this.clock = clock;
    this.out = out;
  }

  /** Now, in nanoseconds on the clock of the events. */
  public long now() {
    return clock.nanos();
  }

  /** A number for a call that is sent and answered. */
  public long nextCall() {
    return calls.incrementAndGet();
  }

  /** Something that happens now; facts are keys and values in turn. */
  public void note(String by, What what, String name, String owner, Object... facts) {
    noteAt(now(), by, what, name, owner, facts);
  }

  /** Something that happened at an instant. */
  public void noteAt(long at, String by, What what, String name, String owner, Object... facts) {
    out.accept(new Event(at, by, what, name, owner, map(facts)));
  }

  private static Map<String, String> map(Object... facts) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < facts.length; i += 2) {
      map.put(String.valueOf(facts[i]), String.valueOf(facts[i + 1]));
    }
    return map;
  }
}
