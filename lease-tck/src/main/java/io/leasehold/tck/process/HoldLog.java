package io.leasehold.tck.process;

import io.leasehold.Lease;
import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseObserver;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The child's side of a {@link HoldHistory}: what a contender saw of its leases, with the instants
 * on {@link System#nanoTime()}, which all processes of one Linux machine share. Give it to the
 * client as its observer too: then it also tells which writes the store has confirmed. Thread-safe.
 */
public final class HoldLog implements LeaseObserver {

  static final String GOT = "GOT";
  static final String CONFIRMED = "CONFIRMED";
  static final String HELD = "HELD";
  static final String LET = "LET";

  private final ChildMain parent;
  private final Map<String, NavigableSet<Long>> unanswered = new ConcurrentHashMap<>();

  /** Tells this child's parent. */
  public HoldLog(ChildMain parent) {
    this.parent = parent;
  }

  /**
   * A lease was granted.
   *
   * @param sent before the call
   * @param acknowledged after it
   */
  public void got(String name, long token, String owner, long sent, long acknowledged) {
    parent.emit(GOT, name + " " + token + " " + owner + " " + sent + " " + acknowledged);
  }

  /** {@link #got(String, long, String, long, long)} for a lease of a client. */
  public void got(Lease lease, long sent, long acknowledged) {
    got(lease.name(), lease.fencingToken(), lease.owner(), sent, acknowledged);
  }

  /** At that moment, or later, its holder took it for held. */
  public void held(String owner, long at) {
    parent.emit(HELD, owner + " " + at);
  }

  /** From that moment on nobody relies on it; to be told before the release is sent. */
  public void let(String owner, long at) {
    parent.emit(LET, owner + " " + at);
  }

  /**
   * Tells when that was sent which the store has confirmed: the acquire, or a renewal. Of two that
   * are under way at once it tells the earlier, whichever was confirmed: never too late a time.
   */
  @Override
  public void on(LeaseEvent event) {
    Kind kind = event.kind();
    if (kind == Kind.ATTEMPT_SENT || kind == Kind.RENEWAL_SENT) {
      unanswered.computeIfAbsent(event.owner(), owner -> new TreeSet<>()).add(event.atNanos());
    } else if (kind == Kind.ATTEMPT_ANSWERED || kind == Kind.RENEWAL_ANSWERED) {
      answered(event);
    }
  }

  private void answered(LeaseEvent event) {
    NavigableSet<Long> sent = unanswered.getOrDefault(event.owner(), new TreeSet<>());
    Long own = sent.floor(event.atNanos() - event.took().toNanos());
    if (own == null) {
      return;
    }
    if (event.outcome().equals("GRANTED") || event.outcome().equals("RENEWED")) {
      parent.emit(CONFIRMED, event.owner() + " " + sent.first());
    }
    sent.remove(own);
    if (sent.isEmpty()) {
      unanswered.remove(event.owner());
    }
  }
}
