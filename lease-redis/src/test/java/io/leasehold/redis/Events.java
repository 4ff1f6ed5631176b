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

  long count(Kind kind, String outcome, String owner) {
    return all.stream()
        .filter(event -> event.kind() == kind && event.outcome().equals(outcome))
        .filter(event -> event.owner().equals(owner))
        .count();
  }

  /** Those of a kind, in their order. */
  List<LeaseEvent> of(Kind kind) {
    return all.stream().filter(event -> event.kind() == kind).toList();
  }

  /**
   * When that was sent which the store confirmed last for this attempt, noted before it left: the
   * acquire or a renewal.
   */
  long lastConfirmedSend(String owner) {
    long confirmed = 0;
    for (LeaseEvent event : all) {
      if (event.owner().equals(owner)
          && (event.outcome().equals("GRANTED") || event.outcome().equals("RENEWED"))) {
        confirmed = sendOf(event);
      }
    }
    return confirmed;
  }

  /** When that was sent which this event tells the answer to. */
  long sendOf(LeaseEvent answer) {
    long latest = answer.atNanos() - answer.took().toNanos();
    return all.stream()
        .filter(event -> event.kind() == Kind.ATTEMPT_SENT || event.kind() == Kind.RENEWAL_SENT)
        .filter(event -> event.owner().equals(answer.owner()) && event.atNanos() - latest <= 0)
        .mapToLong(LeaseEvent::atNanos)
        .max()
        .orElseThrow(() -> new AssertionError("nothing was sent before " + answer));
  }
}
