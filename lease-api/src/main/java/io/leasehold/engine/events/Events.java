package io.leasehold.engine.events;

import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.lease.LeaseTerms;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.OwnerToken;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where everything that happens is noted: in the lease's own trail, for the observer, and for the
 * flight recorder. Does not block and calls no user code.
 */
public final class Events {

  private final @Nullable Consumer<LeaseEvent> sink;
  private final LeaseClock clock;
  private final boolean recorded;

  /** With no sink only the trails and the flight recorder are fed. */
  public Events(@Nullable Consumer<LeaseEvent> sink, LeaseClock clock) {
    this(sink, clock, true);
  }

  private Events(@Nullable Consumer<LeaseEvent> sink, LeaseClock clock, boolean recorded) {
    this.sink = sink;
    this.clock = clock;
    this.recorded = recorded;
  }

  /** Goes the same way, and nobody hears of it. */
  public static Events unheard(LeaseClock clock) {
    JfrEvents.prepare();
    return new Events(event -> {}, clock, false);
  }

  /** Something happened to a lease. */
  public void of(HeldLease lease, Kind kind, String outcome) {
    of(lease, kind, outcome, 0, "");
  }

  public void of(HeldLease lease, Kind kind, String outcome, String detail) {
    of(lease, kind, outcome, 0, detail);
  }

  public void of(HeldLease lease, Kind kind, String outcome, long took, String detail) {
    // Read before the time: a renewal answered in between must not be told with an instant before
    // it.
    long validUntil =
        kind == Kind.ACQUIRED || kind == Kind.RENEWAL_ANSWERED ? lease.status().validUntil() : 0;
    long now = clock.nanos();
    if (kind != Kind.ACQUIRED) { // noted by the lease itself
      lease.trail.note(now, kind, outcome);
    }
    if (recorded) {
      JfrEvents.of(kind, lease.name(), lease.grant.fencingToken(), outcome, took);
    }
    if (sink != null) {
      send(
          now,
          kind,
          lease.terms,
          lease.grant.owner(),
          lease.grant.fencingToken(),
          outcome,
          took,
          validUntil,
          detail);
    }
  }

  /**
   * A renewal is about to be sent.
   *
   * @param sentAt before it was claimed: a release that begins meanwhile is noted with a later time
   */
  public void renewalSent(HeldLease lease, long sentAt) {
    if (sink != null) {
      long token = lease.grant.fencingToken();
      send(sentAt, Kind.RENEWAL_SENT, lease.terms, lease.grant.owner(), token, "", 0, 0, "");
    }
  }

  /** Something happened to an acquire that has no lease yet. */
  public void of(
      LeaseTerms terms, @Nullable OwnerToken owner, Kind kind, String outcome, long took) {
    if (kind == Kind.ACQUIRE_FAILED) {
      JfrEvents.of(kind, terms.name().value(), 0, outcome, took);
    }
    if (sink != null) {
      send(clock.nanos(), kind, terms, owner, 0, outcome, took, 0, "");
    }
  }

  /** Something happened to the client as a whole. */
  public void ofClient(Kind kind, long took, String detail) {
    JfrEvents.of(kind, "", 0, "", took);
    if (sink != null) {
      send(clock.nanos(), kind, null, null, 0, "", took, 0, detail);
    }
  }

  private void send(
      long at,
      Kind kind,
      @Nullable LeaseTerms terms,
      @Nullable OwnerToken owner,
      long token,
      String outcome,
      long took,
      long validUntil,
      String detail) {
    if (sink != null) {
      sink.accept(
          new LeaseEvent(
              0,
              at,
              kind,
              terms == null ? "" : terms.name().value(),
              terms == null ? "" : terms.group(),
              owner == null ? "" : owner.toString(),
              token,
              outcome,
              Duration.ofNanos(took),
              validUntil,
              detail));
    }
  }
}
