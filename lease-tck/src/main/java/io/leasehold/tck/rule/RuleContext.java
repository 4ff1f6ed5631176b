package io.leasehold.tck.rule;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendTraits.TtlScope;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.StoreFaults;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.history.CallLog;
import io.leasehold.tck.history.CallText;
import io.leasehold.tck.history.RecordingBackend;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the code of one rule has in hand during one run: clients of the store under test, names that
 * nobody else uses, the passing of time, faults, and the means to judge. Thread-safe.
 *
 * <p>Every expectation is a decisive observation; a run without one proves nothing.
 */
public final class RuleContext implements AutoCloseable {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int RECONNECTS = 80;

  private final TckFixture fixture;
  private final CallLog log;
  private final List<Client> clients = new CopyOnWriteArrayList<>();
  private final List<Held> granted = new CopyOnWriteArrayList<>();
  private final AtomicInteger names = new AtomicInteger();
  private final AtomicInteger labels = new AtomicInteger();
  private final AtomicLong observations = new AtomicLong();
  private final String prefix = "tck-" + OwnerToken.random().toString().substring(0, 10);
  private final BackendTraits traits;

  /**
   * Opens a context for one run of one rule.
   *
   * @param fixture the store under test
   * @param traits what its backend declares
   */
  public RuleContext(TckFixture fixture, BackendTraits traits) {
    this.fixture = fixture;
    this.traits = traits;
    this.log = new CallLog(fixture.clock());
  }

  /** The calls of this run. */
  public CallLog log() {
    return log;
  }

  /** How many decisive observations were made. */
  public long observations() {
    return observations.get();
  }

  /** Connects another client. */
  public Client client() {
    String label = String.valueOf((char) ('A' + labels.get() % 26)) + suffix(labels.get() / 26);
    labels.incrementAndGet();
    LeaseBackend raw = fixture.connect();
    Client client = new Client(label, this, raw, new RecordingBackend(label, raw, log));
    clients.add(client);
    return client;
  }

  private static String suffix(int round) {
    return round == 0 ? "" : String.valueOf(round);
  }

  /** A name that no other run uses. */
  public LeaseName name() {
    return new LeaseName(unique());
  }

  /** A text of plain letters, digits and dashes that no other run uses. */
  public String unique() {
    return prefix + "-" + names.incrementAndGet();
  }

  /** What the backend declares. */
  public BackendTraits traits() {
    return traits;
  }

  /** The clock of the fixture. */
  public LeaseClock clock() {
    return fixture.clock();
  }

  /** A ttl short enough to wait for. */
  public Duration ttl() {
    return fixture.ttl(traits);
  }

  /** A ttl that does not end while a rule runs, as far as the store allows it. */
  public Duration longTtl() {
    Duration wanted = LONG.compareTo(ttl().multipliedBy(10)) > 0 ? LONG : ttl().multipliedBy(10);
    Duration step = traits.ttlStep();
    Duration most = step.multipliedBy(traits.maxTtl().toNanos() / step.toNanos());
    Duration rounded = step.multipliedBy(wanted.toNanos() / step.toNanos() + 1);
    return rounded.compareTo(most) > 0 ? most : rounded;
  }

  /** How late a takeover may be, by the backend's own word. */
  public Duration takeoverLag() {
    return traits.takeoverLag();
  }

  /** By how much a measured time may be wrong. */
  public Duration error() {
    return fixture.clockError().plus(traits.validityUncertainty());
  }

  /** Lets time pass. */
  public void pass(Duration time) {
    if (!time.isZero() && !time.isNegative()) {
      log.note("(" + CallText.of(time) + " pass)");
      fixture.pass(time);
    }
  }

  /** The faults of the fixture. */
  public StoreFaults faults() {
    return fixture.faults();
  }

  /** Restarts the store; returns when every client of this run gets answers again. */
  public void restart() {
    log.note("(the store is restarted)");
    faults().restart();
    clients.forEach(this::awaitAnswer);
  }

  /** A read proves nothing and changes nothing, so that it may be asked as often as it takes. */
  private void awaitAnswer(Client client) {
    for (int i = 0; i < RECONNECTS; i++) {
      try {
        client.raw().holder(name());
        return;
      } catch (BackendUnavailableException e) {
        fixture.pass(traits.callTimeout().dividedBy(8));
      }
    }
    throw new RuleStop.Inconclusive("client " + client + " hears nothing after the restart", null);
  }

  /** Writes a line between the calls: a fault that was made, a step that was reached. */
  public void note(String line) {
    log.note(line);
  }

  /** Lets a client stand still, if its ttl belongs to its session and the fixture can do it. */
  void silence(Client client) {
    if (canSilence()) {
      log.note("(client " + client + " stands still)");
      faults().pauseClient(client.raw());
    }
  }

  /** Lets a silenced client go on. */
  void wake(Client client) {
    if (canSilence()) {
      faults().resumeClient(client.raw());
      log.note("(client " + client + " goes on)");
    }
  }

  private boolean canSilence() {
    return traits.ttlScope() == TtlScope.SESSION
        && faults().offered().contains(Ability.PAUSE_CLIENT);
  }

  /** Remembers a grant, to be given back when the run is over. */
  Held track(Held held) {
    granted.add(held);
    return held;
  }

  /**
   * A decisive observation.
   *
   * @param holds whether the backend kept to the rule
   * @param expected what the rule asks for
   * @param seen what was seen
   */
  public void expect(boolean holds, String expected, Object seen) {
    observations.incrementAndGet();
    if (!holds) {
      throw new RuleStop.Violated(expected, String.valueOf(seen));
    }
  }

  /** Gives back what the run still holds and closes its clients, whatever comes of it. */
  @Override
  public void close() {
    quietly(() -> giveBack(List.copyOf(granted)));
    for (Client client : clients) {
      quietly(client.raw()::close);
    }
  }

  private static void giveBack(List<Held> all) {
    List<Held> ignored =
        Race.each(
            all,
            held -> {
              quietly(() -> held.client().raw().releaseIfOwner(held.grant()));
              return held;
            });
  }

  /** Clean-up has no verdict: rules of their own judge release and close. */
  private static void quietly(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException ignored) {
      // judged by REL and TRT
    }
  }
}
