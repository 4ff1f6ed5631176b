package io.leasehold.engine.lease;

import io.leasehold.LeaseEnd;
import io.leasehold.Loss;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who wants to hear of one lease, and the order in which it is told: one signal at a time. A
 * registration races with the signal itself; whoever takes the list off the shelf calls it, so each
 * listener is called once.
 */
public final class LeaseSignals {

  /** Of one kind of listener: null once the signal was taken, then late ones are told directly. */
  private final AtomicReference<@Nullable List<Consumer<Loss>>> onLost =
      new AtomicReference<>(List.of());

  private final AtomicReference<@Nullable List<Runnable>> onOverdue =
      new AtomicReference<>(List.of());

  private final CompletableFuture<LeaseEnd> ended = new CompletableFuture<>();
  private final Queue<Runnable> mail = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();

  /** False if the signal was taken already. */
  public boolean addLost(Consumer<Loss> listener) {
    return add(onLost, listener);
  }

  /** False if the signal was taken already. */
  public boolean addOverdue(Runnable listener) {
    return add(onOverdue, listener);
  }

  public List<Consumer<Loss>> takeLost() {
    return take(onLost);
  }

  public List<Runnable> takeOverdue() {
    return take(onOverdue);
  }

  /** Completed by the library only; give copies to users. */
  public CompletableFuture<LeaseEnd> ended() {
    return ended;
  }

  /** Puts a signal into the mailbox; true if the caller has to see to {@link #deliver()}. */
  public boolean post(Runnable signal) {
    mail.add(signal);
    return waiting.getAndIncrement() == 0;
  }

  /** Runs the signals in their order, those that arrive meanwhile too. */
  public void deliver() {
    do {
      Runnable signal = mail.poll();
      if (signal != null) {
        signal.run();
      }
    } while (waiting.decrementAndGet() > 0);
  }

  private static <T> boolean add(AtomicReference<@Nullable List<T>> shelf, T listener) {
    while (true) {
      List<T> old = shelf.get();
      if (old == null) {
        return false;
      }
      List<T> longer = new ArrayList<>(old);
      longer.add(listener);
      if (shelf.compareAndSet(old, longer)) {
        return true;
      }
    }
  }

  private static <T> List<T> take(AtomicReference<@Nullable List<T>> shelf) {
    List<T> taken = shelf.getAndSet(null);
    return taken == null ? List.of() : taken;
  }
}
