package io.leasehold.peers;

import io.leasehold.ReleaseResult;
import java.util.OptionalLong;

/** One lock that a library gave, used as its documentation says. For one thread. */
public interface PeerLock {

  /**
   * What stands for this acquisition in the record at the store; empty if nothing there tells it
   * from others.
   */
  default String ownerText() {
    return "";
  }

  /** The fencing token, where the library gives one. */
  default OptionalLong token() {
    return OptionalLong.empty();
  }

  /**
   * Asks the library whether it is still held.
   *
   * @throws UnsupportedOperationException if it has no such call
   */
  default boolean isHeld() {
    throw new UnsupportedOperationException("the library cannot say whether a lock is still held");
  }

  /** Gives it back and says what the library said. */
  ReleaseResult release();
}
