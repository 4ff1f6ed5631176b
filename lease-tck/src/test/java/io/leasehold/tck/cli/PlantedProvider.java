package io.leasehold.tck.cli;

import io.leasehold.HolderInfo;
import io.leasehold.memory.MemoryStore;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseBackendProvider;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.ReleaseOutcome;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Backends that are broken in one way each, by the scheme of their address. No service file of the
 * tests names this provider: {@link #classPath} does.
 */
public final class PlantedProvider implements LeaseBackendProvider {

  /** Its release frees the name for whoever asks. */
  static final String BLIND = "blind:";

  /** Takes a busy answer for a grant now and then. */
  static final String DOUBLE = "double:";

  /** Says of every name that it is busy. */
  static final String BUSY = "busy:";

  /** Throws at the first question. */
  static final String THROWS = "throws:";

  /** Nobody is there. */
  static final String AWAY = "away:";

  private static final MemoryStore STORE = new MemoryStore(LeaseClock.system());
  private static final AtomicInteger ASKED = new AtomicInteger();

  /** For the service loader. */
  public PlantedProvider() {}

  /** A folder for {@code --classpath} that announces this provider. */
  static Path classPath(Path folder) throws Exception {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(LeaseBackendProvider.class.getName()), PlantedProvider.class.getName());
    return folder;
  }

  @Override
  public String id() {
    return "planted";
  }

  @Override
  public String artifact() {
    return "io.leasehold:planted";
  }

  @Override
  public Set<String> schemes() {
    return Set.of("blind", "double", "busy", "throws", "away");
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
    String scheme = config.uri().getScheme() + ":";
    if (scheme.equals(AWAY)) {
      throw new BackendUnavailableException(
          "connecting to " + config.masked(), Cause.of(Cause.Kind.UNAVAILABLE, "nobody listens"));
    }
    LeaseBackend real = STORE.connect(config.callTimeout());
    InvocationHandler broken =
        (proxy, method, args) ->
            switch (scheme + method.getName()) {
              case BLIND + "releaseIfOwner" -> freed(real, (Grant) args[0]);
              case DOUBLE + "acquire" -> nowAndThen(real, (AcquireAttempt) args[0]);
              case BUSY + "acquire" -> busy((AcquireAttempt) args[0]);
              case THROWS + "traits" -> throw new IllegalStateException("planted, pw=hidden");
              default -> real(real, method, args);
            };
    return (LeaseBackend)
        Proxy.newProxyInstance(
            PlantedProvider.class.getClassLoader(), new Class<?>[] {LeaseBackend.class}, broken);
  }

  private static Object real(LeaseBackend real, Method method, Object[] args) throws Throwable {
    try {
      return method.invoke(real, args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static ReleaseOutcome freed(LeaseBackend real, Grant grant) {
    ReleaseOutcome outcome = real.releaseIfOwner(grant);
    real.revoke(grant.name(), true);
    return outcome instanceof ReleaseOutcome.NotOwner ? new ReleaseOutcome.Released() : outcome;
  }

  private static AcquireOutcome nowAndThen(LeaseBackend real, AcquireAttempt attempt) {
    AcquireOutcome outcome = real.acquire(attempt);
    return outcome instanceof AcquireOutcome.Busy busy && ASKED.incrementAndGet() % 4 == 0
        ? new AcquireOutcome.Granted(
            new Grant(
                attempt.name(),
                attempt.owner(),
                attempt.ttl(),
                busy.holder().fencingToken() + 1,
                null),
            Duration.ZERO)
        : outcome;
  }

  private static AcquireOutcome busy(AcquireAttempt attempt) {
    return new AcquireOutcome.Busy(
        new HolderInfo(attempt.name().value(), "somebody", 1, Optional.empty(), false, Map.of()));
  }
}
