package io.leasehold.hazelcast;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.client.config.ClientConnectionStrategyConfig.ReconnectMode;
import com.hazelcast.client.config.ClientNetworkConfig;
import com.hazelcast.client.config.RoutingMode;
import com.hazelcast.config.Config;
import com.hazelcast.config.DiscoveryStrategyConfig;
import com.hazelcast.config.ListenerConfig;
import com.hazelcast.config.NetworkConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent.LifecycleState;
import com.hazelcast.core.LifecycleListener;
import java.util.concurrent.CountDownLatch;

/** Makes instances of our own. */
final class HazelcastStart {

  private static final int LEAST_CONNECT_MILLIS = 500;
  private static final int FIRST_BACKOFF_MILLIS = 50;
  private static final int LONGEST_BACKOFF_MILLIS = 500;

  /** A member that is silent for so long is given up, and what is under way to it. */
  private static final String HEARTBEAT_TIMEOUT_MILLIS = "5000";

  /** While a partition moves, a step is not run but asked for again; the default is a second. */
  private static final String RETRY_PAUSE_MILLIS = "50";

  private HazelcastStart() {}

  /**
   * A client that is connected; blocks until then.
   *
   * @param callMillis the bound of a call
   */
  static HazelcastInstance client(HazelcastOptions options, int callMillis)
      throws InterruptedException {
    CountDownLatch connected = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    ClientConfig config = config(options, callMillis);
    LifecycleListener listener =
        event -> {
          if (event.getState() == LifecycleState.CLIENT_CONNECTED) {
            connected.countDown();
          } else if (event.getState() == LifecycleState.SHUTDOWN) {
            ended.countDown();
            connected.countDown();
          }
        };
    config.addListenerConfig(new ListenerConfig(listener));
    HazelcastInstance client = HazelcastClient.newHazelcastClient(config);
    boolean done = false;
    try {
      connected.await();
      done = ended.getCount() > 0;
    } finally {
      if (!done) {
        client.getLifecycleService().terminate();
      }
    }
    return client;
  }

  private static ClientConfig config(HazelcastOptions options, int callMillis) {
    ClientConfig config = new ClientConfig();
    config.setClusterName(options.cluster());
    // The owner of a record waits for its copies, and knows when one is not confirmed. Else they
    // answer the client, which waits 5 s for each that it is not connected to yet.
    config.setBackupAckToClientEnabled(false);
    config
        .setProperty("hazelcast.logging.type", "slf4j")
        .setProperty("hazelcast.client.invocation.retry.pause.millis", RETRY_PAUSE_MILLIS)
        .setProperty("hazelcast.client.statistics.enabled", "false")
        // Behind our own bound nobody waits for an answer any more.
        .setProperty("hazelcast.client.invocation.timeout.seconds", "1")
        .setProperty("hazelcast.client.heartbeat.interval", "1000")
        .setProperty("hazelcast.client.heartbeat.timeout", HEARTBEAT_TIMEOUT_MILLIS);
    config
        .getConnectionStrategyConfig()
        .setAsyncStart(true)
        .setReconnectMode(ReconnectMode.ASYNC)
        .getConnectionRetryConfig()
        .setClusterConnectTimeoutMillis(Long.MAX_VALUE)
        .setInitialBackoffMillis(FIRST_BACKOFF_MILLIS)
        .setMaxBackoffMillis(LONGEST_BACKOFF_MILLIS);
    ClientNetworkConfig network = config.getNetworkConfig();
    network
        .setRedoOperation(false)
        .setConnectionTimeout(Math.max(LEAST_CONNECT_MILLIS, callMillis));
    network.getAutoDetectionConfig().setEnabled(false);
    if (options.given()) {
      network.getClusterRoutingConfig().setRoutingMode(RoutingMode.SINGLE_MEMBER);
      config
          .setProperty("hazelcast.discovery.enabled", "true")
          .setProperty("hazelcast.discovery.public.ip.enabled", "true");
      network
          .getDiscoveryConfig()
          .addDiscoveryStrategyConfig(
              new DiscoveryStrategyConfig(new GivenAddresses(options.addresses())));
    } else {
      network.addAddress(options.addresses().toArray(String[]::new));
    }
    return config;
  }

  /** A member in this JVM, on one address, that finds nobody by itself; blocks. */
  static HazelcastInstance member(HazelcastOptions options) {
    Config config = new Config();
    config.setClusterName(options.cluster());
    config
        .setProperty("hazelcast.logging.type", "slf4j")
        .setProperty("hazelcast.phone.home.enabled", "false")
        .setProperty("hazelcast.shutdownhook.enabled", "false")
        .setProperty("hazelcast.socket.bind.any", "false")
        .setProperty("hazelcast.wait.seconds.before.join", "0")
        .setProperty("hazelcast.invocation.retry.pause.millis", RETRY_PAUSE_MILLIS)
        .setProperty(
            "hazelcast.graceful.shutdown.max.wait",
            Long.toString(HazelcastStore.CLOSE_BOUND.toSeconds()));
    NetworkConfig network = config.getNetworkConfig();
    network.setPort(options.port()).setPortAutoIncrement(false);
    network.getInterfaces().setEnabled(true).addInterface(options.bind());
    network.getJoin().getAutoDetectionConfig().setEnabled(false);
    network.getJoin().getMulticastConfig().setEnabled(false);
    network.getJoin().getTcpIpConfig().setEnabled(true).setMembers(options.addresses());
    HazelcastBackends.prepare(config, options.namespace(), options.backups(), options.minMembers());
    return Hazelcast.newHazelcastInstance(config);
  }
}
