package io.leasehold.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A fault that was planned with {@link NextCalls}: tells what it met, and lets go what it holds.
 * Thread-safe.
 */
public final class InjectedFault {

  /** Where on the way a fault takes hold. */
  enum When {
    ON_THE_WAY,
    BEFORE,
    AFTER
  }

  private final When when;
  private final Predicate<Call<?>> match;
  private final BiConsumer<Call<?>, InjectedFault> effect;

  private final ReentrantLock lock = new ReentrantLock();
  private final List<Call<?>> held = new ArrayList<>();
  private final List<Object> outcomes = new ArrayList<>();
  private int left;
  private int hits;

  InjectedFault(
      When when, int times, Predicate<Call<?>> match, BiConsumer<Call<?>, InjectedFault> effect) {
    this.when = when;
    this.left = times;
    this.match = match;
    this.effect = effect;
  }

  /** How many calls it has met. */
  public int hits() {
    return locked(() -> hits);
  }

  /** How many requests it holds now. */
  public int held() {
    return locked(held::size);
  }

  /**
   * What the store answered to the requests it has executed, also where no caller was told: an
   * {@code AcquireOutcome}, {@code RenewOutcome} and so on, in the order of execution.
   */
  public List<Object> outcomes() {
    return locked(() -> List.copyOf(outcomes));
  }

  /**
   * Lets the held requests arrive at the store, in their order, in this thread.
   *
   * @return how many the store executed; those from before a restart of the store are dead
   */
  public int letGo() {
    int executed = 0;
    for (Call<?> call : takeHeld()) {
      Object outcome = call.executeLate();
      if (outcome != null) {
        note(outcome);
        executed++;
      }
    }
    return executed;
  }

  /**
   * Forgets the held requests: the network has lost them.
   *
   * @return how many
   */
  public int drop() {
    return takeHeld().size();
  }

  /** Meets no further call; what it holds stays held. */
  public void cancel() {
    locked(() -> left = 0);
  }

  /** Takes one of its calls, if this one fits. */
  boolean takes(Call<?> call, When at) {
    if (when != at || !match.test(call)) {
      return false;
    }
    return locked(
        () -> {
          if (left == 0) {
            return false;
          }
          left--;
          hits++;
          return true;
        });
  }

  boolean spent() {
    return locked(() -> left == 0);
  }

  void apply(Call<?> call) {
    effect.accept(call, this);
  }

  void hold(Call<?> call) {
    locked(() -> held.add(call));
  }

  void note(Object outcome) {
    locked(() -> outcomes.add(outcome));
  }

  private List<Call<?>> takeHeld() {
    return locked(
        () -> {
          List<Call<?>> taken = List.copyOf(held);
          held.clear();
          return taken;
        });
  }

  private <T> T locked(Supplier<T> body) {
    lock.lock();
    try {
      return body.get();
    } finally {
      lock.unlock();
    }
  }
}
