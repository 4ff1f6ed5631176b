package io.leasehold.tck.scenario.process;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.WallClock;
import io.leasehold.tck.fixture.ClientFactory;
import io.leasehold.tck.fixture.ClientSettings;
import io.leasehold.tck.fixture.UriBackends;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.Recorder;
import io.leasehold.tck.process.ChildCommand;
import io.leasehold.tck.process.ChildMain;
import io.leasehold.tck.scenario.Stage;
import io.leasehold.tck.scenario.Stalls;
import io.leasehold.tck.scenario.Terms;
import java.lang.reflect.Constructor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The main class of a JVM with contenders of its own. Every event is a line, written before the
 * thread that saw it goes on: a killed process has told all that it did, but for the very last line
 * of each thread. Its parent is a {@link ContenderProcess}.
 *
 * <p>The store's URI comes in the environment: arguments are shown to every user of a machine, and
 * it may hold a password. Arguments: the class of a {@link ClientFactory} with a public constructor
 * that takes the URI, or nothing, or {@code -}; callTimeout, ttl, interval, margin and poll in
 * nanoseconds; the label of each contender.
 */
public final class ContenderMain {

  static final String READY = "READY";
  static final String EVENT = "E";
  static final String DONE = "DONE";
  static final String STANDING = "STANDING";
  static final String WRITE = "WRITE";

  private static final String URI_VARIABLE = "LEASEHOLD_TCK_URI";

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int TRIES = 20;

  private final ChildMain parent;
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicLong lines = new AtomicLong();
  private final Recorder recorder = new Recorder(LeaseClock.system(), this::tell);
  private final Map<String, ChildContender> contenders = new LinkedHashMap<>();

  private ContenderMain(ChildMain parent) {
    this.parent = parent;
  }

  /** How one is started for a stage, with these contenders. */
  static ChildCommand command(Stage stage, List<String> labels, Map<String, String> environment) {
    List<String> args = new ArrayList<>();
    args.add(stage.fixture().clientsClass().orElse("-"));
    for (Duration time :
        List.of(
            stage.traits().callTimeout(),
            stage.terms().ttl(),
            stage.terms().interval(),
            stage.terms().margin(),
            stage.terms().poll())) {
      args.add(String.valueOf(time.toNanos()));
    }
    args.addAll(labels);
    ChildCommand command =
        ChildCommand.main(ContenderMain.class)
            .args(args.toArray(String[]::new))
            .environment(URI_VARIABLE, stage.fixture().uri().orElseThrow());
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      command = command.environment(variable.getKey(), variable.getValue());
    }
    return command;
  }

  /** Runs until the parent says that it is over, or is gone. */
  public static void main(String[] args) throws InterruptedException {
    ChildMain parent = ChildMain.start();
    ContenderMain main = new ContenderMain(parent);
    parent.emit(READY, "");
    main.obey(args);
  }

  /** Numbered in the order of the lines, so that a lost one is noticed. */
  private void tell(Event event) {
    lock.lock();
    try {
      parent.emit(EVENT, lines.incrementAndGet() + " " + EventLine.write(event));
    } finally {
      lock.unlock();
    }
  }

  private void obey(String[] args) throws InterruptedException {
    while (true) {
      String[] order = parent.nextCommand(PATIENCE).orElse("0 end").split(" ");
      String id = order[0];
      switch (order[1]) {
        case "ping" -> done(id, LeaseClock.system().nanos());
        case "wall" -> done(id, WallClock.now().toEpochMilli());
        case "open" -> begin(id, () -> open(args));
        case "stand" -> {
          boolean before = order[5].equals("before");
          String name = EventLine.text(order[4]);
          contender(order).gate().shutAt(new Gate.Order(order[3], name, before));
          done(id, "");
        }
        case "go" -> {
          contender(order).gate().open();
          done(id, "");
        }
        case "end" -> {
          contenders.values().forEach(ChildContender::close);
          done(id, "");
          return;
        }
        default -> begin(id, () -> act(order));
      }
    }
  }

  private ChildContender contender(String[] order) {
    ChildContender contender = contenders.get(order[2]);
    if (contender == null) {
      throw new IllegalArgumentException("there is no contender " + order[2]);
    }
    return contender;
  }

  private String act(String[] order) throws InterruptedException {
    ChildContender contender = contender(order);
    return switch (order[1]) {
      case "take" ->
          contender.take(EventLine.text(order[3]), Duration.ofNanos(Long.parseLong(order[4])));
      case "release" -> contender.release(EventLine.text(order[3]));
      case "race" ->
          contender.race(
              List.of(EventLine.text(order[3]).split("\n")),
              Integer.parseInt(order[4]),
              Long.parseLong(order[5]));
      default -> throw new IllegalArgumentException("unknown order " + order[1]);
    };
  }

  @FunctionalInterface
  private interface Work {
    Object run() throws InterruptedException;
  }

  private void begin(String id, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                done(id, work.run());
              } catch (InterruptedException | RuntimeException | Error e) {
                e.printStackTrace();
                parent.emit(DONE, id + " !" + e);
              }
            },
            "leasehold-tck-order-" + id);
    thread.setDaemon(true);
    thread.start();
  }

  private void done(String id, Object value) {
    parent.emit(DONE, id + " " + value);
  }

  private String open(String[] args) {
    Terms terms = new Terms(nanos(args[2]), nanos(args[3]), nanos(args[4]), nanos(args[5]));
    String uri = System.getenv(URI_VARIABLE);
    ClientFactory clients = clients(args[0], uri);
    for (String label : List.of(args).subList(6, args.length)) {
      LeaseBackend raw = connect(uri, nanos(args[1]));
      warmUp(raw, terms.ttl());
      contenders.put(
          label,
          new ChildContender(
              label,
              raw,
              terms,
              clients,
              recorder,
              who -> parent.emit(STANDING, who),
              line -> parent.emit(WRITE, line)));
    }
    Stalls.measuredBy(recorder, args[6]);
    return String.valueOf(contenders.size());
  }

  private static Duration nanos(String text) {
    return Duration.ofNanos(Long.parseLong(text));
  }

  private static ClientFactory clients(String className, String uri) {
    if (className.equals("-")) {
      return ClientSettings::open;
    }
    try {
      Class<?> type = Class.forName(className);
      for (Constructor<?> constructor : type.getConstructors()) {
        if (List.of(constructor.getParameterTypes()).equals(List.of(String.class))) {
          return (ClientFactory) constructor.newInstance(uri);
        }
      }
      return (ClientFactory) type.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          className + " is no client factory with a public constructor", e);
    }
  }

  /** A young JVM is slow: the first calls may take longer than their bound. */
  private static LeaseBackend connect(String uri, Duration callTimeout) {
    BackendUnavailableException last = null;
    for (int i = 0; i < TRIES; i++) {
      try {
        return UriBackends.open(uri, callTimeout);
      } catch (BackendUnavailableException e) {
        last = e;
      }
    }
    throw new IllegalStateException("the store cannot be reached from a child JVM", last);
  }

  private static void warmUp(LeaseBackend raw, Duration ttl) {
    OwnerToken owner = OwnerToken.random();
    AcquireAttempt attempt =
        new AcquireAttempt(new LeaseName("tck-warm-" + owner), owner, ttl, 0, Map.of());
    Optional<AcquireOutcome.Granted> grant = Optional.empty();
    for (int i = 0; i < TRIES && grant.isEmpty(); i++) {
      AcquireOutcome outcome = raw.acquire(attempt);
      if (outcome instanceof AcquireOutcome.Granted granted) {
        grant = Optional.of(granted);
      } else if (outcome instanceof AcquireOutcome.Busy) {
        break; // an attempt without an answer was granted: that is warm enough
      }
    }
    grant.ifPresent(granted -> raw.renewIfOwner(granted.grant()));
    grant.ifPresent(granted -> raw.releaseIfOwner(granted.grant()));
    raw.abandon(attempt);
  }
}
