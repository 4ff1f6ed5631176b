package io.leasehold.peers.redisson;

import io.leasehold.peers.JarVersion;
import org.redisson.Redisson;

/** What both kinds of lock share. */
final class Library {

  static final String OWN_WORDS =
      "Locks are reentrant and belong to a thread; a lock without a lease time is renewed for as"
          + " long as its Redisson client lives; the fencing token is to be checked by the guarded"
          + " service. (Javadoc of RLock, RFencedLock and Config.lockWatchdogTimeout)";

  private Library() {}

  static String name() {
    return "Redisson " + JarVersion.of(Redisson.class);
  }
}
