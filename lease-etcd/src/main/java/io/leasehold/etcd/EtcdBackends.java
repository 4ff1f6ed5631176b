package io.leasehold.etcd;

import io.etcd.jetcd.ClientBuilder;
import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.Durations;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.support.UriReader;
import java.time.Duration;
import java.util.Objects;

/** Backends on an etcd that the application already has a client builder for. */
public final class EtcdBackends {

  /** The namespace where none is given. */
  static final String NAMESPACE = "leasehold";

  private static final Duration LEAST_BOUND = Duration.ofMillis(1);
  private static final Duration LARGEST_BOUND = Duration.ofHours(1);

  private EtcdBackends() {}

  /**
   * {@link #of(ClientBuilder, Duration, String)} with the namespace {@code leasehold}.
   *
   * @param builder where the members are, and how to talk to them
   * @param callTimeout the bound for every call
   */
  public static LeaseBackend of(ClientBuilder builder, Duration callTimeout) {
    return of(builder, callTimeout, NAMESPACE);
  }

  /**
   * A backend with connections of its own, made as the builder says: target, TLS, user and
   * password, authority, headers, interceptors and the largest message count; executor, retries,
   * namespace, load balancing and Vert.x do not. Closing the backend closes the connections.
   *
   * @param builder where the members are, and how to talk to them; not changed
   * @param callTimeout the bound for every call
   * @param namespace the prefix of all keys
   * @throws LeaseConfigurationException BAD_OPTION; MISCONFIGURED if the server refuses this client
   * @throws io.leasehold.spi.BackendUnavailableException if the server does not answer
   */
  public static LeaseBackend of(ClientBuilder builder, Duration callTimeout, String namespace) {
    Objects.requireNonNull(callTimeout, "callTimeout");
    if (callTimeout.compareTo(LEAST_BOUND) < 0 || callTimeout.compareTo(LARGEST_BOUND) > 0) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION,
          "callTimeout "
              + Durations.show(callTimeout)
              + " is not between "
              + Durations.show(LEAST_BOUND)
              + " and "
              + Durations.show(LARGEST_BOUND)
              + "; give one that a call to the server can keep, for instance 1 s");
    }
    UriReader.checkNamespace(Objects.requireNonNull(namespace, "namespace"));
    ClientBuilder own = builder.copy();
    if (own.target() == null) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION, "the ClientBuilder has no endpoints; give it at least one");
    }
    return EtcdStartup.open(
        new EtcdLinks(Channels.of(own, callTimeout), Channels.login(own)),
        LeaseClock.system(),
        callTimeout,
        namespace,
        own.target());
  }
}
