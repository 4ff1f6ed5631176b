package io.leasehold.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseBackendProvider;
import java.util.Optional;
import java.util.Set;

/**
 * Serves {@code hazelcast://host:port/cluster} as a client, and {@code hazelcast:cluster} by
 * becoming a member; see docs/backends/hazelcast.md for the options. Connecting asks the members a
 * first question, so that missing classes show at the start.
 */
public final class HazelcastBackendProvider implements LeaseBackendProvider {

  /** For the service loader. */
  public HazelcastBackendProvider() {}

  @Override
  public String id() {
    return "hazelcast";
  }

  @Override
  public String artifact() {
    return "io.leasehold:lease-hazelcast";
  }

  @Override
  public Set<String> schemes() {
    return Set.of("hazelcast");
  }

  @Override
  public int spiVersion() {
    return 1;
  }

  @Override
  public Optional<String> defaultUri() {
    return Optional.of("hazelcast://localhost:5701/dev");
  }

  @Override
  public LeaseBackend connect(BackendConfig config) {
    HazelcastOptions options = HazelcastOptions.of(config);
    int millis = (int) Math.max(1, config.callTimeout().toMillis());
    return HazelcastAssembly.within(
        options.connectTimeout(),
        options.toString(),
        () -> {
          HazelcastInstance instance =
              options.embedded()
                  ? HazelcastStart.member(options)
                  : HazelcastStart.client(options, millis);
          return HazelcastAssembly.processor(
              instance, true, options.namespace(), config.clock(), config.callTimeout());
        });
  }
}
