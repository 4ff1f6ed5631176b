package io.leasehold.peers.shedlock;

import io.leasehold.ReleaseResult;
import io.leasehold.peers.Peer;
import io.leasehold.peers.PeerLock;
import io.leasehold.peers.PeerLocks;
import java.lang.reflect.Constructor;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import net.javacrumbs.shedlock.support.KeepAliveLockProvider;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Locks by one attempt each: ShedLock knows no wait. */
final class ShedLocks implements PeerLocks {

  private static final Duration LEAST = Duration.ofSeconds(30);

  private final Duration ttl;
  private final LettuceConnectionFactory connections;
  private final ScheduledExecutorService extensions;
  private final LockProvider provider;

  ShedLocks(Peer.Setup setup, boolean safeUpdate) {
    ttl = setup.ttl();
    connections =
        new LettuceConnectionFactory(
            new RedisStandaloneConfiguration(setup.host(), setup.port()),
            LettuceClientConfiguration.builder()
                .commandTimeout(setup.callTimeout())
                .shutdownTimeout(Duration.ZERO)
                .build());
    connections.afterPropertiesSet();
    connections.start();
    extensions =
        Executors.newScheduledThreadPool(
            4,
            work -> {
              Thread thread = new Thread(work, "shedlock-extensions");
              thread.setDaemon(true);
              return thread;
            });
    provider =
        keptAlive(
            new RedisLockProvider.Builder(connections)
                .environment(ShedLockPeer.ENVIRONMENT)
                .safeUpdate(safeUpdate)
                .build(),
            extensions,
            ttl);
  }

  /** Below 30 s by the constructor that ShedLock's own tests use: the public one refuses. */
  private static LockProvider keptAlive(
      ExtensibleLockProvider wrapped, ScheduledExecutorService extensions, Duration ttl) {
    if (ttl.compareTo(LEAST) >= 0) {
      return new KeepAliveLockProvider(wrapped, extensions);
    }
    try {
      Constructor<KeepAliveLockProvider> constructor =
          KeepAliveLockProvider.class.getDeclaredConstructor(
              ExtensibleLockProvider.class, ScheduledExecutorService.class, Duration.class);
      constructor.setAccessible(true);
      return constructor.newInstance(wrapped, extensions, Duration.ofMillis(1));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this version of ShedLock has no such constructor", e);
    }
  }

  /** Only one attempt, whatever the wait: see {@link io.leasehold.peers.Has#WAITING}. */
  @Override
  public Optional<PeerLock> take(String name, Duration wait) {
    return provider
        .lock(new LockConfiguration(ClockProvider.now(), name, ttl, Duration.ZERO))
        .map(lock -> () -> release(lock));
  }

  /** It returns, or it throws; whether the lock was still owned is not told. */
  private static ReleaseResult release(SimpleLock lock) {
    lock.unlock();
    return ReleaseResult.UNKNOWN;
  }

  @Override
  public void close() {
    extensions.shutdownNow();
    connections.destroy();
  }
}
