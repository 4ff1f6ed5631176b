package io.leasehold.tck.mutants.engine.tcp;

import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseBackendProvider;
import java.util.Optional;
import java.util.Set;

/** Serves {@code tcptest://host:port?flaw=NAME}. */
public final class TcpProvider implements LeaseBackendProvider {

  /** For the service loader. */
  public TcpProvider() {}

  @Override
  public String id() {
    return "tcptest";
  }

  @Override
  public String artifact() {
    return "io.leasehold:lease-tck:test-classes";
  }

  @Override
  public Set<String> schemes() {
    return Set.of("tcptest");
  }

  @Override
  public int spiVersion() {
    return 1;
  }

  @Override
  public Optional<String> defaultUri() {
    return Optional.empty();
  }

  @Override
  public LeaseBackend connect(BackendConfig config) {
    config.allowOptions("flaw");
    TcpFlaw flaw = TcpFlaw.valueOf(config.options().getOrDefault("flaw", "NONE"));
    BackendTraits traits =
        BackendTraits.of("tcptest", config.callTimeout())
            .fenceSource("one counter of the store")
            .maxBatch(100)
            .build();
    TcpCalls calls =
        new TcpCalls(
            config.uri().getHost(), config.uri().getPort(), config.callTimeout().toNanos(), flaw);
    return new TcpBackend(traits, calls, flaw);
  }
}
