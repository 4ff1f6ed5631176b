package io.leasehold.engine.watch;

import io.leasehold.LeaseEnd;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseState;
import io.leasehold.Loss;
import io.leasehold.engine.events.Events;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.lease.LeaseSignals;
import io.leasehold.engine.lease.Status;
import io.leasehold.engine.time.Threads;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls listeners and completes futures on threads made for it, so that no user code runs on the
 * engine's threads. One lease's signals keep their order; a blocked listener delays its own lease
 * only.
 */
public final class SignalDispatcher {

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");

  private final Executor threads;
  private final Events events;
  private final AtomicInteger undelivered = new AtomicInteger();
  private final AtomicInteger delivering = new AtomicInteger();
  private volatile boolean stopped;

  public SignalDispatcher(Executor threads, Events events) {
    this.threads = threads;
    this.events = events;
  }

  public void onLost(HeldLease lease, Consumer<Loss> listener) {
    LeaseSignals signals = lease.signals();
    boolean added = signals.addLost(listener);
    Loss loss = lease.status().loss();
    if (!added && loss != null) {
      post(lease, () -> call(lease, () -> listener.accept(loss)));
    } else if (lease.status().state().isTerminal()) {
      ended(lease); // it ended between the two lines above, or before there was anybody to tell
    }
  }

  public void onOverdue(HeldLease lease, Runnable listener) {
    LeaseSignals signals = lease.signals();
    if (!signals.addOverdue(listener)) {
      post(lease, () -> call(lease, listener));
    } else if (lease.wasOverdue()) {
      overdue(lease);
    }
  }

  /** Tells that the lease is overdue. */
  public void overdue(HeldLease lease) {
    LeaseSignals signals = lease.signalsIfAny();
    if (signals != null) {
      List<Runnable> listeners = signals.takeOverdue();
      if (!listeners.isEmpty()) {
        post(lease, () -> listeners.forEach(listener -> call(lease, listener)));
      }
    }
  }

  /** Tells the end of the lease: the listeners of a loss first, then whenEnded. */
  public void ended(HeldLease lease) {
    LeaseSignals signals = lease.signalsIfAny();
    if (signals == null) {
      return;
    }
    Status status = lease.status();
    Loss loss = status.loss();
    List<Consumer<Loss>> listeners =
        status.state() == LeaseState.LOST ? signals.takeLost() : List.of();
    LeaseEnd end = new LeaseEnd(status.state(), Optional.ofNullable(loss));
    post(
        lease,
        () -> {
          if (loss != null) {
            listeners.forEach(listener -> call(lease, () -> listener.accept(loss)));
          }
          // Dependent stages of users run here, on this thread. Also after close, if a listener has
          // held it up for so long: somebody may wait for it.
          if (signals.ended().complete(end) && !stopped) {
            events.of(lease, Kind.SIGNALLED, status.state().name());
          }
        });
  }

  /** The end as a future of the caller's own. */
  public CompletableFuture<LeaseEnd> whenEnded(HeldLease lease) {
    Status status = lease.status();
    if (!status.state().isTerminal()) {
      return lease.signals().ended().copy();
    } else if (stopped) { // a closed client has no threads to tell it
      return CompletableFuture.completedFuture(
          new LeaseEnd(status.state(), Optional.ofNullable(status.loss())));
    }
    CompletableFuture<LeaseEnd> ended = lease.signals().ended().copy();
    ended(lease);
    return ended;
  }

  /**
   * Calls no listener from now on; futures of the end may still complete.
   *
   * @return how many signals were handed over and not delivered
   */
  public int stop() {
    stopped = true;
    return undelivered.get();
  }

  @SuppressWarnings("CatchThrowable") // what follows in the same mailbox must be told all the same
  private void post(HeldLease lease, Runnable signal) {
    LeaseSignals signals = lease.signals();
    undelivered.incrementAndGet();
    boolean first =
        signals.post(
            () -> {
              try {
                signal.run();
              } catch (Throwable t) {
                LOG.error("A signal of lease \"{}\" failed", lease.name(), t);
              }
              undelivered.decrementAndGet();
            });
    if (first) {
      if (delivering.incrementAndGet() > Threads.SIGNALS) {
        events.of(lease, Kind.SIGNAL_QUEUED, "");
      }
      threads.execute(
          () -> {
            signals.deliver();
            delivering.decrementAndGet();
          });
    }
  }

  @SuppressWarnings("CatchThrowable") // user code: whatever it throws is its own affair
  private void call(HeldLease lease, Runnable listener) {
    if (stopped) { // also for who stands behind a listener that blocked until now
      events.of(lease, Kind.SIGNAL_DROPPED, "");
      return;
    }
    try {
      listener.run();
    } catch (Throwable t) {
      events.of(lease, Kind.LISTENER_FAILED, "", t.toString());
      LOG.warn(
          "A listener of lease \"{}\" failed; the others are called all the same", lease.name(), t);
    } finally {
      Thread.interrupted(); // what one listener leaves behind is not the next one's
    }
  }
}
