package io.leasehold.tck.scenario;

import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.Means;
import io.leasehold.tck.fixture.UriBackends;
import io.leasehold.tck.history.Cut;
import io.leasehold.tck.history.What;
import io.leasehold.tck.net.FaultProxy;
import io.leasehold.tck.net.Jitter;
import java.net.URI;
import java.time.Duration;

/**
 * A way to the store that belongs to some contenders alone: real TCP through a proxy with faults.
 * For scenarios that need {@link Ability#NETWORK}. Ends with its stage. Thread-safe.
 */
public final class Network {

  private static final String HERE = "127.0.0.1";
  private static final int TRIES = 10;

  private final Stage stage;
  private final URI store;
  private final FaultProxy proxy;

  private Network(Stage stage, URI store) {
    this.stage = stage;
    this.store = store;
    this.proxy = stage.closing(FaultProxy.to(bare(store.getHost()), store.getPort()));
  }

  /**
   * Opens another way to the stage's store.
   *
   * @throws IllegalStateException if the fixture's address has no host and port
   */
  public static Network to(Stage stage) {
    URI store =
        Means.endpoint(stage.fixture())
            .orElseThrow(() -> new IllegalStateException("the fixture offers no NETWORK"));
    return new Network(stage, store);
  }

  private static String bare(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  /**
   * Everything takes this much longer from now on.
   *
   * @param jitter of each direction
   * @param of whose way it is, for the history
   */
  public void slow(Jitter jitter, Contender of) {
    Duration most = jitter.mean().plus(jitter.spread()).multipliedBy(2);
    stage
        .recorder()
        .note(
            "kit",
            What.FAULT,
            "",
            "",
            "fault",
            Cut.DELAY,
            "target",
            of.label(),
            "phase",
            "begin",
            "roundTrip",
            most.toNanos(),
            "spread",
            jitter.spread().toNanos());
    proxy.delay(jitter);
  }

  /** Nothing takes longer any more. */
  public void fast(Contender of) {
    proxy.delay(Jitter.NONE);
    stage.faultEnds(Cut.DELAY, of.label());
  }

  /** What stands in the way; write its faults down with {@link Stage#faultBegins}. */
  public FaultProxy proxy() {
    return proxy;
  }

  /**
   * A connection of its own on this way. A short bound may be too short to connect for the first
   * time on a busy machine: then it is tried again.
   */
  public LeaseBackend connect(Duration callTimeout) {
    String here = UriBackends.at(store, HERE, proxy.port());
    for (int left = TRIES; ; left--) {
      try {
        return UriBackends.open(here, callTimeout);
      } catch (BackendUnavailableException e) {
        if (left <= 1) {
          throw e;
        }
      }
    }
  }

  /** A contender on this way, with the stage's times. */
  public Contender contender() {
    return stage.contender(connect(stage.traits().callTimeout()));
  }

  /**
   * A contender on this way with a bound of its own for calls, and the times that follow from it.
   *
   * @param callTimeout the bound
   * @param ttl at least this long; longer if the bound needs it
   */
  public Contender contender(Duration callTimeout, Duration ttl) {
    LeaseBackend raw = connect(callTimeout);
    Terms least = Terms.of(raw.traits());
    Terms terms = ttl.compareTo(least.ttl()) > 0 ? Terms.of(raw.traits(), ttl) : least;
    Contender contender = stage.contender(raw, terms, LeaseClock.system());
    stage
        .recorder()
        .note(
            contender.label(),
            What.NOTE,
            "",
            "",
            "text",
            "times of its own",
            "callTimeout",
            raw.traits().callTimeout().toNanos(),
            "ttl",
            terms.ttl().toNanos());
    return contender;
  }
}
