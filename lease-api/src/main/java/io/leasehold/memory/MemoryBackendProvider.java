package io.leasehold.memory;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Durations;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseBackendProvider;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Serves {@code memory:} (a store of the client's own) and {@code memory:name} (one store for all
 * clients of this JVM that give the name; it lives as long as the JVM, so that its fencing tokens
 * never start again). Options: {@code min-ttl}, {@code max-ttl}, {@code ttl-step}.
 */
public final class MemoryBackendProvider implements LeaseBackendProvider {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final Map<String, MemoryStore> SHARED = new ConcurrentHashMap<>();

  /** For the service loader. */
  public MemoryBackendProvider() {}

  @Override
  public String id() {
    return "memory";
  }

  @Override
  public String artifact() {
    return "io.leasehold:lease-api";
  }

  @Override
  public Set<String> schemes() {
    return Set.of("memory");
  }

  @Override
  public int spiVersion() {
    return 1;
  }

  /** None: it excludes nobody in other JVMs, so it must be asked for. */
  @Override
  public Optional<String> defaultUri() {
    return Optional.empty();
  }

  @Override
  public LeaseBackend connect(BackendConfig config) {
    config.allowOptions("min-ttl", "max-ttl", "ttl-step");
    BackendTraits traits = traits(config);
    return storeOf(config).connect(traits);
  }

  private static MemoryStore storeOf(BackendConfig config) {
    String part = config.uri().getSchemeSpecificPart();
    String name = part.contains("?") ? part.substring(0, part.indexOf('?')) : part;
    if (config.uri().getRawFragment() == null && (name.isEmpty() || name.equals("/"))) {
      return new MemoryStore(config.clock());
    }
    if (config.uri().getRawFragment() != null || !NAME.matcher(name).matches()) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_URI,
          "backend URI \""
              + config.masked()
              + "\" names no store in memory; write memory: for a store of your own or"
              + " memory:name with 1 to 64 letters, digits, dots, dashes or underscores");
    }
    MemoryStore store = SHARED.computeIfAbsent(name, n -> new MemoryStore(config.clock()));
    requireSameClock(config, store.clock());
    return store;
  }

  /** A client whose clock runs otherwise than the store's could not compute its validity. */
  private static void requireSameClock(BackendConfig config, LeaseClock clock) {
    if (!clock.equals(config.clock())) {
      throw new LeaseConfigurationException(
          ErrorCode.MISCONFIGURED,
          "store \""
              + config.masked()
              + "\" runs on "
              + clock
              + " and this client on "
              + config.clock()
              + "; give all its clients one clock");
    }
  }

  private static BackendTraits traits(BackendConfig config) {
    BackendTraits standard = MemoryStore.standardTraits(config.callTimeout()).build();
    Duration min = Durations.option(config, "min-ttl", standard.minTtl());
    Duration max = Durations.option(config, "max-ttl", standard.maxTtl());
    Duration step = Durations.option(config, "ttl-step", standard.ttlStep());
    if (min.isZero() || step.isZero() || max.compareTo(min) < 0) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION,
          String.format(
              "min-ttl %s, max-ttl %s and ttl-step %s of %s keep no ttl; min-ttl and ttl-step have"
                  + " to be above zero, max-ttl at least min-ttl",
              Durations.format(min),
              Durations.format(max),
              Durations.format(step),
              config.masked()));
    }
    return standard.toDraft().ttl(min, max, step).build();
  }
}
