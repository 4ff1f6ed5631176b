package io.leasehold.peers.redisson;

import io.leasehold.peers.PeerLock;
import io.leasehold.peers.PeerLocks;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** Locks by {@code tryLock}; a lock without a lease time is renewed by the watchdog. */
final class RedissonLocks implements PeerLocks {

  private final RedissonClient client;

  RedissonLocks(RedissonClient client) {
    this.client = client;
  }

  @Override
  public Optional<PeerLock> take(String name, Duration wait) throws InterruptedException {
    RLock lock = client.getLock(name);
    boolean taken =
        wait.isZero() ? lock.tryLock() : lock.tryLock(wait.toMillis(), TimeUnit.MILLISECONDS);
    return taken
        ? Optional.of(new RedissonHold(lock, owner(client), OptionalLong.empty()))
        : Optional.empty();
  }

  /** The field that Redisson writes for this thread. */
  static String owner(RedissonClient client) {
    return client.getId() + ":" + Thread.currentThread().getId();
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
