package io.leasehold.engine;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseCall;
import io.leasehold.LeaseException;
import io.leasehold.LeaseLostException;
import io.leasehold.Loss;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.lease.InterruptGuard;
import io.leasehold.engine.lease.LeaseTerms;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/** Work under a lease: the product's flow on one screen. */
final class GuardedWork {

  /** Work that has not ended, or not begun, when it is returned: Reactor, RxJava, and others. */
  private static final Set<String> DEFERRED =
      Set.of(
          "org.reactivestreams.Publisher",
          "io.reactivex.rxjava3.core.SingleSource",
          "io.reactivex.rxjava3.core.MaybeSource",
          "io.reactivex.rxjava3.core.CompletableSource",
          "io.reactivex.rxjava3.core.ObservableSource",
          "io.reactivex.SingleSource",
          "io.reactivex.MaybeSource",
          "io.reactivex.CompletableSource",
          "io.reactivex.ObservableSource",
          "io.smallrye.mutiny.Uni",
          "io.vertx.core.Future",
          "kotlinx.coroutines.Job");

  private final AcquireLoop acquireLoop;
  private final ThreadHolds holds;

  GuardedWork(AcquireLoop acquireLoop, ThreadHolds holds) {
    this.acquireLoop = acquireLoop;
    this.holds = holds;
  }

  /** Acquire, watch, work, release or lose. */
  <T extends @Nullable Object, E extends Exception> T run(LeaseTerms terms, LeaseCall<T, E> work)
      throws E, InterruptedException {
    holds.enter(terms.name());
    try {
      LeaseHandle handle = acquireLoop.acquire(terms);
      InterruptGuard guard = watch(handle.lease);
      Throwable failure = null;
      try {
        handle.ensureHeld(); // this process may have stood still since the grant
        return refuseUnfinished(terms, work.call(handle));
      } catch (Throwable t) {
        failure = t;
        throw t;
      } finally {
        guard.done();
        release(handle, failure);
        report(handle.lease.status().loss(), failure);
      }
    } finally {
      holds.leave(terms.name());
    }
  }

  /** From here on a loss interrupts this thread; one that has happened already does so at once. */
  private static InterruptGuard watch(HeldLease lease) {
    InterruptGuard guard = new InterruptGuard();
    lease.guard = guard;
    if (lease.status().loss() != null) {
      guard.interrupt();
    }
    return guard;
  }

  /** A log that throws, for instance, does not hide the work's own exception. */
  private static void release(LeaseHandle handle, @Nullable Throwable failure) {
    try {
      handle.release();
    } catch (RuntimeException e) {
      if (failure == null) {
        throw e;
      }
      failure.addSuppressed(e);
    }
  }

  /** The work's own exception is never hidden; a loss is attached to it, or thrown alone. */
  private static void report(@Nullable Loss loss, @Nullable Throwable failure) {
    if (loss == null) {
      return;
    }
    LeaseLostException lost = new LeaseLostException(loss);
    if (failure == null) {
      throw lost;
    } else if (!(failure instanceof LeaseLostException)) {
      failure.addSuppressed(lost);
    }
  }

  private static <T extends @Nullable Object> T refuseUnfinished(LeaseTerms terms, T result) {
    if (result != null && isUnfinished(result)) {
      throw new LeaseException(
          ErrorCode.UNFINISHED_RESULT,
          "the work under lease \""
              + terms.name()
              + "\" returned before it had ended ("
              + result.getClass().getName()
              + "), and the lease is given back now; use withLeaseAsync, or wait inside");
    }
    return result;
  }

  private static boolean isUnfinished(Object result) {
    // Stages first: a minimal one is a Future, too, and refuses isDone.
    if (result instanceof CompletionStage<?> stage) {
      try {
        return !stage.toCompletableFuture().isDone();
      } catch (UnsupportedOperationException e) {
        return true; // it does not tell
      }
    } else if (result instanceof Future<?> future) {
      return !future.isDone();
    }
    return result instanceof Flow.Publisher<?>
        || result instanceof BaseStream<?, ?>
        || isDeferred(result.getClass());
  }

  /** Told by name, because we do not depend on them. */
  private static boolean isDeferred(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      if (DEFERRED.contains(each.getName())) {
        return true;
      }
      for (Class<?> part : each.getInterfaces()) {
        if (isDeferred(part)) {
          return true;
        }
      }
    }
    return false;
  }
}
