package io.leasehold.peers.redisson;

import io.leasehold.peers.Peer;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.ConstantDelay;
import org.redisson.config.SingleServerConfig;

/** Redisson's clients, set up for one ttl. */
final class RedissonClients {

  /** In words. */
  static final String CONFIGURATION =
      "lockWatchdogTimeout = the ttl of the run, locks taken without a lease time, so that the"
          + " watchdog renews them; timeout = the call timeout of the run, one retry after a sixth"
          + " of it";

  private RedissonClients() {}

  static RedissonClient connect(Peer.Setup setup) {
    Config config = new Config();
    config.setLockWatchdogTimeout(setup.ttl().toMillis());
    config.setThreads(4);
    config.setNettyThreads(4);
    SingleServerConfig server = config.useSingleServer();
    server.setAddress("redis://" + setup.host() + ":" + setup.port());
    server.setConnectionMinimumIdleSize(2);
    server.setConnectionPoolSize(8);
    server.setSubscriptionConnectionMinimumIdleSize(1);
    server.setTimeout((int) setup.callTimeout().toMillis());
    server.setRetryAttempts(1);
    server.setRetryDelay(new ConstantDelay(setup.callTimeout().dividedBy(6)));
    return Redisson.create(config);
  }
}
