package io.leasehold.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseBackendProvider;
import java.util.Optional;
import java.util.Set;

/**
 * Serves {@code etcd://} and, over TLS, {@code etcds://}; see docs/backends/etcd.md for the
 * options. Connecting tries a whole life of a lease, so that what is wrong shows at the start.
 */
public final class EtcdBackendProvider implements LeaseBackendProvider {

  /** For the service loader. */
  public EtcdBackendProvider() {}

  @Override
  public String id() {
    return "etcd";
  }

  @Override
  public String artifact() {
    return "io.leasehold:lease-etcd";
  }

  @Override
  public Set<String> schemes() {
    return Set.of("etcd", "etcds");
  }

  @Override
  public int spiVersion() {
    return 1;
  }

  @Override
  public Optional<String> defaultUri() {
    return Optional.of("etcd://localhost:2379");
  }

  @Override
  public LeaseBackend connect(BackendConfig config) {
    EtcdOptions options = EtcdOptions.of(config);
    ClientBuilder builder = Client.builder();
    if (options.tls()) {
      builder.sslContext(EtcdTls.context(options.files()));
    }
    EtcdLogin login =
        options.user().isEmpty()
            ? EtcdLogin.anonymous()
            : EtcdLogin.as(options.user(), options.password());
    return EtcdStartup.open(
        new EtcdLinks(Channels.of(options.members(), builder, config.callTimeout()), login),
        config.clock(),
        config.callTimeout(),
        options.namespace(),
        options.toString());
  }
}
