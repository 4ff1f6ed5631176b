package io.leasehold.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseState;
import io.leasehold.LossReason;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.time.PatientExecutor;
import io.leasehold.memory.ManualClock;
import io.leasehold.memory.MemoryBackend;
import io.leasehold.memory.MemoryFaults;
import io.leasehold.memory.MemoryStore;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A real engine on a fake clock, all of it in the thread of the test: time passes only in {@link
 * #runFor}, which moves the clock from one due time to the next, plays the watchdog's rounds, and
 * runs the work that the engine has handed to its executors. A call that hangs is played by running
 * the bench inside of it ({@link Line}).
 */
final class Bench {

  static final Duration TTL = Duration.ofSeconds(30);
  static final Duration CALL_TIMEOUT = Duration.ofSeconds(1);

  final ManualClock clock = new ManualClock();
  final MemoryStore store = new MemoryStore(clock);
  final MemoryFaults faults = store.faults();
  final Line line;
  final Engine engine;
  final EngineClient client;
  final List<LeaseEvent> events = new ArrayList<>();
  final Work renewals = new Work();
  final Work cleanup = new Work();
  final Work signals = new Work();
  final Work interrupts = new Work();
  final Work attempts = new Work();
  final Work completions = new Work();
  final Work logs = new Work();

  private final PriorityQueue<Planned> plans =
      new PriorityQueue<>(
          Comparator.<Planned>comparingLong(p -> p.inNanos).thenComparing(p -> p.n));
  private final long origin = clock.nanos();
  private boolean closed;

  /** Sees the events, too, and may fail. */
  Consumer<LeaseEvent> sink = event -> {};

  /** Runs whenever the engine looks at the clock, and may fail. */
  Runnable look = () -> {};

  /** Nobody can tell whether the machine slept. */
  boolean clockFails;

  /** A handle that nobody holds is collected, and its lease released. */
  private final List<Lease> handles = new ArrayList<>();

  /** An engine with the defaults. */
  Bench() {
    this(traits -> traits);
  }

  /** An engine whose backend declares itself otherwise. */
  Bench(UnaryOperator<BackendTraits.Draft> declared) {
    this(declared, Setting.DEFAULT);
  }

  Bench(UnaryOperator<BackendTraits.Draft> declared, Setting setting) {
    BackendTraits.Draft draft =
        BackendTraits.of("memory", CALL_TIMEOUT).vacancyHints(true).maxBatch(100);
    this.line = new Line(store.connect(declared.apply(draft).build()), this);
    Random random = new Random(setting.seed);
    this.engine =
        new Engine(
            line,
            settings(line, setting),
            this::observe,
            new Engine.Workplace(
                executor(renewals),
                executor(cleanup),
                executor(signals),
                executor(interrupts),
                executor(attempts),
                executor(completions),
                executor(logs),
                this::pause,
                random::nextDouble));
    this.client = new EngineClient(engine, this::close);
  }

  /** What a test may want to be different. */
  record Setting(Duration window, Duration pollInterval, long seed) {
    static final Setting DEFAULT = new Setting(Duration.ofMillis(10), Duration.ofSeconds(1), 7);

    Setting window(Duration value) {
      return new Setting(value, pollInterval, seed);
    }
  }

  private void observe(LeaseEvent event) {
    events.add(event);
    sink.accept(event);
  }

  private long accountForSuspend() {
    if (clockFails) {
      throw new IllegalStateException("planted");
    }
    return clock.accountForSuspend();
  }

  private EngineSettings settings(LeaseBackend backend, Setting setting) {
    return new EngineSettings(
        null,
        backend,
        null,
        TTL,
        true,
        Duration.ofHours(1),
        setting.window,
        Duration.ofMillis(50),
        setting.pollInterval,
        null,
        false,
        null,
        new LeaseClock() {
          @Override
          public long nanos() {
            look.run();
            return clock.nanos();
          }

          @Override
          public long accountForSuspend() {
            return Bench.this.accountForSuspend();
          }
        });
  }

  private PatientExecutor executor(Work work) {
    return new PatientExecutor(work, clock);
  }

  /** Ends the engine as Closing does, without its threads. */
  private void close() {
    if (engine.shut()) {
      engine.lines.wakeAll();
      engine
          .registry
          .all()
          .forEach(lease -> engine.lossPath.lose(lease, LossReason.CLIENT_CLOSED, "closed"));
      runWork();
      closed = true;
    }
  }

  // ---- time

  /** Time since the bench was made. */
  Duration now() {
    return Duration.ofNanos(clock.nanos() - origin);
  }

  long at(Duration sinceStart) {
    return origin + sinceStart.toNanos();
  }

  /** Lets that much time pass, with everything that falls due in it. */
  void runFor(Duration time) {
    runUntil(now().plus(time));
  }

  /** Lets time pass up to that instant since the start. */
  void runUntil(Duration sinceStart) {
    long end = at(sinceStart);
    settle();
    while (clock.nanos() - end < 0) {
      step(end);
    }
    settle();
  }

  /** Moves to the next thing that is due, at most to the end, and does it. */
  private void step(long end) {
    long next = engine.watchdog.round();
    if (!runWork()) {
      long stop = next - end < 0 ? next : end;
      Planned first = plans.peek();
      if (first != null && first.inNanos - (stop - origin) <= 0) {
        clock.advanceTo(origin + first.inNanos);
        plans.remove(first);
        first.action.run();
      } else {
        clock.advanceTo(stop);
      }
    }
  }

  /** Does what is due now, without letting time pass. */
  void settle() {
    int turns = 0;
    do {
      while (engine.watchdog.round() - clock.nanos() <= 0) {
        runWork();
        assertThat(++turns).as("rounds without a pause").isLessThan(10_000);
      }
    } while (runWork());
  }

  /** The process stands still: time passes and nothing runs. */
  void standStill(Duration time) {
    clock.advance(time);
  }

  /** Does something at that instant since the start. */
  void plan(Duration sinceStart, Runnable action) {
    plans.add(new Planned(sinceStart.toNanos(), plans.size(), action));
  }

  private void pause(long nanos) {
    long end = clock.nanos() + nanos;
    settle();
    step(end);
    settle();
  }

  boolean runWork() {
    boolean any = false;
    boolean some = true;
    while (some) {
      some = false;
      for (Work work :
          List.of(renewals, cleanup, signals, interrupts, attempts, completions, logs)) {
        some |= work.run();
      }
      any |= some;
    }
    return any;
  }

  /** How many timers the watchdog keeps, besides the leases. */
  int timers() {
    return engine.watchdog.size() - engine.registry.size();
  }

  // ---- leases

  Lease acquire(String name) {
    return acquire(LeaseRequest.of(name));
  }

  Lease acquire(LeaseRequest request) {
    try {
      Lease lease = client.acquire(request);
      handles.add(lease);
      return lease;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Another client of the same store. */
  Rival rival() {
    return new Rival(store.connect(line.traits()));
  }

  /** Somebody else, without an engine. */
  record Rival(MemoryBackend backend) {
    Grant acquire(String name) {
      AcquireOutcome outcome =
          backend.acquire(
              new AcquireAttempt(new LeaseName(name), OwnerToken.random(), TTL, 0, Map.of()));
      assertThat(outcome).isInstanceOf(AcquireOutcome.Granted.class);
      return ((AcquireOutcome.Granted) outcome).grant();
    }
  }

  HeldLease held(Lease lease) {
    return ((LeaseHandle) lease).lease;
  }

  /** Validity ends there, in time since the start. */
  Duration validUntil(Lease lease) {
    return Duration.ofNanos(held(lease).status().validUntil() - origin);
  }

  boolean isVacant(String name) {
    return line.memory.holder(new LeaseName(name)).isEmpty();
  }

  // ---- events

  List<LeaseEvent> events(Kind... kinds) {
    List<Kind> wanted = List.of(kinds);
    return events.stream().filter(e -> wanted.contains(e.kind())).toList();
  }

  List<LeaseEvent> eventsOf(Lease lease, Kind... kinds) {
    return events(kinds).stream().filter(e -> e.fencingToken() == lease.fencingToken()).toList();
  }

  /** When each event of that kind happened, in time since the start. */
  List<Duration> times(Kind kind) {
    return events(kind).stream().map(this::time).toList();
  }

  Duration time(LeaseEvent event) {
    return Duration.ofNanos(event.atNanos() - origin);
  }

  /** The lease has ended in that way, and has told so exactly once. */
  void assertEndedOnce(Lease lease, LeaseState how) {
    assertThat(lease.state()).isEqualTo(how);
    assertThat(eventsOf(lease, Kind.ENDED))
        .singleElement()
        .extracting(LeaseEvent::outcome)
        .isEqualTo(how.name());
  }

  private record Planned(long inNanos, int n, Runnable action) {}

  /** Work that the engine has handed to threads of one kind; the test is those threads. */
  final class Work implements Executor {
    private final Deque<Runnable> queue = new ArrayDeque<>();
    private boolean held;

    /** So many times there is no thread to be had. */
    int outOfThreads;

    @Override
    public void execute(Runnable task) {
      if (closed) {
        throw new RejectedExecutionException("closed");
      }
      if (outOfThreads > 0) {
        outOfThreads--;
        throw new OutOfMemoryError("unable to create native thread (planted)");
      }
      queue.add(task);
    }

    /** These threads hang from now on. */
    void hold() {
      held = true;
    }

    /** They go on. */
    void letGo() {
      held = false;
    }

    int waiting() {
      return queue.size();
    }

    /** Runs what is waiting; false if nothing was. */
    boolean run() {
      boolean any = false;
      Runnable task;
      while (!held && (task = queue.poll()) != null) {
        task.run();
        any = true;
      }
      return any;
    }
  }
}
