package io.leasehold.redis;

import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseObserver;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What the engine did, in its order. */
final class Events implements LeaseObserver {

  private final List<LeaseEvent> all = new CopyOnWriteArrayList<>();

  @Override
  public void on(LeaseEvent event) {
    all.add(event);
  }

  long count(Kind kind) {
    return all.stream().filter(event -> event.kind() == kind).count();
  }

  long count(Kind kind, String outcome) {
    return all.stream()
        .filter(event -> event.kind() == kind && event.outcome().equals(outcome))
        .count();
  }

  /**
   * When that was sent which the store confirmed last for this attempt, noted before it left: the
   * acquire or a renewal.
   */
  long lastConfirmedSend(String owner) {
    long confirmed = 0;
    long sent = 0;
    for (LeaseEvent event : all) {
      if (!event.owner().equals(owner)) {
        continue;
      }
      if (event.kind() == Kind.ATTEMPT_SENT || event.kind() == Kind.RENEWAL_SENT) {
        sent = event.atNanos();
      } else if (event.outcome().equals("GRANTED") || event.outcome().equals("RENEWED")) {
        confirmed = sent;
      }
    }
    return confirmed;
  }
}
