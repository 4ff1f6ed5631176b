package io.leasehold.tck.judge.process;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import java.util.Optional;

/** Whether a busy machine is enough to explain that a lease was lost. */
final class Excuse {

  private Excuse() {}

  /** For how long everything may stand still just before a renewal is due, and no lease is lost. */
  static long slack(History history) {
    return history.nanos("ttl")
        - history.nanos("margin")
        - history.nanos("interval") * 11 / 10
        - history.nanos("callTimeout");
  }

  /** The first sign, after an instant, that the application does not hold it any more. */
  static Optional<Event> lossAfter(Acquisition one, long at) {
    return one.events().stream()
        .filter(event -> event.at() > at)
        .filter(event -> event.what() == What.LOST || event.what() == What.NOT_HELD)
        .findFirst();
  }

  /**
   * Whether the machine stood still for so long before that instant that it explains a loss: then
   * its validity was over. What is lost before that is lost by something else.
   */
  static boolean explains(History history, Acquisition one, long lostAt) {
    long validUntil =
        one.provenFrom(lostAt).orElse(Long.MAX_VALUE / 2) + one.ttl() - history.nanos("margin");
    return lostAt >= validUntil
        && history.stalled(lostAt - history.nanos("ttl"), lostAt) > slack(history);
  }
}
