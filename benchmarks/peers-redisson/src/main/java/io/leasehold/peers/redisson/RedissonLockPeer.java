package io.leasehold.peers.redisson;

import io.leasehold.peers.Has;
import io.leasehold.peers.Peer;
import io.leasehold.peers.PeerLocks;
import java.util.EnumSet;
import java.util.Set;

/** {@code RLock}: the lock that most users of Redisson take. */
public final class RedissonLockPeer implements Peer {

  /** As {@link java.util.ServiceLoader} needs it. */
  public RedissonLockPeer() {}

  @Override
  public String id() {
    return "redisson-lock";
  }

  @Override
  public String title() {
    return "Redisson RLock";
  }

  @Override
  public String library() {
    return Library.name();
  }

  @Override
  public String configuration() {
    return RedissonClients.CONFIGURATION;
  }

  @Override
  public String ownWords() {
    return Library.OWN_WORDS;
  }

  @Override
  public Set<Has> has() {
    return EnumSet.of(Has.HELD_READ, Has.STORE_RECORD, Has.RELEASE_RESULT, Has.WAITING);
  }

  @Override
  public String key(String name) {
    return name;
  }

  @Override
  public PeerLocks connect(Setup setup) {
    return new RedissonLocks(RedissonClients.connect(setup));
  }
}
