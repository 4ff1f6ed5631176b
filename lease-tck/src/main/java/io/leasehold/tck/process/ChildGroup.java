package io.leasehold.tck.process;

import io.leasehold.spi.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Children that run at the same time, and one listener for what all of them say. */
public final class ChildGroup implements AutoCloseable {

  /** Told of each event, on the thread that collects. */
  @FunctionalInterface
  public interface Listener {
    /**
     * A child said something.
     *
     * @param child its number, in the order in which they were started
     */
    void on(int child, ChildEvent event);
  }

  private final Listener listener;
  private final List<ChildJvm> children = new ArrayList<>();

  /** An empty group. */
  public ChildGroup(Listener listener) {
    this.listener = listener;
  }

  /** Starts one more; see {@link ChildCommand#start()}. */
  public ChildJvm start(ChildCommand command) {
    ChildJvm child = command.start();
    children.add(child);
    return child;
  }

  /** The child with that number. */
  public ChildJvm get(int number) {
    return children.get(number);
  }

  /** How many were started. */
  public int size() {
    return children.size();
  }

  /** Hands on what all of them say until something is reached by it. */
  public void collectUntil(String what, BooleanSupplier reached, Duration bound)
      throws InterruptedException {
    Deadline deadline = Deadline.in(bound);
    boolean there =
        deadline.await(
            () -> {
              for (int n = 0; n < children.size(); n++) {
                collect(n);
              }
              return reached.getAsBoolean();
            });
    if (!there) {
      throw new ChildFailedException(
          "within " + Durations.format(bound) + " it was not reached that " + what);
    }
  }

  /** Waits until a child says nothing more, because it has ended, and hands on the rest. */
  public void collectToEnd(int child, Duration bound) throws InterruptedException {
    Deadline deadline = Deadline.in(bound);
    boolean ended =
        deadline.await(
            () -> {
              boolean last = children.get(child).isHeardOut();
              collect(child);
              return last;
            });
    if (!ended) {
      throw children.get(child).failure("still speaks after " + Durations.format(bound));
    }
  }

  private void collect(int child) throws InterruptedException {
    Optional<ChildEvent> event = children.get(child).poll();
    while (event.isPresent()) {
      listener.on(child, event.get());
      event = children.get(child).poll();
    }
  }

  /** Kills and collects all of them. */
  @Override
  public void close() {
    children.forEach(ChildJvm::close);
  }
}
