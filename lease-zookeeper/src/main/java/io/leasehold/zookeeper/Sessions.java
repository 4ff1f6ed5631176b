package io.leasehold.zookeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of one backend: one for each ttl in use, and one for questions, in which there never
 * is a lease. Thread-safe.
 */
final class Sessions {

  /** So many ttls may be in use at the same time. */
  static final int MOST = 8;

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");

  private final Setting setting;
  private final Duration eyeTimeout;
  private final int renewalsPerTtl;
  private final ReentrantLock lock = new ReentrantLock();
  private final TreeMap<Duration, Tenancy> tenancies = new TreeMap<>();
  private @Nullable LeaseSession eye;
  private boolean closed;

  /**
   * None yet.
   *
   * @param setting what they have in common
   * @param eyeTimeout of the session for questions
   * @param renewalsPerTtl how often in one ttl an open session is written on
   */
  Sessions(Setting setting, Duration eyeTimeout, int renewalsPerTtl) {
    this.setting = setting;
    this.eyeTimeout = eyeTimeout;
    this.renewalsPerTtl = renewalsPerTtl;
  }

  /**
   * The session for leases of this ttl, made if there is none.
   *
   * @return empty if too many are in use, or it is closed
   */
  Optional<Tenancy> of(Duration ttl) {
    lock.lock();
    try {
      Tenancy present = tenancies.get(ttl);
      if (present != null && !present.session().isOver() && !present.session().isFailed()) {
        return Optional.of(present);
      } else if (closed) {
        return Optional.empty();
      }
      if (present != null) {
        end(present.session());
        tenancies.remove(ttl);
      }
      tenancies.values().removeIf(other -> other.session().isOver());
      if (tenancies.size() >= MOST && !closeUnused()) {
        // A longer one does as well: the grant says how long it really lasts.
        return Optional.ofNullable(tenancies.ceilingEntry(ttl)).map(Map.Entry::getValue);
      }
      long now = setting.clock().nanos();
      Tenancy made = new Tenancy(new LeaseSession(setting, ttl), ttl, now);
      tenancies.put(ttl, made);
      return Optional.of(made);
    } finally {
      lock.unlock();
    }
  }

  private boolean closeUnused() {
    for (Tenancy tenancy : tenancies.values()) {
      if (tenancy.giveUpIfUnused()) {
        end(tenancy.session());
        tenancies.remove(tenancy.asked());
        return true;
      }
    }
    return false;
  }

  /**
   * The session for questions, made anew if it has ended.
   *
   * @return empty if it is closed
   */
  Optional<LeaseSession> eye() {
    lock.lock();
    try {
      LeaseSession present = eye;
      if (closed || (present != null && !present.isOver() && !present.isFailed())) {
        return closed ? Optional.empty() : Optional.ofNullable(present);
      }
      if (present != null) {
        end(present);
      }
      LeaseSession made = new LeaseSession(setting, eyeTimeout);
      eye = made;
      return Optional.of(made);
    } finally {
      lock.unlock();
    }
  }

  /** Which leases are in that session; empty for the one for questions. */
  Optional<Tenancy> in(LeaseSession session) {
    lock.lock();
    try {
      return tenancies.values().stream().filter(t -> t.session() == session).findFirst();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Writes on each session that was not written on for a while, so that an acquire finds it
   * recently proven; closes those in which nobody has renewed anything for one ttl. Then every
   * lease in it is over, and only the driver's heartbeats would keep it: a client that stands still
   * or an engine that has died holds nothing (G9).
   */
  void care() {
    long now = setting.clock().nanos();
    List<Tenancy> stale = new ArrayList<>();
    List<Tenancy> open;
    lock.lock();
    try {
      tenancies.values().stream().filter(t -> t.giveUpIfStale(now)).forEach(stale::add);
      tenancies.values().removeIf(t -> stale.contains(t) || t.session().isOver());
      open = List.copyOf(tenancies.values());
    } finally {
      lock.unlock();
    }
    stale.forEach(tenancy -> end(tenancy.session()));
    for (Tenancy tenancy : open) {
      LeaseSession session = tenancy.session();
      if (session.isConnected()
          && now - session.wroteAt() >= tenancy.asked().dividedBy(renewalsPerTtl).toNanos()) {
        CompletableFuture<Written> unused = session.write();
      }
    }
  }

  private static void end(LeaseSession session) {
    LOG.debug("{} is closed", session);
    session.close();
  }

  /** Ends all sessions, and waits for the servers' answers at most that long. */
  void close(Duration time) {
    List<CompletableFuture<?>> ends = new ArrayList<>();
    lock.lock();
    try {
      closed = true;
      tenancies.values().forEach(t -> ends.add(t.session().ended()));
      tenancies.values().forEach(t -> end(t.session()));
      tenancies.clear();
      LeaseSession last = eye;
      if (last != null) {
        ends.add(last.ended());
        end(last);
      }
    } finally {
      lock.unlock();
    }
    try {
      CompletableFuture<?>[] all = ends.toArray(CompletableFuture[]::new);
      CompletableFuture.allOf(all).get(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("a session could not be closed at its server; it ends with its timeout", e);
    }
  }
}
