package io.leasehold.tck.judge.time;

import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;

/** What these judges ask of names and owners. */
final class Names {

  private Names() {}

  /** Whether somebody revoked it: then its record is not its holder's alone. */
  static boolean isRevoked(History history, String name) {
    return history.all(What.SENT).stream()
        .anyMatch(event -> event.name().equals(name) && event.is("call", "revoke"));
  }

  static String shortened(String owner) {
    return owner.length() > 8 ? owner.substring(0, 8) : owner;
  }
}
