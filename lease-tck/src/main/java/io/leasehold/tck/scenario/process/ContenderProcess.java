package io.leasehold.tck.scenario.process;

import io.leasehold.spi.Durations;
import io.leasehold.tck.history.What;
import io.leasehold.tck.process.ChildCommand;
import io.leasehold.tck.process.ChildEvent;
import io.leasehold.tck.process.ChildFailedException;
import io.leasehold.tck.process.ChildJvm;
import io.leasehold.tck.scenario.Register;
import io.leasehold.tck.scenario.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A JVM with contenders of its own, which can be stopped and killed. What they write down arrives
 * in the stage's history, with their clock's instants turned into the stage's. Thread-safe.
 */
public final class ContenderProcess implements AutoCloseable {

  private static final Duration START_BOUND = Duration.ofSeconds(60);
  private static final Duration SIGNAL_BOUND = Duration.ofSeconds(20);
  private static final Duration PING_BOUND = Duration.ofSeconds(2);
  private static final int PINGS = 6;

  private final Stage stage;
  private final List<String> labels;
  private final ChildJvm child;
  private final ChildHistory history;
  private final Orders orders;
  private final LinkedBlockingQueue<String> standing = new LinkedBlockingQueue<>();
  private final Map<String, List<Register>> guarded = new ConcurrentHashMap<>();
  private final CompletableFuture<String> ready = new CompletableFuture<>();
  private final Thread pump;
  private volatile boolean stopped;
  private volatile boolean over;

  private ContenderProcess(Stage stage, List<String> labels, ChildJvm child) {
    this.stage = stage;
    this.labels = labels;
    this.child = child;
    this.orders = new Orders(child);
    this.history = new ChildHistory(stage, labels);
    this.pump = new Thread(this::pump, "leasehold-tck-pump-" + labels);
    pump.setDaemon(true);
    pump.start();
  }

  /** Starts one and does not wait for it; {@link #open()} does. It is closed with the stage. */
  public static ContenderProcess start(Stage stage, int contenders) {
    return start(stage, contenders, Map.of());
  }

  /** The same with more variables in its environment. */
  public static ContenderProcess start(
      Stage stage, int contenders, Map<String, String> environment) {
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < contenders; i++) {
      labels.add(stage.label());
    }
    ChildCommand command = ContenderMain.command(stage, labels, environment);
    ContenderProcess process = new ContenderProcess(stage, List.copyOf(labels), command.start());
    return stage.closing(process);
  }

  /** Waits until it is there, compares its clock with the stage's, and opens its contenders. */
  public void open() throws InterruptedException {
    openAll(List.of(this));
  }

  /**
   * {@link #open()} for several, which make themselves ready at the same time.
   *
   * @throws ChildFailedException if one cannot
   */
  public static void openAll(List<ContenderProcess> processes) throws InterruptedException {
    List<CompletableFuture<String>> opening = new ArrayList<>();
    for (ContenderProcess process : processes) {
      process.orders.await(process.ready, START_BOUND, "its start");
      process.compareClocks();
      opening.add(process.orders.give("open"));
    }
    for (int i = 0; i < opening.size(); i++) {
      ContenderProcess process = processes.get(i);
      process.orders.await(opening.get(i), START_BOUND, "its contenders");
      process.note("started");
    }
  }

  /** The labels of its contenders. */
  public List<String> labels() {
    return labels;
  }

  /** Its only contender's label, or its first one's. */
  public String label() {
    return labels.get(0);
  }

  /**
   * What a contender under this name writes goes to these, once at its grant and once at its loss.
   */
  public void guard(String name, Register... registers) {
    guarded.put(name, List.of(registers));
  }

  /** Takes a name and works under it; completes with the owner, or with nothing. */
  public CompletableFuture<String> take(String label, String name, Duration wait) {
    return orders.give("take " + label + " " + EventLine.part(name) + " " + wait.toNanos());
  }

  /** Lets a name go; completes with the result. */
  public CompletableFuture<String> release(String label, String name) {
    return orders.give("release " + label + " " + EventLine.part(name));
  }

  /** Takes, holds and lets go these names by chance; completes with how many it got. */
  public CompletableFuture<String> race(String label, List<String> names, int rounds, long seed) {
    String all = EventLine.part(String.join("\n", names));
    return orders.give("race " + label + " " + all + " " + rounds + " " + seed);
  }

  /**
   * The contender's next such call about this name will stand still, and the whole way to the store
   * with it, until {@link #go}.
   *
   * @param before whether it stands before it leaves, or after its answer has come
   */
  public void stand(String label, String call, String name, boolean before)
      throws InterruptedException {
    String moment = before ? " before" : " after";
    standing.clear();
    orders.await(
        orders.give("stand " + label + " " + call + " " + EventLine.part(name) + moment),
        PING_BOUND,
        "an order");
  }

  /** Waits until a call stands. */
  public boolean awaitStanding(Duration bound) throws InterruptedException {
    return standing.poll(bound.toNanos(), TimeUnit.NANOSECONDS) != null;
  }

  /** Lets everything pass again. */
  public void go(String label) throws InterruptedException {
    orders.await(orders.give("go " + label), SIGNAL_BOUND, "an order");
  }

  /** Its wall clock, in milliseconds since 1970. */
  public long wallClock() throws InterruptedException {
    return Long.parseLong(orders.await(orders.give("wall"), PING_BOUND, "its wall clock"));
  }

  /** Stops it; it stands still when this returns. */
  public void stop() throws InterruptedException {
    long sent = stage.recorder().now();
    child.stop(SIGNAL_BOUND);
    stopped = true;
    history.stopped(sent);
    note("stopped", "sent", sent);
  }

  /** Wakes it; it may be running before this returns. */
  public void wake() throws InterruptedException {
    note("woken");
    history.woken();
    child.resume(SIGNAL_BOUND);
    stopped = false;
    note("running");
  }

  /** Kills it, stopped or not; what it had told has arrived when this returns. */
  public void kill() throws InterruptedException {
    over = true;
    if (!stopped) {
      compareClocks();
    }
    long sent = stage.recorder().now();
    child.kill(SIGNAL_BOUND);
    note("killed", "sent", sent);
    pump.join(SIGNAL_BOUND.toMillis());
    history.gap("killed");
  }

  private void note(String phase, Object... facts) {
    List<Object> all = new ArrayList<>(List.of("phase", phase, "pid", child.pid()));
    all.addAll(List.of(facts));
    labels.forEach(label -> stage.recorder().note(label, What.PROCESS, "", "", all.toArray()));
  }

  /**
   * Waits for what an order completes with; if nothing comes, the history says so.
   *
   * @return the answer; empty if it did not come within the time
   */
  public Optional<String> settled(CompletableFuture<String> answer, Duration bound)
      throws InterruptedException {
    try {
      return Optional.of(answer.get(bound.toNanos(), TimeUnit.NANOSECONDS));
    } catch (ExecutionException e) {
      stage.note(labels + " could not do it: " + e.getCause());
    } catch (TimeoutException e) {
      stage.note(labels + " did not answer within " + Durations.show(bound));
    }
    return Optional.empty();
  }

  private void compareClocks() throws InterruptedException {
    ClockMatch best = new ClockMatch(0, Long.MAX_VALUE);
    try {
      for (int i = 0; i < PINGS; i++) {
        long asked = stage.recorder().now();
        long other = Long.parseLong(orders.await(orders.give("ping"), PING_BOUND, "its clock"));
        best = best.or(ClockMatch.of(asked, other, stage.recorder().now()));
      }
      history.matched(best);
    } catch (ChildFailedException e) {
      stage.note(String.valueOf(e.getMessage()));
      history.gap("clocks");
    }
  }

  private void pump() {
    try {
      while (!child.isHeardOut() || !Thread.currentThread().isInterrupted()) {
        var event = child.next(Duration.ofMillis(200));
        if (event.isPresent()) {
          take(event.get());
        } else if (child.isHeardOut()) {
          break;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (child.dropped() > 0) {
      history.gap("dropped");
    }
    ready.completeExceptionally(orders.end());
  }

  private void take(ChildEvent said) {
    String value = said.value();
    switch (said.key()) {
      case ContenderMain.EVENT -> history.take(value);
      case ContenderMain.READY -> ready.complete("");
      case ContenderMain.STANDING -> standing.add(value);
      case ContenderMain.WRITE -> write(value.split(" "));
      case ContenderMain.DONE -> orders.answered(value);
      default -> stage.note(labels + " said " + said);
    }
  }

  private void write(String[] parts) {
    String name = EventLine.text(parts[1]);
    guarded
        .getOrDefault(name, List.of())
        .forEach(
            register ->
                register.write(EventLine.text(parts[0]), parts[2], Long.parseLong(parts[3])));
  }

  /** Ends it in good order if it still runs, otherwise collects it. */
  @Override
  public void close() {
    try {
      if (!over && child.isAlive()) {
        over = true;
        if (stopped) {
          wake();
        }
        compareClocks();
        orders.await(orders.give("end"), SIGNAL_BOUND, "its end");
        child.awaitExit(SIGNAL_BOUND);
        note("ended");
      }
    } catch (ChildFailedException e) {
      stage.note("a child JVM did not end in good order: " + e.getMessage());
      history.gap("failed");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      child.close();
    }
    try {
      pump.join(SIGNAL_BOUND.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
