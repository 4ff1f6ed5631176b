package io.leasehold.peers.redisson;

import io.leasehold.peers.Has;
import io.leasehold.peers.Peer;
import io.leasehold.peers.PeerLocks;
import java.util.EnumSet;
import java.util.Set;

/** {@code RFencedLock}: the lock of Redisson that comes with a fencing token. */
public final class RedissonFencedLockPeer implements Peer {

  /** As {@link java.util.ServiceLoader} needs it. */
  public RedissonFencedLockPeer() {}

  @Override
  public String id() {
    return "redisson-fenced";
  }

  @Override
  public String title() {
    return "Redisson RFencedLock";
  }

  @Override
  public String library() {
    return Library.name();
  }

  @Override
  public String configuration() {
    return RedissonClients.CONFIGURATION
        + "; the token is the one that tryLockAndGetToken returned, not a later getToken()";
  }

  @Override
  public String ownWords() {
    return Library.OWN_WORDS;
  }

  @Override
  public Set<Has> has() {
    return EnumSet.of(Has.HELD_READ, Has.TOKEN, Has.STORE_RECORD, Has.RELEASE_RESULT, Has.WAITING);
  }

  @Override
  public String key(String name) {
    return name;
  }

  @Override
  public PeerLocks connect(Setup setup) {
    return new RedissonFencedLocks(RedissonClients.connect(setup));
  }
}
