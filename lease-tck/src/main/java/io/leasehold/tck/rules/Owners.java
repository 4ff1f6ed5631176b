package io.leasehold.tck.rules;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.OwnerToken;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import java.util.List;
import java.util.stream.Stream;

/** Owner tokens that a comparison of a part takes for equal. */
final class Owners {

  private Owners() {}

  /** Attempts at the same name, each by an owner that differs from the grant's in one bit only. */
  static List<AcquireAttempt> almost(Client client, Held held) {
    OwnerToken owner = held.grant().owner();
    AcquireAttempt plain = client.attempt(held.name());
    return Stream.of(
            new OwnerToken(owner.high() ^ Long.MIN_VALUE, owner.low()),
            new OwnerToken(owner.high(), owner.low() ^ 1))
        .map(other -> new AcquireAttempt(plain.name(), other, plain.ttl(), 0, plain.metadata()))
        .toList();
  }
}
