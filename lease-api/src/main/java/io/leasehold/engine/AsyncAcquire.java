package io.leasehold.engine;

import io.leasehold.Lease;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.engine.lease.HeldLease;
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

  private final Engine engine;
  private final Contender contender;
  private final CompletableFuture<Lease> result = new CompletableFuture<>();
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicBoolean woken = new AtomicBoolean();
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicReference<@Nullable Timer> timer = new AtomicReference<>();
  private final @Nullable Throwable stack;
  private volatile long notBefore;

  private AsyncAcquire(Engine engine, LeaseTerms terms) {
    this.engine = engine;
    this.contender = new Contender(engine, terms, terms.waitNanos(), this::wake);
    this.stack = engine.acquisitionStack(terms.name().value()); // later there are only our threads
    this.notBefore = contender.startedAt;
  }

  /** Starts acquiring. */
  static CompletableFuture<Lease> start(Engine engine, LeaseTerms terms) {
    AsyncAcquire acquire = new AsyncAcquire(engine, terms);
    engine.events.of(terms, null, Kind.ACQUIRE_STARTED, "ASYNC", 0);
    engine.lines.enter(terms.name(), acquire.contender);
    var unused = acquire.result.whenComplete((lease, error) -> acquire.leave());
    acquire.lookAt(acquire.contender.deadline);
    acquire.wake();
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
      engine.attempts.execute(this::run);
    }
  }

  private void run() {
    int seen;
    do {
      seen = calls.get();
      if (!over.get() && !result.isDone()) {
        step();
      }
    } while (!calls.compareAndSet(seen, 0));
  }

  @SuppressWarnings("CatchThrowable") // a future that never completes would be worse
  private void step() {
    try {
      if (engine.isClosed() || mayAsk()) {
        contend();
      }
      if (!over.get() && engine.clock.nanos() - contender.deadline >= 0) {
        fail(contender.timeIsUp());
      }
    } catch (Throwable t) {
      fail(t);
    }
  }

  private boolean mayAsk() {
    return engine.lines.isHead(contender.terms.name(), contender)
        && (woken.getAndSet(false) || engine.clock.nanos() - notBefore >= 0);
  }

  private void contend() {
    Contender.Step step = contender.attempt();
    if (step instanceof Contender.Step.Granted granted) {
      over.set(true);
      engine.signalThreads.execute(() -> deliver(granted.lease()));
    } else if (step instanceof Contender.Step.Failed failed) {
      fail(failed.error());
    } else if (step instanceof Contender.Step.Again again) {
      notBefore = again.at();
      lookAt(again.at() - contender.deadline < 0 ? again.at() : contender.deadline);
    }
  }

  private void deliver(HeldLease lease) {
    LeaseHandle handle = engine.handle(lease, stack);
    if (!result.complete(handle)) {
      handle.release(); // cancelled meanwhile: nobody else will
    }
  }

  private void fail(Throwable error) {
    if (over.compareAndSet(false, true)) {
      engine.signalThreads.execute(() -> result.completeExceptionally(error));
    }
  }

  private void leave() {
    if (result.isCancelled()) {
      contender.gaveUp();
    }
    engine.lines.leave(contender.terms.name(), contender);
    contender.end();
    Timer last = timer.get();
    if (last != null) {
      engine.timers.cancel(last);
    }
  }
}
