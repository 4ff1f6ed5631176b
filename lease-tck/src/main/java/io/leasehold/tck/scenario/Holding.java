package io.leasehold.tck.scenario;

import io.leasehold.Lease;
import io.leasehold.LeaseEnd;
import io.leasehold.LeaseException;
import io.leasehold.ReleaseResult;
import io.leasehold.tck.history.Recorder;
import io.leasehold.tck.history.What;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A lease in an application's hands, which writes down all that it does with it. What a lease of
 * another library cannot do, and says so by {@link UnsupportedOperationException}, is not written
 * down. Thread-safe.
 */
public final class Holding {

  private final String by;
  private final Lease lease;
  private final Recorder recorder;

  private Holding(String by, Lease lease, Recorder recorder) {
    this.by = by;
    this.lease = lease;
    this.recorder = recorder;
  }

  /** Writes down that the application has it, then listens to what becomes of it. */
  public static Holding of(
      String by, Lease lease, Duration ttl, long asked, Recorder recorder, Object... more) {
    Holding holding = new Holding(by, lease, recorder);
    List<Object> facts = new ArrayList<>();
    facts.addAll(List.of("token", token(lease), "ttl", ttl.toNanos(), "asked", asked));
    facts.addAll(List.of(more));
    holding.note(What.GOT, facts.toArray());
    try {
      lease.onLost(loss -> holding.note(What.LOST, "reason", loss.reason()));
      var unused = lease.whenEnded().whenComplete((end, error) -> holding.ended(end));
      lease.onOverdue(() -> holding.note(What.OVERDUE));
    } catch (UnsupportedOperationException e) {
      // its holder is not told: rules about that are not for it
    }
    return holding;
  }

  private static long token(Lease lease) {
    try {
      return lease.fencingToken();
    } catch (UnsupportedOperationException e) {
      return 0;
    }
  }

  private void ended(LeaseEnd end) {
    note(
        What.ENDED,
        "state",
        end.state(),
        "reason",
        end.loss().map(loss -> loss.reason().name()).orElse(""));
  }

  /** The lease itself. */
  public Lease lease() {
    return lease;
  }

  /**
   * Reads {@code isHeld()} and writes down what it said.
   *
   * @return what it said; true if it cannot say, false if it asked a store that did not answer
   */
  public boolean isHeld() {
    long before = recorder.now();
    boolean held;
    try {
      held = lease.isHeld();
    } catch (UnsupportedOperationException e) {
      return true;
    } catch (LeaseException e) {
      recorder.note(by, What.NOTE, lease.name(), lease.owner(), "text", "isHeld() threw " + e);
      return false;
    }
    if (held) {
      recorder.noteAt(before, by, What.HELD, lease.name(), lease.owner());
    } else {
      note(What.NOT_HELD);
    }
    return held;
  }

  /** Releases it. */
  public ReleaseResult release() {
    note(What.LET);
    ReleaseResult result = lease.release();
    note(What.RELEASED, "result", result);
    return result;
  }

  /**
   * Renews it by hand.
   *
   * @return whether it was renewed; the history knows why not
   */
  public boolean renew() {
    try {
      lease.renew();
    } catch (LeaseException e) {
      note(What.RENEWED, "result", e.code());
      return false;
    }
    note(What.RENEWED, "result", "RENEWED");
    return true;
  }

  private void note(What what, Object... facts) {
    recorder.note(by, what, lease.name(), lease.owner(), facts);
  }

  @Override
  public String toString() {
    return "\"" + lease.name() + "\" in the hands of " + by;
  }
}
