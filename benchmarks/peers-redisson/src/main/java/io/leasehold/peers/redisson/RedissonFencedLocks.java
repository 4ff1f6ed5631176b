package io.leasehold.peers.redisson;

import io.leasehold.peers.PeerLock;
import io.leasehold.peers.PeerLocks;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RFencedLock;
import org.redisson.api.RedissonClient;

/**
 * Locks by {@code tryLockAndGetToken}; the token that it returns is kept. The form without
 * arguments is not used: it waits for a lock that another holds, which its Javadoc does not say.
 */
final class RedissonFencedLocks implements PeerLocks {

  private final RedissonClient client;

  RedissonFencedLocks(RedissonClient client) {
    this.client = client;
  }

  @Override
  public Optional<PeerLock> take(String name, Duration wait) throws InterruptedException {
    RFencedLock lock = client.getFencedLock(name);
    @Nullable Long token = lock.tryLockAndGetToken(wait.toMillis(), TimeUnit.MILLISECONDS);
    return token == null
        ? Optional.empty()
        : Optional.of(new RedissonHold(lock, RedissonLocks.owner(client), OptionalLong.of(token)));
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
