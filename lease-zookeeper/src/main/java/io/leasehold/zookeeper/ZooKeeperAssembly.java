package io.leasehold.zookeeper;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.support.TrialLease;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Puts the parts of a backend together and tries them at the servers.
 *
 * @param connector makes sessions
 * @param root the node below which everything is kept
 * @param tick the servers' tickTime
 * @param maxTtl the longest session that they give
 */
record ZooKeeperAssembly(Connector connector, String root, Duration tick, Duration maxTtl) {

  /** Whether no client has had its answers in this JVM yet. */
  private static final AtomicBoolean COLD = new AtomicBoolean(true);

  private static final int EYE_TICKS = 16;

  LeaseBackend backend(LeaseClock clock, Duration callTimeout) {
    BackendTraits traits = ZooKeeperTraits.of(callTimeout, tick, maxTtl);
    Doubts doubts = new Doubts();
    AtomicReference<@Nullable Sessions> all = new AtomicReference<>();
    Setting setting =
        new Setting(
            clock,
            new Paths(root),
            connector,
            tick,
            closers(),
            (session, cause) -> tell(all.get(), session, doubts, cause));
    Sessions sessions =
        new Sessions(setting, tick.multipliedBy(EYE_TICKS), traits.renewalsPerTtl());
    all.set(sessions);
    ZooKeeperLeaseBackend backend =
        new ZooKeeperLeaseBackend(traits, setting, sessions, doubts, Caretaker.thread());
    boolean sound = false;
    try {
      begin(() -> trial(connector.toString()).live(backend, traits.maxTtl()));
      sound = true;
      return backend;
    } finally {
      if (!sound) {
        backend.close();
      }
    }
  }

  private static void tell(
      @Nullable Sessions sessions, LeaseSession session, Doubts doubts, Cause cause) {
    if (sessions != null) {
      Optional<Tenancy> tenancy = sessions.in(session);
      doubts.tell(tenancy.map(Tenancy::owners).orElse(Set.<OwnerToken>of()), cause);
    }
  }

  /** One thread for each session that ends: what the driver does then may take a while. */
  private static Executor closers() {
    return work -> {
      Thread thread = new Thread(work, "leasehold-zookeeper-close");
      thread.setDaemon(true);
      thread.start();
    };
  }

  private static TrialLease trial(String where) {
    // The session may have ended between two steps, for instance on a machine that stood still.
    return new TrialLease(where, Cause.of(Cause.Kind.UNAVAILABLE, ""), UnaryOperator.identity());
  }

  /** The first calls of a JVM load classes: on a busy machine that alone can take their time. */
  private static void begin(Runnable oneLease) {
    try {
      oneLease.run();
    } catch (BackendUnavailableException e) {
      Cause.Kind kind = e.reason().kind();
      if (!COLD.get() || (kind != Cause.Kind.TIMEOUT && kind != Cause.Kind.UNAVAILABLE)) {
        throw e;
      }
      oneLease.run();
    }
    COLD.set(false); // only now: one that was refused has loaded nothing, and two may open at once
  }
}
