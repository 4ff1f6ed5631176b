package io.leasehold.tck.scenario;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseEvent;
import io.leasehold.LeaseException;
import io.leasehold.LeaseObserver;
import io.leasehold.LeaseRequest;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.fixture.ClientFactory;
import io.leasehold.tck.fixture.ClientSettings;
import io.leasehold.tck.history.Recorder;
import io.leasehold.tck.history.What;
import java.time.Duration;
import java.util.Optional;

/**
 * An application with a client of its own: what it asks, gets and gives back is written down, and
 * so is every call that its engine makes. Thread-safe.
 */
public final class Contender implements AutoCloseable {

  private final String label;
  private final LeaseClient client;
  private final LeaseBackend raw;
  private final FaultyBackend faults;
  private final Recorder recorder;
  private final Duration ttl;

  private Contender(
      String label,
      LeaseClient client,
      LeaseBackend raw,
      FaultyBackend faults,
      Recorder recorder,
      Duration ttl) {
    this.label = label;
    this.client = client;
    this.raw = raw;
    this.faults = faults;
    this.recorder = recorder;
    this.ttl = ttl;
  }

  /**
   * Opens one: a client of its own on this connection, watched from above and from below.
   *
   * @param label in the history
   * @param raw its connection; closed with the client
   * @param terms its ttl and how often it asks
   * @param clients makes the client
   * @param recorder writes everything down
   * @param clock the client's
   */
  public static Contender open(
      String label,
      LeaseBackend raw,
      Terms terms,
      ClientFactory clients,
      Recorder recorder,
      LeaseClock clock) {
    return open(label, raw, terms, clients, recorder, clock, event -> {});
  }

  /** The same, with an observer that is told what the engine tells, after it was written down. */
  static Contender open(
      String label,
      LeaseBackend raw,
      Terms terms,
      ClientFactory clients,
      Recorder recorder,
      LeaseClock clock,
      LeaseObserver observer) {
    FaultyBackend faulty = new FaultyBackend(label, raw, recorder);
    LeaseClient client =
        clients.open(
            new ClientSettings(
                new RecordedBackend(label, faulty, recorder),
                raw,
                terms.ttl(),
                terms.poll(),
                event -> {
                  engine(label, event, recorder);
                  observer.on(event);
                },
                clock));
    return new Contender(label, client, raw, faulty, recorder, terms.ttl());
  }

  private static void engine(String label, LeaseEvent event, Recorder recorder) {
    recorder.noteAt(
        event.atNanos(),
        label,
        What.ENGINE,
        event.leaseName(),
        event.owner(),
        "kind",
        event.kind(),
        "outcome",
        event.outcome(),
        "token",
        event.fencingToken(),
        "took",
        event.took().toNanos(),
        "validUntil",
        event.validUntilNanos(),
        "sequence",
        event.sequence(),
        "detail",
        event.detail());
  }

  /** Its label in the history. */
  public String label() {
    return label;
  }

  /** The ttl of what it asks for by itself. */
  public Duration ttl() {
    return ttl;
  }

  /** The client. */
  public LeaseClient client() {
    return client;
  }

  /** The backend as the fixture made it. */
  LeaseBackend raw() {
    return raw;
  }

  /** What may happen to its calls. */
  public FaultyBackend faults() {
    return faults;
  }

  /** Asks once, with the stage's ttl. */
  public Optional<Holding> tryTake(String name) {
    return take(LeaseRequest.of(name).ttl(ttl).wait(Duration.ZERO));
  }

  /** Waits for a name, with the stage's ttl. */
  public Optional<Holding> take(String name, Duration wait) {
    return take(LeaseRequest.of(name).ttl(ttl).wait(wait));
  }

  /** Asks for a lease; empty if there is none, whatever the reason; the history knows it. */
  public Optional<Holding> take(LeaseRequest request) {
    long begin = recorder.now();
    long ask = recorder.nextCall();
    Duration asked = request.ttl().orElse(ttl);
    recorder.noteAt(
        begin,
        label,
        What.ASKED,
        request.name(),
        "",
        "ask",
        ask,
        "wait",
        request.waitTime().toNanos(),
        "ttl",
        asked.toNanos(),
        "maxHold",
        request.maxHold().map(Contender::nanos).orElse(0L),
        "byHand",
        request.isRenewedByHand());
    try {
      if (request.waitTime().isZero()) {
        Optional<Lease> lease = client.tryAcquire(request);
        if (lease.isEmpty()) {
          failed(request.name(), ask, "HELD_BY_ANOTHER", begin);
        }
        return lease.map(got -> holding(got, request, asked, begin, ask));
      }
      return Optional.of(holding(client.acquire(request), request, asked, begin, ask));
    } catch (LeaseException e) {
      failed(request.name(), ask, e.code().name(), begin);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failed(request.name(), ask, "INTERRUPTED", begin);
    }
    return Optional.empty();
  }

  private Holding holding(Lease lease, LeaseRequest request, Duration asked, long begin, long ask) {
    long maxHold = request.maxHold().map(Contender::nanos).orElse(0L);
    return Holding.of(label, lease, asked, begin, recorder, "ask", ask, "maxHold", maxHold);
  }

  private static long nanos(Duration maxHold) {
    return maxHold.equals(LeaseRequest.UNLIMITED) ? 0 : maxHold.toNanos();
  }

  private void failed(String name, long ask, String code, long begin) {
    recorder.note(
        label, What.FAILED, name, "", "ask", ask, "code", code, "took", recorder.now() - begin);
  }

  /** Writes down that it is closed, and closes it. */
  @Override
  public void close() {
    close("");
  }

  /** The same, and writes down from where: {@code listener} is not made to wait for the end. */
  public void close(String from) {
    long call = recorder.nextCall();
    recorder.note(label, What.CLOSE, "", "", "phase", "begin", "call", call, "from", from);
    client.close();
    recorder.note(label, What.CLOSE, "", "", "phase", "end", "call", call, "from", from);
  }

  @Override
  public String toString() {
    return label;
  }
}
