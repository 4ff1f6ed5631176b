package io.leasehold.zookeeper;

import io.leasehold.spi.LeaseClock;
import java.util.List;
import java.util.function.Supplier;
import org.apache.curator.RetryPolicy;
import org.apache.curator.RetrySleeper;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.utils.ZookeeperFactory;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.client.StaticHostProvider;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * Makes sessions. Curator brings addresses, credentials and TLS together; the calls of a lease use
 * the one ZooKeeper handle of that session and nothing else: what Curator retries may run in a
 * later session, where it would act on a stranger's lease.
 */
final class Connector {

  private final Supplier<CuratorFrameworkFactory.Builder> builders;
  private final List<ACL> acl;
  private final String where;

  /**
   * Makes sessions with what the builders say.
   *
   * @param builders each with addresses, and credentials and TLS where they are wanted
   * @param acl of every node that is made
   * @param where the servers, for messages; without secrets
   */
  Connector(Supplier<CuratorFrameworkFactory.Builder> builders, List<ACL> acl, String where) {
    this.builders = builders;
    this.acl = List.copyOf(acl);
    this.where = where;
  }

  List<ACL> acl() {
    return acl;
  }

  @Override
  public String toString() {
    return where;
  }

  /** The two ends of one session's connection. */
  record Link(CuratorFramework framework, ZooKeeper handle, EagerHosts hosts) {

    /** Before the request left that made the session; once there is one. */
    long sessionSentAt() {
      return hosts.sessionSentAt();
    }

    /** Ends the session, if it can be told to the server; bounded by the driver's settings. */
    void close() {
      try {
        handle.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        framework.close();
      }
    }
  }

  /**
   * Begins to connect; returns at once.
   *
   * @param timeoutMillis the session's timeout
   * @param watcher hears what becomes of the session
   */
  Link connect(int timeoutMillis, LeaseClock clock, Watcher watcher) {
    OneHandle handles = new OneHandle(watcher, clock);
    CuratorFramework framework =
        builders
            .get()
            .sessionTimeoutMs(timeoutMillis)
            .connectionTimeoutMs(timeoutMillis)
            .retryPolicy(new NoRetries())
            .canBeReadOnly(false)
            .ensembleTracker(false)
            .maxCloseWaitMs(1)
            .zookeeperFactory(handles)
            .build();
    framework.start();
    ZooKeeper handle = handles.handle;
    EagerHosts hosts = handles.hosts;
    if (handle == null || hosts == null) {
      framework.close();
      throw new IllegalStateException("Curator has made no connection to " + where);
    }
    return new Link(framework, handle, hosts);
  }

  /** Another handle would be another session: Curator gets none. */
  private static final class OneHandle implements ZookeeperFactory {

    private final Watcher watcher;
    private final LeaseClock clock;
    private volatile @Nullable ZooKeeper handle;
    private volatile @Nullable EagerHosts hosts;

    OneHandle(Watcher watcher, LeaseClock clock) {
      this.watcher = watcher;
      this.clock = clock;
    }

    @Override
    public ZooKeeper newZooKeeper(
        String connectString, int sessionTimeout, Watcher curator, boolean canBeReadOnly)
        throws Exception {
      return newZooKeeper(
          connectString, sessionTimeout, curator, canBeReadOnly, new ZKClientConfig());
    }

    @Override
    public ZooKeeper newZooKeeper(
        String connectString,
        int sessionTimeout,
        Watcher curator,
        boolean canBeReadOnly,
        @Nullable ZKClientConfig config)
        throws Exception {
      if (handle != null) {
        throw new IllegalStateException("this client has had its one session");
      }
      EagerHosts all =
          new EagerHosts(
              new StaticHostProvider(new ConnectStringParser(connectString).getServerAddresses()),
              sessionTimeout,
              clock);
      hosts = all;
      ZooKeeper made =
          new ZooKeeper(
              connectString,
              sessionTimeout,
              event -> {
                watcher.process(event);
                // Told of a break, Curator would give the session up by a clock of its own.
                if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                  curator.process(event);
                }
              },
              canBeReadOnly,
              all,
              config == null ? new ZKClientConfig() : config);
      handle = made;
      return made;
    }
  }

  private static final class NoRetries implements RetryPolicy {
    @Override
    public boolean allowRetry(int retryCount, long elapsedTimeMs, RetrySleeper sleeper) {
      return false;
    }
  }
}
