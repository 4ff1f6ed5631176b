package io.leasehold.etcd;

import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.OwnerToken;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What is known of the attempts that this client has made: the store lease that each was sent with,
 * until it is certain that it owns nothing; and which were given up, so that one that is given up
 * before it is sent is never sent. Thread-safe.
 */
final class Attempts {

  /** Long after a store lease that nobody keeps alive has run out, whatever leaders changed. */
  private static final Duration FORGOTTEN = Duration.ofHours(1);

  private static final Duration BARRED = Duration.ofMinutes(10);
  private static final int SWEEP_EVERY = 1_000;

  private final LeaseClock clock;
  private final Map<OwnerToken, Attempt> attempts = new ConcurrentHashMap<>();
  private final AtomicInteger changes = new AtomicInteger();

  Attempts(LeaseClock clock) {
    this.clock = clock;
  }

  private record Attempt(Optional<StoreLease> lease, boolean givenUp, long at) {
    boolean isOld(long now) {
      return lease
          .map(
              one ->
                  now - one.aliveSince() > FORGOTTEN.plusSeconds(10 * one.ttlSeconds()).toNanos())
          .orElse(now - at > BARRED.toNanos());
    }
  }

  /** It is about to be sent; false if it must not be, because it was given up. */
  boolean begin(OwnerToken owner, StoreLease lease) {
    sweep();
    Attempt begun = new Attempt(Optional.of(lease), false, clock.nanos());
    return attempts
        .merge(owner, begun, (present, fresh) -> present.givenUp ? present : fresh)
        .equals(begun);
  }

  /** Its answer is known, and it owns nothing. */
  void end(OwnerToken owner) {
    attempts.computeIfPresent(owner, (key, present) -> present.givenUp ? present : null);
  }

  /** Gives it up; the store lease that it may have been sent with. */
  Optional<StoreLease> giveUp(OwnerToken owner) {
    sweep();
    return attempts.compute(
            owner,
            (key, present) ->
                new Attempt(
                    present == null ? Optional.empty() : present.lease, true, clock.nanos()))
        .lease;
  }

  /** It is certain that it owns nothing; what is not sent yet stays barred. */
  void gone(OwnerToken owner) {
    attempts.put(owner, new Attempt(Optional.empty(), true, clock.nanos()));
  }

  private void sweep() {
    if (changes.incrementAndGet() % SWEEP_EVERY == 0) {
      long now = clock.nanos();
      attempts.values().removeIf(attempt -> attempt.isOld(now));
    }
  }
}
