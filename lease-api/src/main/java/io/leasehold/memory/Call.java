package io.leasehold.memory;

import io.leasehold.memory.MemoryFaults.Op;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One call on its way to the store and back. What happens to it on the way is decided by {@link
 * MemoryFaults}; a request that was held back keeps this object and runs it later, in the thread
 * that lets it go, when its caller has long had another answer.
 */
final class Call<R> {

  private final Op op;
  private final LeaseName name;
  private final String domain;
  private final MemoryBackend connection;
  private final Budget budget;
  private final long generation;
  private final Supplier<R> step;
  private final Function<Cause, R> refused;
  private final Function<Cause, R> unknown;

  // Touched by the calling thread only.
  private @Nullable Consumer<Call<?>> trouble;
  private @Nullable R answer;

  Call(
      Op op,
      LeaseName name,
      MemoryBackend connection,
      Budget budget,
      Supplier<R> step,
      Function<Cause, R> refused,
      Function<Cause, R> unknown) {
    this.op = op;
    this.name = name;
    // Here and not when a fault asks, under its lock: the labels come from the user's function.
    this.domain = connection.store().domainOf(name);
    this.connection = connection;
    this.budget = budget;
    this.generation = connection.store().generation();
    this.step = step;
    this.refused = refused;
    this.unknown = unknown;
  }

  Op op() {
    return op;
  }

  LeaseName name() {
    return name;
  }

  String domain() {
    return domain;
  }

  MemoryBackend connection() {
    return connection;
  }

  Duration bound() {
    return budget.bound;
  }

  /** Makes the call, with whatever is planned for it. */
  R make() {
    return makeAll(List.of(this)).get(0);
  }

  /**
   * Makes the calls of one batch. Those in trouble come last, so that the time they cost is not
   * taken from the others (G10).
   */
  static <R> List<R> makeAll(List<Call<R>> batch) {
    List<Call<R>> troubled = new ArrayList<>();
    for (Call<R> call : batch) {
      call.trouble = call.troubleAhead();
      if (call.trouble == null) {
        call.execute();
      } else {
        troubled.add(call);
      }
    }
    troubled.forEach(Call::meetTrouble);
    return batch.stream().map(Call::answer).toList();
  }

  private @Nullable Consumer<Call<?>> troubleAhead() {
    return budget.closed()
        ? call -> call.refuse(Budget.CLOSED)
        : connection.store().faults().troubleFor(this);
  }

  private void meetTrouble() {
    if (trouble != null) {
      trouble.accept(this);
    }
  }

  private R answer() {
    if (answer == null) {
      throw new IllegalStateException("a fault left " + this + " without an answer");
    }
    return answer;
  }

  /** Runs the request at the store and answers with the result. */
  R execute() {
    R result = runAtStore();
    answer = result;
    return result;
  }

  void refuse(Cause cause) {
    answer = refused.apply(cause);
  }

  void leaveUnknown(Cause cause) {
    answer = unknown.apply(cause);
  }

  /** The rest of the bound passes, and no reply comes. */
  void noAnswer() {
    Cause cut = budget.spend(budget.bound);
    leaveUnknown(
        cut != null
            ? cut
            : Cause.of(Cause.Kind.TIMEOUT, "no answer within " + budget.bound.toMillis() + " ms"));
  }

  /**
   * Lets time pass, counted from the begin of the call.
   *
   * @return what cut it short, or null
   */
  @Nullable Cause spend(Duration sinceBegin) {
    return budget.spend(sinceBegin);
  }

  /**
   * Runs a held back request, after its caller was answered.
   *
   * @return the store's answer, or null if the request died with its connection in a restart
   */
  @Nullable R executeLate() {
    return generation == connection.store().generation() ? runAtStore() : null;
  }

  private R runAtStore() {
    MemoryFaults faults = connection.store().faults();
    faults.runHooks(this, InjectedFault.When.BEFORE);
    R result = step.get();
    faults.runHooks(this, InjectedFault.When.AFTER);
    return result;
  }

  @Override
  public String toString() {
    return op + " of \"" + name + "\"";
  }

  /**
   * The time that a call may take; the calls of one batch share one. On a {@link ManualClock} a
   * call that takes time moves the clock, so that a test in one thread waits for nothing; on any
   * other clock the calling thread really waits.
   */
  static final class Budget {
    static final Cause CLOSED = Cause.of(Cause.Kind.CLOSED, "the connection is closed");
    private static final Cause INTERRUPTED =
        Cause.of(Cause.Kind.INTERRUPTED, "interrupted while waiting for the store");

    private final LeaseClock clock;
    private final Duration bound;
    private final CountDownLatch closing;
    private final long begin;

    Budget(LeaseClock clock, Duration bound, CountDownLatch closing) {
      this.clock = clock;
      this.bound = bound;
      this.closing = closing;
      this.begin = clock.nanos();
    }

    boolean closed() {
      return closing.getCount() == 0;
    }

    @Nullable Cause spend(Duration sinceBegin) {
      long until = begin + sinceBegin.toNanos();
      if (clock instanceof ManualClock manual) {
        return spendAtOnce(manual, until);
      }
      try {
        return closing.await(until - clock.nanos(), TimeUnit.NANOSECONDS) ? CLOSED : null;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return INTERRUPTED;
      }
    }

    private @Nullable Cause spendAtOnce(ManualClock manual, long until) {
      if (Thread.currentThread().isInterrupted()) {
        return INTERRUPTED;
      }
      manual.advanceTo(until);
      return closed() ? CLOSED : null;
    }
  }
}
