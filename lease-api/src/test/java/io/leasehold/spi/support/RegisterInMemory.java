package io.leasehold.spi.support;

import io.leasehold.memory.ManualClock;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseName;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A register that is linearizable by a map's own compare-and-set, and whose line can be disturbed:
 * a reply lost, a request held back, a step refused. It stores text, as a real one does.
 */
final class RegisterInMemory implements CasRegister {

  static final Cause LOST = Cause.of(Cause.Kind.TIMEOUT, "no reply");
  static final Cause BUSY = Cause.of(Cause.Kind.OVERLOADED, "not now");

  /** What happens to one step. */
  enum Line {
    OPEN,
    LOSE_REPLY,
    HOLD_BACK,
    REFUSE,
    THROW,
    SEND_TWICE
  }

  final Map<LeaseName, String> texts = new ConcurrentHashMap<>();
  final AtomicBoolean closed = new AtomicBoolean();
  private final Deque<Line> swaps = new ArrayDeque<>();
  private final Deque<Line> reads = new ArrayDeque<>();
  private final Deque<Runnable> beforeSwap = new ArrayDeque<>();
  private final Deque<Runnable> beforeRead = new ArrayDeque<>();
  private final List<Runnable> heldBack = new ArrayList<>();
  private final ManualClock clock;
  private Duration stepTakes = Duration.ZERO;
  private int steps;

  RegisterInMemory(ManualClock clock) {
    this.clock = clock;
  }

  /** What happens to the next compare-and-sets; later ones find the line open. */
  RegisterInMemory onSwap(Line... next) {
    swaps.addAll(List.of(next));
    return this;
  }

  RegisterInMemory onRead(Line... next) {
    reads.addAll(List.of(next));
    return this;
  }

  /** Runs once, just before the next compare-and-set gets to the store. */
  void beforeSwap(Runnable rival) {
    beforeSwap.add(rival);
  }

  /** Runs once, just before the next read gets to the store. */
  void beforeRead(Runnable rival) {
    beforeRead.add(rival);
  }

  void stepTakes(Duration time) {
    stepTakes = time;
  }

  /** Lets the requests that were held back get to the store. */
  void letGo() {
    List<Runnable> late = List.copyOf(heldBack);
    heldBack.clear();
    late.forEach(Runnable::run);
  }

  int steps() {
    return steps;
  }

  CasRecord record(LeaseName name) {
    return CasRecord.parse(texts.get(name));
  }

  @Override
  public CasRead read(LeaseName name) {
    steps++;
    clock.advance(stepTakes);
    while (!beforeRead.isEmpty()) {
      beforeRead.remove().run();
    }
    Line line = reads.isEmpty() ? Line.OPEN : reads.remove();
    if (line == Line.THROW) {
      throw new IllegalStateException("driver broke");
    }
    if (line != Line.OPEN) {
      return new CasRead.Failed(LOST);
    }
    String text = texts.get(name);
    return text == null ? new CasRead.NeverWritten() : new CasRead.Found(CasRecord.parse(text));
  }

  @Override
  public CasSwap compareAndSet(LeaseName name, CasRecord expected, CasRecord next) {
    steps++;
    clock.advance(stepTakes);
    while (!beforeSwap.isEmpty()) {
      beforeSwap.remove().run();
    }
    Line line = swaps.isEmpty() ? Line.OPEN : swaps.remove();
    switch (line) {
      case REFUSE -> {
        return new CasSwap.Refused(BUSY);
      }
      case HOLD_BACK -> {
        heldBack.add(() -> swap(name, expected, next));
        return new CasSwap.Unknown(LOST);
      }
      case LOSE_REPLY -> {
        swap(name, expected, next);
        return new CasSwap.Unknown(LOST);
      }
      case THROW -> {
        swap(name, expected, next);
        throw new IllegalStateException("driver broke");
      }
      case SEND_TWICE -> swap(name, expected, next);
      case OPEN -> {}
    }
    return swap(name, expected, next) ? new CasSwap.Swapped() : new CasSwap.Conflict();
  }

  private boolean swap(LeaseName name, CasRecord expected, CasRecord next) {
    return expected == null
        ? texts.putIfAbsent(name, next.toText()) == null
        : texts.replace(name, expected.toText(), next.toText());
  }

  @Override
  public void close() {
    closed.set(true);
  }
}
