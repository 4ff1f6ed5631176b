package io.leasehold.engine;

import io.leasehold.Lease;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseLostException;
import io.leasehold.Loss;
import io.leasehold.engine.lease.LeaseTerms;
import io.leasehold.engine.time.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Acquires without a thread of its own: each attempt is a task, and between two attempts there is
 * only a timer. Wake-ups, timers and cancellation may come at any time from any thread; the counter
 * makes one of them run at a time. The future is completed on a signal thread, because what hangs
 * on it is the user's code.
 */
final class AsyncAcquire {

  private enum Phase {
    BETWEEN,
    /** A call to the store is under way: its end decides, also if the time is up meanwhile. */
    ASKING,
    /** What the future is completed with is decided. */
    OVER
  }

  private final Engine engine;
  private final Contender contender;
  private final CompletableFuture<Lease> result = new CompletableFuture<>();
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.BETWEEN);
  private final AtomicBoolean woken = new AtomicBoolean();

  /** Not zero while somebody looks; {@link #start} is the first, until all is in place. */
  private final AtomicInteger calls = new AtomicInteger(1);

  private final AtomicBoolean left = new AtomicBoolean();
  private final AtomicReference<@Nullable Timer> timer = new AtomicReference<>();
  private final Timer end;
  private volatile long notBefore;

  private AsyncAcquire(Engine engine, LeaseTerms terms) {
    this.engine = engine;
    Throwable stack = engine.acquisitionStack(terms.name().value()); // later: our threads only
    this.contender = new Contender(engine, terms, terms.waitNanos(), this::wake, () -> stack);
    this.notBefore = contender.startedAt;
    // Not through look(): a caller's time is up also when all threads for attempts hang. Later
    // than the look at the deadline by what an attempt may take: with no time to wait that look is
    // the one attempt, and must not find it all over.
    this.end = new Timer(contender.deadline + engine.callTimeout, this::nobodyLooked);
  }

  /** Starts acquiring. */
  static CompletableFuture<Lease> start(Engine engine, LeaseTerms terms) {
    AsyncAcquire acquire = new AsyncAcquire(engine, terms);
    engine.events.of(terms, null, Kind.ACQUIRE_STARTED, "ASYNC", 0);
    engine.lines.enter(terms.name(), acquire.contender); // from here on others may wake it
    var unused = acquire.result.whenComplete((lease, error) -> acquire.leave());
    engine.timers.hand(acquire.end);
    acquire.lookAt(acquire.contender.deadline);
    acquire.woken.set(true);
    acquire.handIn();
    return acquire.result;
  }

  private void wake() {
    woken.set(true);
    look();
  }

  /** Replaces the timer: only the nearest time counts. */
  private void lookAt(long time) {
    Timer next = new Timer(time, this::look);
    Timer former = timer.getAndSet(next);
    if (former != null) {
      engine.timers.cancel(former);
    }
    engine.timers.hand(next);
  }

  private void look() {
    if (calls.getAndIncrement() == 0) {
      handIn();
    }
  }

  private void handIn() {
    engine.attemptLanes.execute(
        engine.calls.domain(contender.terms.name(), contender.terms.ttl()), this::run);
  }

  private void run() {
    int seen;
    do {
      seen = calls.get();
      if (!result.isDone()) {
        step();
      }
    } while (!calls.compareAndSet(seen, 0));
  }

  @SuppressWarnings("CatchThrowable") // a future that never completes would be worse
  private void step() {
    if ((engine.isClosed() || mayAsk()) && phase.compareAndSet(Phase.BETWEEN, Phase.ASKING)) {
      try {
        contend();
      } catch (Throwable t) {
        fail(Phase.ASKING, t);
      }
    }
    timeIsUp();
  }

  private void timeIsUp() {
    if (engine.clock.nanos() - contender.deadline >= 0
        && phase.compareAndSet(Phase.BETWEEN, Phase.OVER)) {
      complete(contender.timeIsUp());
    }
  }

  /** The look at the deadline still waits for a thread. An attempt under way is not disturbed. */
  private void nobodyLooked() {
    if (phase.compareAndSet(Phase.BETWEEN, Phase.OVER)) {
      complete(
          contender.timeIsUp(
              "every thread that asks the store is busy with calls that do not end; see why the"
                  + " store or its driver hangs, and try again"));
    }
  }

  private boolean mayAsk() {
    return engine.lines.isHead(contender.terms.name(), contender)
        && (woken.getAndSet(false) || engine.clock.nanos() - notBefore >= 0);
  }

  private void contend() {
    Contender.Step step = contender.attempt();
    if (step instanceof Contender.Step.Granted granted) {
      phase.set(Phase.OVER);
      engine.completions.execute(() -> deliver(granted.handle()));
    } else if (step instanceof Contender.Step.Failed failed) {
      fail(Phase.ASKING, failed.error());
    } else if (step instanceof Contender.Step.Again again) {
      notBefore = again.at();
      if (phase.compareAndSet(Phase.ASKING, Phase.BETWEEN)) { // not if the caller has cancelled
        long deadline = contender.deadline;
        lookAt(again.at() - deadline < 0 ? again.at() : deadline);
      }
    }
  }

  /** The thread that delivers may have had to wait: what is lost by then is no success. */
  @SuppressWarnings("CatchThrowable") // a future that never completes would be worse
  private void deliver(LeaseHandle handle) {
    try {
      hand(handle);
    } catch (Throwable t) {
      handle.release();
      result.completeExceptionally(t);
    }
  }

  private void hand(LeaseHandle handle) {
    leave(); // first: who is told may ask for the name again, and must not stand behind himself
    Loss loss = handle.isHeld() ? null : handle.lease.status().loss();
    boolean taken =
        loss == null
            ? result.complete(handle)
            : result.completeExceptionally(new LeaseLostException(loss));
    if (!taken || loss != null) {
      handle.release(); // nobody else will
    }
  }

  private void fail(Phase from, Throwable error) {
    if (phase.compareAndSet(from, Phase.OVER)) {
      complete(error);
    }
  }

  private void complete(Throwable error) {
    engine.completions.execute(
        () -> {
          try {
            leave();
          } finally {
            result.completeExceptionally(error);
          }
        });
  }

  private void leave() {
    if (left.getAndSet(true)) {
      return;
    }
    if (phase.getAndSet(Phase.OVER) != Phase.OVER) { // completed or cancelled by the caller
      contender.gaveUp();
    }
    engine.lines.leave(contender.terms.name(), contender);
    contender.end();
    engine.timers.cancel(end);
    Timer last = timer.get();
    if (last != null) {
      engine.timers.cancel(last);
    }
  }
}
