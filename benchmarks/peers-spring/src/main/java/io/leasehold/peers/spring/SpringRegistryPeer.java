package io.leasehold.peers.spring;

import io.leasehold.peers.Has;
import io.leasehold.peers.JarVersion;
import io.leasehold.peers.Peer;
import io.leasehold.peers.PeerLocks;
import java.util.EnumSet;
import java.util.Set;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** {@code RedisLockRegistry} with renewal switched on. */
public final class SpringRegistryPeer implements Peer {

  static final String REGISTRY = "peers";

  /** As {@link java.util.ServiceLoader} needs it. */
  public SpringRegistryPeer() {}

  @Override
  public String id() {
    return "spring-registry";
  }

  @Override
  public String title() {
    return "Spring Integration RedisLockRegistry";
  }

  @Override
  public String library() {
    return version();
  }

  static String version() {
    return "Spring Integration " + JarVersion.of(RedisLockRegistry.class);
  }

  static final String COMMON =
      "expireAfter = the ttl of the run; a renewalTaskScheduler with 4 threads, so that held locks"
          + " are renewed; idleBetweenTries = how often waiters of the run ask; Lettuce with"
          + " commandTimeout = the call timeout of the run";

  static final String OWN_WORDS =
      "Threads unlocking an expired lock get an exception; this should be considered as a"
          + " critical error because it is possible the protected resources were compromised."
          + " Locks are reentrant and scoped by the registry. Not intended for low-latency"
          + " applications. (Javadoc of RedisLockRegistry)";

  @Override
  public String configuration() {
    return COMMON + "; SPIN_LOCK, the default";
  }

  @Override
  public String ownWords() {
    return OWN_WORDS;
  }

  @Override
  public Set<Has> has() {
    return EnumSet.of(Has.RELEASE_RESULT, Has.WAITING);
  }

  @Override
  public String key(String name) {
    return REGISTRY + ":" + name;
  }

  @Override
  public PeerLocks connect(Setup setup) {
    return new SpringLocks(setup, RedisLockType.SPIN_LOCK);
  }
}
