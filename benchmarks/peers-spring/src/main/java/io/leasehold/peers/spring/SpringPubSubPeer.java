package io.leasehold.peers.spring;

import io.leasehold.peers.Has;
import io.leasehold.peers.Peer;
import io.leasehold.peers.PeerLocks;
import java.util.EnumSet;
import java.util.Set;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** The same with {@code PUB_SUB_LOCK}: waiters are woken by messages. */
public final class SpringPubSubPeer implements Peer {

  /** As {@link java.util.ServiceLoader} needs it. */
  public SpringPubSubPeer() {}

  @Override
  public String id() {
    return "spring-pubsub";
  }

  @Override
  public String title() {
    return "Spring Integration RedisLockRegistry, PUB_SUB_LOCK";
  }

  @Override
  public String library() {
    return SpringRegistryPeer.version();
  }

  @Override
  public String configuration() {
    return SpringRegistryPeer.COMMON
        + "; PUB_SUB_LOCK, which its documentation calls preferred on one Redis server";
  }

  @Override
  public String ownWords() {
    return SpringRegistryPeer.OWN_WORDS;
  }

  @Override
  public Set<Has> has() {
    return EnumSet.of(Has.RELEASE_RESULT, Has.WAITING);
  }

  @Override
  public String key(String name) {
    return SpringRegistryPeer.REGISTRY + ":" + name;
  }

  @Override
  public PeerLocks connect(Setup setup) {
    return new SpringLocks(setup, RedisLockType.PUB_SUB_LOCK);
  }
}
