package io.leasehold.peers.redisson;

import io.leasehold.ReleaseResult;
import io.leasehold.peers.PeerLock;
import java.util.OptionalLong;
import org.redisson.api.RLock;

/** A lock that Redisson gave to this thread. */
record RedissonHold(RLock lock, String ownerText, OptionalLong token) implements PeerLock {

  @Override
  public boolean isHeld() {
    return lock.isHeldByCurrentThread();
  }

  /** An IllegalMonitorStateException says that the lock is not this thread's any more. */
  @Override
  public ReleaseResult release() {
    try {
      lock.unlock();
      return ReleaseResult.RELEASED;
    } catch (IllegalMonitorStateException e) {
      return ReleaseResult.NOT_OWNER;
    }
  }
}
