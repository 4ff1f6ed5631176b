package io.leasehold.engine.select;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where to connect, and who said so.
 *
 * @param config the readable URI with what a provider needs
 * @param origin who gave it, in words
 * @param secrets what must not be printed
 */
record StoreAddress(BackendConfig config, String origin, UriSecrets secrets) {

  static final String PROPERTY = "leasehold.uri";
  static final String VARIABLE = "LEASEHOLD_URI";

  /**
   * The address that somebody gave; empty if nobody did.
   *
   * @throws LeaseConfigurationException {@link ErrorCode#BAD_URI} if it cannot be read; a blank one
   *     is a mistake in a script, not a wish to let the classpath decide
   */
  static Optional<StoreAddress> find(
      @Nullable String explicit,
      Function<String, @Nullable String> properties,
      Function<String, @Nullable String> environment,
      Duration callTimeout,
      LeaseClock clock) {
    if (explicit != null) {
      return Optional.of(read(explicit, "the uri given to LeaseClient", callTimeout, clock));
    }
    String property = properties.apply(PROPERTY);
    if (property != null) {
      return Optional.of(read(property, "system property " + PROPERTY, callTimeout, clock));
    }
    String variable = environment.apply(VARIABLE);
    if (variable != null) {
      return Optional.of(read(variable, "environment variable " + VARIABLE, callTimeout, clock));
    }
    return Optional.empty();
  }

  static StoreAddress ofDefault(FoundProvider provider, Duration callTimeout, LeaseClock clock) {
    String uri = provider.defaultUri().orElseThrow();
    return read(uri, "the default address of " + provider.artifact(), callTimeout, clock);
  }

  private static StoreAddress read(
      String uri, String origin, Duration callTimeout, LeaseClock clock) {
    if (uri.isBlank()) {
      throw bad(
          origin,
          "is "
              + (uri.isEmpty() ? "empty" : "blank")
              + "; give an address such as redis://localhost:6379, or take the setting away");
    }
    if (!uri.equals(uri.strip())) {
      throw bad(
          origin,
          "begins or ends with white space: \"" + BackendConfig.mask(uri) + "\"; remove it");
    }
    try {
      BackendConfig config = BackendConfig.of(uri, callTimeout, clock);
      return new StoreAddress(config, origin, UriSecrets.of(uri));
    } catch (LeaseConfigurationException e) {
      if (e.code() != ErrorCode.BAD_URI) {
        throw e;
      }
      throw bad(origin, "is wrong: " + UriSecrets.withoutCode(e));
    }
  }

  private static LeaseConfigurationException bad(String origin, String fault) {
    return new LeaseConfigurationException(ErrorCode.BAD_URI, origin + " " + fault);
  }

  String scheme() {
    return config.uri().getScheme();
  }

  String masked() {
    return config.masked();
  }
}
