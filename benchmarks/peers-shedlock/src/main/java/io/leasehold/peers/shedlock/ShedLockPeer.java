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
          + " lockAtLeastFor = 0; its documentation asks for a lockAtMostFor of 30 s at least when"
          + " locks are kept alive, so that its constructor for tests, which takes less, is used:"
          + " on a connection within one machine that makes no rule harder";

  static final String OWN_WORDS =
      "ShedLock makes sure that scheduled tasks are executed at most once at the same time; it is"
          + " just a lock, not a distributed scheduler; if a task takes longer than lockAtMostFor"
          + " the behaviour may be unpredictable (more than one process will effectively hold the"
          + " lock). (its README)";

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
