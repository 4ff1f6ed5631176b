package io.leasehold.peers;

import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseBackendProvider;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Opens the way to a library's store: {@code <peer's id>://host:port}. */
public final class PeerBackendProvider implements LeaseBackendProvider {

  /** As {@link java.util.ServiceLoader} needs it. */
  public PeerBackendProvider() {}

  @Override
  public String id() {
    return "peers";
  }

  @Override
  public String artifact() {
    return "io.leasehold:peers-harness";
  }

  @Override
  public Set<String> schemes() {
    return Peers.all().stream().map(Peer::id).collect(Collectors.toSet());
  }

  @Override
  public int spiVersion() {
    return SPI_VERSION;
  }

  @Override
  public Optional<String> defaultUri() {
    return Optional.empty();
  }

  @Override
  public LeaseBackend connect(BackendConfig config) {
    return new PeerBackend(
        Peers.named(config.uri().getScheme()),
        config.uri().getHost(),
        config.uri().getPort(),
        config.callTimeout());
  }
}
