package io.leasehold.tck.history;

import java.util.Optional;

/**
 * One call that an engine made to its backend. Immutable.
 *
 * @param sent the request's event
 * @param answered the answer's event; empty if none was recorded
 */
public record StoreCall(Event sent, Optional<Event> answered) {

  /** Which call: acquire, renew, release, abandon, revoke, holder. */
  public String call() {
    return sent.fact("call");
  }

  /** The answer's name, such as GRANTED or NOT_OWNER; empty if there is none. */
  public String outcome() {
    return answered.map(event -> event.fact("outcome")).orElse("");
  }

  /** The answer's reason, such as ABSENT; empty if it has none. */
  public String reason() {
    return answered.map(event -> event.fact("reason")).orElse("");
  }

  /** From when the store's ttl provably runs, if this call began it: send minus age. */
  public long provenFrom() {
    return sent.at() - answered.map(event -> event.number("age")).orElse(0L);
  }

  /** When the answer came; as late as can be if there was none. */
  public long endedAt() {
    return answered.map(Event::at).orElse(Long.MAX_VALUE);
  }
}
