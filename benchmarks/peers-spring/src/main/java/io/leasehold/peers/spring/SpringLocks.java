package io.leasehold.peers.spring;

import io.leasehold.ReleaseResult;
import io.leasehold.peers.Peer;
import io.leasehold.peers.PeerLock;
import io.leasehold.peers.PeerLocks;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** A registry of its own, as each application has one. */
final class SpringLocks implements PeerLocks {

  private final LettuceConnectionFactory connections;
  private final ThreadPoolTaskScheduler renewals = new ThreadPoolTaskScheduler();
  private final RedisLockRegistry registry;

  SpringLocks(Peer.Setup setup, RedisLockType type) {
    connections =
        new LettuceConnectionFactory(
            new RedisStandaloneConfiguration(setup.host(), setup.port()),
            LettuceClientConfiguration.builder()
                .commandTimeout(setup.callTimeout())
                .shutdownTimeout(Duration.ZERO)
                .build());
    connections.afterPropertiesSet();
    connections.start();
    renewals.setPoolSize(4);
    renewals.setDaemon(true);
    renewals.initialize();
    registry = new RedisLockRegistry(connections, SpringRegistryPeer.REGISTRY, setup.ttl());
    registry.setRedisLockType(type);
    registry.setIdleBetweenTries(setup.poll());
    registry.setRenewalTaskScheduler(renewals);
  }

  @Override
  public Optional<PeerLock> take(String name, Duration wait) throws InterruptedException {
    Lock lock = registry.obtain(name);
    return lock.tryLock(wait.toMillis(), TimeUnit.MILLISECONDS)
        ? Optional.of(() -> release(lock))
        : Optional.empty();
  }

  /** The exception says that the lock had expired and was not this registry's any more. */
  private static ReleaseResult release(Lock lock) {
    try {
      lock.unlock();
      return ReleaseResult.RELEASED;
    } catch (ConcurrentModificationException e) {
      return ReleaseResult.NOT_OWNER;
    }
  }

  @Override
  public void close() {
    registry.destroy();
    renewals.destroy();
    connections.destroy();
  }
}
