package io.leasehold.examples.demo;

import io.leasehold.tck.process.ChildCommand;
import io.leasehold.tck.process.ChildEvent;
import io.leasehold.tck.process.ChildJvm;
import io.leasehold.tck.process.ProcStat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A {@link CounterWorker} in a JVM of its own, and what it has said so far. */
final class Worker implements AutoCloseable {

  private static final int TRIES = 10;

  private final ChildCommand command;
  private final List<ChildEvent> said = new ArrayList<>();
  private @Nullable ChildJvm jvm;

  Worker(Setting setting) {
    command =
        ChildCommand.main(CounterWorker.class)
            .args(
                setting.uri(),
                Long.toString(setting.ttl().toMillis()),
                Long.toString(setting.callTimeout().toMillis()),
                setting.leaseName(),
                setting.counter().toString(),
                Boolean.toString(setting.fenced()));
  }

  void start() {
    jvm = command.start();
  }

  private ChildJvm jvm() {
    return Objects.requireNonNull(jvm, "not started");
  }

  long pid() {
    return jvm().pid();
  }

  boolean isAlive() {
    return jvm().isAlive();
  }

  /** The first value it has said, or now says, under this key. */
  String first(String key, Duration bound) throws InterruptedException {
    List<String> values = said(key);
    return values.isEmpty() ? next(key, bound) : values.get(0);
  }

  private String next(String key, Duration bound) throws InterruptedException {
    while (true) {
      ChildEvent event = jvm().awaitAny(bound);
      said.add(event);
      if (event.key().equals(key)) {
        return event.value();
      }
    }
  }

  /** What it has said under this key so far. */
  List<String> said(String key) throws InterruptedException {
    for (Optional<ChildEvent> e = jvm().poll(); e.isPresent(); e = jvm().poll()) {
      said.add(e.get());
    }
    return said.stream().filter(e -> e.key().equals(key)).map(ChildEvent::value).toList();
  }

  Optional<ProcStat> state() {
    return jvm().state();
  }

  /**
   * Stops it between its read and its write: the moment that no check can cover. The signal may
   * come too late for one round; then it is continued, and stopped in a later one.
   */
  ProcStat stopWhileItWorks(Duration bound) throws InterruptedException, StepFailedException {
    for (int n = 0; n < TRIES; n++) {
      said("WORKING"); // takes what is old
      next("WORKING", bound);
      int before = said("WORKING").size();
      int written = said("WROTE").size();
      ProcStat stopped = jvm().stop(bound);
      if (said("WORKING").size() == before && said("WROTE").size() == written) {
        return stopped;
      }
      jvm().resume(bound);
    }
    throw new StepFailedException(
        "this machine is too busy to stop a process within its work; try a longer --ttl");
  }

  void resume(Duration bound) throws InterruptedException {
    jvm().resume(bound);
  }

  /** Lets it finish its round, release the lease and end. */
  int finish(Duration bound) throws InterruptedException {
    jvm().send("finish");
    first("CLOSED", bound);
    return jvm().awaitExit(bound);
  }

  int awaitExit(Duration bound) throws InterruptedException {
    return jvm().awaitExit(bound);
  }

  @Override
  public void close() {
    if (jvm != null) {
      jvm.close();
    }
  }
}
