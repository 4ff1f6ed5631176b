package io.leasehold.engine;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.LeaseObserver;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseRequestException;
import io.leasehold.engine.events.ObserverFeed;
import io.leasehold.engine.select.ProviderSelector;
import io.leasehold.engine.time.Threads;
import io.leasehold.engine.watch.WatchdogThread;
import io.leasehold.spi.LeaseBackend;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one door from the API to the engine. */
public final class Engines {

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(1);
  private static final AtomicInteger COUNT = new AtomicInteger();

  private Engines() {}

  /** Connects as the settings say and starts a client. */
  public static LeaseClient open(EngineSettings settings) {
    LeaseBackend backend = backend(settings);
    checkDefaultTtl(backend, settings);
    String name = "leasehold-" + backend.traits().backend() + "-" + COUNT.incrementAndGet();
    LeaseObserver observer = settings.observer();
    ObserverFeed feed = observer == null ? null : new ObserverFeed(observer, name);
    Threads threads = new Threads(name);
    Rehearsal.once(threads.cleanup);
    Engine engine =
        new Engine(backend, settings, feed, Engine.Workplace.of(threads, settings.clock()));
    WatchdogThread watchdog =
        new WatchdogThread(
            engine.watchdog, engine.clock, engine.health, engine.events, engine.log, name);
    Duration closeTimeout = settings.closeTimeout();
    long bound =
        closeTimeout != null
            ? closeTimeout.toNanos()
            : 3 * engine.callTimeout + Duration.ofSeconds(1).toNanos();
    Closing closing = new Closing(engine, threads, watchdog, feed, bound);
    return new EngineClient(engine, closing::close);
  }

  /**
   * A default that no request could use shows at the start, not with the first request. If it was
   * not chosen here it is only said: every request may have its own ttl, and who only looks has
   * none.
   */
  private static void checkDefaultTtl(LeaseBackend backend, EngineSettings settings) {
    try {
      new RequestCheck(backend.traits(), settings).check(LeaseRequest.of("any"));
    } catch (LeaseRequestException e) {
      if (!settings.defaultTtlGiven()) {
        LOG.warn(
            "A request without a ttl has the client's defaultTtl, which cannot work here: {}; give"
                + " the client a defaultTtl, or each request a ttl, that works",
            e.getMessage());
        return;
      }
      if (settings.backend() == null) {
        backend.close(); // nobody else would
      }
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION, "the client's defaultTtl cannot work: " + e.getMessage(), e);
    }
  }

  private static LeaseBackend backend(EngineSettings settings) {
    Duration asked = settings.callTimeout();
    LeaseBackend given = settings.backend();
    if (given == null) {
      return ProviderSelector.connect(
          settings.uri(), asked == null ? CALL_TIMEOUT : asked, settings.clock());
    }
    Duration has = given.traits().callTimeout();
    if (asked != null && !asked.equals(has)) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION,
          "callTimeout "
              + asked
              + " is asked of the client, but the given backend was made with "
              + has
              + "; leave it out here, or make the backend with it");
    }
    return given;
  }
}
