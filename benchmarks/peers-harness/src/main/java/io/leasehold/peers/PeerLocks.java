package io.leasehold.peers;

import java.time.Duration;
import java.util.Optional;

/** A client of a library. Thread-safe. */
public interface PeerLocks extends AutoCloseable {

  /**
   * Takes a lock that is renewed by the library itself, in the calling thread.
   *
   * @param name the lock
   * @param wait for how long to wait; zero for one attempt
   * @return empty if another holds it
   * @throws InterruptedException as the library throws it
   */
  Optional<PeerLock> take(String name, Duration wait) throws InterruptedException;

  /** Closes the client as the library's documentation says. */
  @Override
  void close();
}
