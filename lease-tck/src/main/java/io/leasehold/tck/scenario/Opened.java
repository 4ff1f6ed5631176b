package io.leasehold.tck.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** What a stage has opened: clients are closed all at once, then the rest, the latest first. */
final class Opened implements AutoCloseable {

  /** Longer than any close may take. */
  private static final Duration CLOSING = Duration.ofSeconds(30);

  private final Consumer<String> notes;
  private final List<AutoCloseable> things = new CopyOnWriteArrayList<>();

  Opened(Consumer<String> notes) {
    this.notes = notes;
  }

  void add(AutoCloseable thing) {
    things.add(thing);
  }

  @Override
  public void close() {
    closeClients();
    for (int i = things.size() - 1; i >= 0; i--) {
      close(things.get(i));
    }
    things.clear();
  }

  private void closeClients() {
    List<Thread> threads = new ArrayList<>();
    for (AutoCloseable thing : List.copyOf(things)) {
      if (thing instanceof Contender client && things.remove(thing)) {
        Thread thread = new Thread(() -> close(client), "leasehold-tck-close-" + client);
        thread.setDaemon(true);
        thread.start();
        threads.add(thread);
      }
    }
    try {
      for (Thread thread : threads) {
        thread.join(CLOSING.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void close(AutoCloseable thing) {
    try {
      thing.close();
    } catch (Exception e) {
      notes.accept("could not be closed: " + e);
    }
  }
}
