package io.leasehold.spi;

import java.util.Optional;
import java.util.Set;

/**
 * How a backend is found on the classpath: listed in {@code
 * META-INF/services/io.leasehold.spi.LeaseBackendProvider}, made by its public constructor without
 * arguments. The constructor does nothing that can fail.
 */
public interface LeaseBackendProvider {

  /** The version of this SPI; raised when a backend has to change. */
  int SPI_VERSION = 1;

  /** A short identifier, also the value of {@link BackendTraits#backend()}. */
  String id();

  /** The artifact to add, as {@code group:artifact}; for messages. */
  String artifact();

  /** The URI schemes served, in lower case. */
  Set<String> schemes();

  /**
   * The SPI version this provider was written for: returns the number itself, as a constant of its
   * own. (A reference to {@link #SPI_VERSION} is copied by the compiler, which does as well.)
   */
  int spiVersion();

  /**
   * Where to connect when nobody says where, for instance {@code redis://localhost:6379}; empty if
   * this backend is chosen only by an explicit URI and never by being on the classpath.
   */
  Optional<String> defaultUri();

  /**
   * Connects, within a bound.
   *
   * @throws io.leasehold.LeaseConfigurationException if the URI or an option is wrong, or the store
   *     refuses this client
   * @throws BackendUnavailableException if the store did not answer within the bound
   */
  LeaseBackend connect(BackendConfig config);
}
