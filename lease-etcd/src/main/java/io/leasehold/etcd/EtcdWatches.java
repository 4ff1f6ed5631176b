package io.leasehold.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.WatchResponse;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.Subscription;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What this client wants to hear of: keys on one watch stream. The stream is opened by the first
 * watch, and again after it has broken by the next call that comes through ({@link #mend}): nothing
 * here runs by itself. Whoever waits is called when it breaks and when it is back, since what
 * happened in between was not heard. Thread-safe.
 */
final class EtcdWatches {

  /** Revisions of busy answers that no waiter has come for; more than these are forgotten. */
  private static final int BUSY_KEPT = 10_000;

  /** Between two openings; a server that ends each stream at once is not asked all the time. */
  private static final long PAUSE = Duration.ofMillis(250).toNanos();

  private final EtcdLinks links;
  private final LeaseClock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Set<Watched> all = ConcurrentHashMap.newKeySet();
  private final Map<ByteString, Long> busyAt = new ConcurrentHashMap<>();
  private @Nullable WatchStream stream;
  private long openedAt;
  private boolean closed;

  EtcdWatches(EtcdLinks links, LeaseClock clock) {
    this.links = links;
    this.clock = clock;
    this.openedAt = clock.nanos() - PAUSE;
  }

  /** One watch of one key. */
  final class Watched implements Subscription {
    private final ByteString key;
    private final Runnable onGone;
    private volatile long from;
    private volatile boolean over;

    Watched(ByteString key, long from, Runnable onGone) {
      this.key = key;
      this.from = from;
      this.onGone = onGone;
    }

    ByteString key() {
      return key;
    }

    /** The first revision to hear of; 0 for those from now on. */
    long from() {
      return from;
    }

    boolean isOver() {
      return over;
    }

    /** What the server tells about it. */
    void heard(WatchResponse response) {
      if (response.getCompactRevision() > 0) { // what it asked for is no more to be had
        doubt();
        begin(this);
      } else if (response.getEventsList().stream()
          .anyMatch(event -> event.getType() == Event.EventType.DELETE)) {
        onGone.run();
      }
    }

    /** Events may have been missed. */
    void doubt() {
      from = 0;
      onGone.run();
    }

    @Override
    public void close() {
      over = true;
      all.remove(this);
      WatchStream present = usable();
      if (present != null) {
        present.end(this);
      }
    }
  }

  /** An acquire of somebody who waits found the key at that revision of the store. */
  void busy(ByteString key, long revision) {
    if (busyAt.size() >= BUSY_KEPT) {
      busyAt.clear();
    }
    busyAt.put(key, revision);
  }

  /** Calls back when the key is deleted after the last busy answer. */
  Subscription onVacant(ByteString key, Runnable hint) {
    Long seen = busyAt.remove(key);
    Watched watched = new Watched(key, seen == null ? 0 : seen + 1, hint);
    all.add(watched);
    if (!opened(watched)) {
      begin(watched);
    }
    return watched;
  }

  private void begin(Watched watched) {
    WatchStream present = usable();
    if (present != null) {
      present.begin(watched);
    }
  }

  /** A call came through: opens the stream again if it has broken and somebody needs it. */
  void mend() {
    if (!all.isEmpty()) {
      opened(null);
    }
  }

  /** Opens it for all, if there is none and it is time; the newest has missed nothing. */
  private boolean opened(@Nullable Watched newest) {
    lock.lock();
    try {
      if (closed || (stream != null && !stream.isEnded()) || clock.nanos() - openedAt < PAUSE) {
        return false;
      }
      openedAt = clock.nanos();
      stream = new WatchStream(links.link().channel(), () -> all.forEach(Watched::doubt));
      all.forEach(stream::begin);
    } finally {
      lock.unlock();
    }
    for (Watched watched : all) {
      if (watched != newest) {
        watched.doubt();
      }
    }
    return true;
  }

  private @Nullable WatchStream usable() {
    lock.lock();
    try {
      return closed || stream == null || stream.isEnded() ? null : stream;
    } finally {
      lock.unlock();
    }
  }

  /** The connection was replaced: the stream goes with it. */
  void replaced() {
    WatchStream present = usable();
    if (present != null) {
      present.cancel();
    }
  }

  /** How many keys are watched; for tests. */
  int count() {
    return all.size();
  }

  void close() {
    WatchStream present = usable();
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    all.clear();
    if (present != null) {
      present.cancel();
    }
  }
}
