package io.leasehold.zookeeper;

import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseBackendProvider;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;

/**
 * Serves {@code zookeeper://host:port[,host:port...]/chroot}; see docs/backends/zookeeper.md for
 * the options. Connecting tries a whole life of a lease, so that what is wrong shows at the start.
 */
public final class ZooKeeperBackendProvider implements LeaseBackendProvider {

  /** For the service loader. */
  public ZooKeeperBackendProvider() {}

  @Override
  public String id() {
    return "zookeeper";
  }

  @Override
  public String artifact() {
    return "io.leasehold:lease-zookeeper";
  }

  @Override
  public Set<String> schemes() {
    return Set.of("zookeeper");
  }

  @Override
  public int spiVersion() {
    return 1;
  }

  @Override
  public Optional<String> defaultUri() {
    return Optional.of("zookeeper://localhost:" + ZooKeeperOptions.PORT);
  }

  @Override
  public LeaseBackend connect(BackendConfig config) {
    ZooKeeperOptions options = ZooKeeperOptions.of(config);
    List<ACL> acl =
        options.creatorOnly() ? ZooDefs.Ids.CREATOR_ALL_ACL : ZooDefs.Ids.OPEN_ACL_UNSAFE;
    Connector connector = new Connector(builders(config, options), acl, options.toString());
    return new ZooKeeperAssembly(connector, options.root(), options.tick(), options.maxTtl())
        .backend(config.clock(), config.callTimeout());
  }

  private static Supplier<CuratorFrameworkFactory.Builder> builders(
      BackendConfig config, ZooKeeperOptions options) {
    return () -> {
      CuratorFrameworkFactory.Builder builder =
          CuratorFrameworkFactory.builder()
              .connectString(options.hosts())
              .zkClientConfig(ZooKeeperTls.settings(options, config.callTimeout()));
      options
          .credentials()
          .ifPresent(
              text -> builder.authorization("digest", text.getBytes(StandardCharsets.UTF_8)));
      return builder;
    };
  }
}
