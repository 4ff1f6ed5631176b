package io.leasehold.tck.scenario;

import io.leasehold.LeaseObserver;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.fixture.StoreFaults;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.Recorder;
import io.leasehold.tck.history.What;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Where one scenario is played: contenders, the store's faults, chance with a seed, and the pen
 * that writes everything down. Closing it closes what was opened. Thread-safe.
 */
public final class Stage implements AutoCloseable {

  /** Wished for where the fixture can choose: short ttls make short runs. */
  static final Duration CALL_TIMEOUT = Duration.ofMillis(300);

  private static final long PAUSE = 2_000_000;
  private static final int CONNECTS = 5;

  private final TckFixture fixture;
  private final Scenario scenario;
  private final Settings settings;
  private final LeaseClock clock = LeaseClock.system();
  private final ConcurrentLinkedQueue<Event> events = new ConcurrentLinkedQueue<>();
  private final Recorder recorder = new Recorder(clock, this::write);
  private volatile Predicate<Event> wanted = event -> true;
  private final Opened open = new Opened(this::note);
  private final AtomicInteger labels = new AtomicInteger();
  private final AtomicInteger names = new AtomicInteger();
  private final Random random;
  private final BackendTraits traits;
  private final Terms terms;
  private final Eye eye;
  private final Cast cast;

  /**
   * Opens a stage.
   *
   * @param fixture the store
   * @param scenario what is to be played
   * @param seed of its chances
   * @param settings how it is to be played
   */
  public Stage(TckFixture fixture, Scenario scenario, long seed, Settings settings) {
    this.fixture = fixture;
    this.scenario = scenario;
    this.settings = settings;
    this.random = new Random(seed);
    LeaseBackend looking = connect();
    this.traits = looking.traits();
    this.terms = Terms.of(traits);
    this.eye = new Eye(looking, recorder);
    this.cast = new Cast(recorder);
    open.add(eye);
    recorder.note( // first of all, also on a machine that stands still just now
        "kit", What.SCENARIO, "", "", Headline.of(this, scenario, seed, fixture.clockError()));
    open.add(Stalls.measuredBy(recorder, "kit"));
    open.add(cast);
  }

  /** A busy machine may need longer for a first connection than any call may take. */
  private LeaseBackend connect() {
    for (int i = 1; i < CONNECTS; i++) {
      try {
        return fixture.connect(settings.callTimeout());
      } catch (BackendUnavailableException e) {
        // Again; the last try tells.
      }
    }
    return fixture.connect(settings.callTimeout());
  }

  /** The store's fixture. */
  public TckFixture fixture() {
    return fixture;
  }

  /** How it is played. */
  public Settings settings() {
    return settings;
  }

  /** What the backend declares. */
  public BackendTraits traits() {
    return traits;
  }

  /** The times to play by. */
  public Terms terms() {
    return terms;
  }

  /** The ttl to play with. */
  public Duration ttl() {
    return terms.ttl();
  }

  /** The pen. */
  public Recorder recorder() {
    return recorder;
  }

  /** Chance, the same for the same seed. Thread-safe, but then the order is chance as well. */
  public Random random() {
    return random;
  }

  /** The store's own word. */
  public Eye eye() {
    return eye;
  }

  /** Threads for what happens at the same time. */
  public Cast cast() {
    return cast;
  }

  /** A parameter of the scenario, as it was set or by default. */
  public int parameter(String name) {
    return settings.parameter(scenario, name);
  }

  /** A name that nobody else uses. */
  public String name() {
    return settings.prefix() + "-" + scenario.name() + "-" + names.incrementAndGet();
  }

  /** What a lease, or a contender, is there for; judges go by it. */
  public void role(String label, String name, String role) {
    recorder.note(label, What.ROLE, name, "", "role", role);
  }

  /** A line for people. */
  public void note(String text) {
    recorder.note("kit", What.NOTE, "", "", "text", text);
  }

  /** The store's faults, each written down by {@link #faultBegins}. */
  public StoreFaults faults() {
    return fixture.faults();
  }

  /** A fault is in force from now on; write it before it begins. */
  public void faultBegins(String fault, String target) {
    recorder.note("kit", What.FAULT, "", "", "fault", fault, "target", target, "phase", "begin");
  }

  /** A fault is over; write it when it has ended. */
  public void faultEnds(String fault, String target) {
    recorder.note("kit", What.FAULT, "", "", "fault", fault, "target", target, "phase", "end");
  }

  /** Another contender, labelled A, B, C, ..., with a connection of its own. */
  public Contender contender() {
    return contender(connect());
  }

  /** Another contender on a connection that the scenario made. */
  public Contender contender(LeaseBackend raw) {
    return contender(raw, terms, clock);
  }

  /** Another contender with times and a clock of its own. */
  public Contender contender(LeaseBackend raw, Terms own, LeaseClock ownClock) {
    return contender(raw, own, ownClock, event -> {});
  }

  /**
   * Another contender with an observer that is told what the engine tells, after it was written
   * down.
   */
  public Contender contender(
      LeaseBackend raw, Terms own, LeaseClock ownClock, LeaseObserver observer) {
    String label = label(labels.getAndIncrement());
    Contender contender =
        Contender.open(label, raw, own, fixture.clients(), recorder, ownClock, observer);
    open.add(contender);
    return contender;
  }

  /** A label for whoever is no contender of this process. */
  public String label() {
    return label(labels.getAndIncrement());
  }

  private static String label(int number) {
    return (char) ('A' + number % 26) + (number < 26 ? "" : String.valueOf(number / 26));
  }

  /** From now on only these events are written down: for scenarios with too many of them. */
  public void only(Predicate<Event> which) {
    wanted = which;
  }

  private void write(Event event) {
    if (wanted.test(event)) {
      events.add(event);
    }
  }

  /** Something that another process wrote down. */
  public void take(Event event) {
    events.add(event);
  }

  /** Whether such an event of this contender about this name was written. */
  public boolean has(What what, String by, String name) {
    return events.stream()
        .anyMatch(
            event -> event.what() == what && event.by().equals(by) && event.name().equals(name));
  }

  /** Whatever has to be closed with the stage. */
  public <T extends AutoCloseable> T closing(T thing) {
    open.add(thing);
    return thing;
  }

  /** Lets time pass. */
  public void pass(Duration time) throws InterruptedException {
    long end = recorder.now() + time.toNanos();
    for (long rest = time.toNanos(); rest > 0; rest = end - recorder.now()) {
      if (Thread.interrupted()) {
        throw new InterruptedException("the scenario was given up");
      }
      LockSupport.parkNanos(rest);
    }
  }

  /**
   * Waits until something is so.
   *
   * @return whether it became so within the time
   */
  public boolean until(Duration bound, BooleanSupplier condition) throws InterruptedException {
    long end = recorder.now() + bound.toNanos();
    while (!condition.getAsBoolean()) {
      if (recorder.now() - end >= 0) {
        return false;
      }
      pass(Duration.ofNanos(PAUSE));
    }
    return true;
  }

  /** What was written so far. */
  public History history() {
    return History.of(List.copyOf(events));
  }

  @Override
  public void close() {
    end();
  }

  /** Closes the clients, then all else that was opened; what happens then is still written. */
  public void end() {
    open.close();
  }
}
