package io.leasehold.peers.redisson;

import io.leasehold.peers.JarVersion;
import org.redisson.Redisson;

/** What both kinds of lock share. */
final class Library {

  static final String OWN_WORDS =
      "A lock that was taken without a lease time expires after lockWatchdogTimeout if the watchdog"
          + " did not extend it. (Javadoc of Config) Each acquisition increases the fencing token; the"
          + " guarded service should check it. (Javadoc of RFencedLock)";

  private Library() {}

  static String name() {
    return "Redisson " + JarVersion.of(Redisson.class);
  }
}
