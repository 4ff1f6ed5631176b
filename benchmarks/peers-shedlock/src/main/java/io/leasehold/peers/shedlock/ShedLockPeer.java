package io.leasehold.peers.shedlock;

import io.leasehold.peers.Has;
import io.leasehold.peers.JarVersion;
import io.leasehold.peers.Peer;
import io.leasehold.peers.PeerLocks;
import java.util.EnumSet;
import java.util.Set;
import net.javacrumbs.shedlock.core.SimpleLock;

/** {@code RedisLockProvider} behind a {@code KeepAliveLockProvider}, as it comes. */
public final class ShedLockPeer implements Peer {

  static final String ENVIRONMENT = "peers";

  /** As {@link java.util.ServiceLoader} needs it. */
  public ShedLockPeer() {}

  @Override
  public String id() {
    return "shedlock";
  }

  @Override
  public String title() {
    return "ShedLock";
  }

  @Override
  public String library() {
    return version();
  }

  static String version() {
    return "ShedLock " + JarVersion.of(SimpleLock.class);
  }

  static final String COMMON =
      "KeepAliveLockProvider around RedisLockProvider (Spring Data Redis, Lettuce with"
          + " commandTimeout = the call timeout of the run), lockAtMostFor = the ttl of the run,"
          + " lockAtLeastFor = 0. Kept alive, it does not support a lockAtMostFor below 30 s: for"
          + " shorter runs its constructor for tests is used, and --call-timeout 8000 gives one"
          + " above 30 s and the public constructor";

  static final String OWN_WORDS =
      "Tasks are executed at most once at the same time; it is just a lock, for tasks that can be"
          + " safely executed repeatedly; lockAtMostFor has to be much longer than the normal"
          + " execution time, else more than one process may hold the lock. (README) With"
          + " safeUpdate the lock is not released or extended when it is held by somebody else."
          + " (Javadoc of RedisLockProvider)";

  @Override
  public String configuration() {
    return COMMON + "; safeUpdate is off, which is the default";
  }

  @Override
  public String ownWords() {
    return OWN_WORDS;
  }

  @Override
  public Set<Has> has() {
    return EnumSet.noneOf(Has.class);
  }

  @Override
  public String key(String name) {
    return "job-lock:" + ENVIRONMENT + ":" + name;
  }

  @Override
  public PeerLocks connect(Setup setup) {
    return new ShedLocks(setup, false);
  }
}
