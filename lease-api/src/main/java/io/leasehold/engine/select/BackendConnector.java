package io.leasehold.engine.select;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.LeaseException;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseBackendProvider;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects the chosen provider and looks at what comes back. A backend that cannot be used is
 * closed again, for nobody else would.
 */
final class BackendConnector {

  private static final Logger log = LoggerFactory.getLogger(BackendConnector.class);

  private final FoundProvider provider;
  private final StoreAddress address;

  private BackendConnector(FoundProvider provider, StoreAddress address) {
    this.provider = provider;
    this.address = address;
  }

  /**
   * Connects.
   *
   * @throws LeaseException what the provider threw; {@link ErrorCode#MISCONFIGURED} if that was no
   *     error of Leasehold; {@link ErrorCode#BROKEN_BACKEND} or {@link ErrorCode#SPI_MISMATCH} if
   *     the provider or its backend does not keep the SPI
   */
  static LeaseBackend connect(FoundProvider provider, StoreAddress address) {
    return new BackendConnector(provider, address).connect();
  }

  private LeaseBackend connect() {
    LeaseBackend backend = backend();
    if (backend == null) {
      throw error(
          ErrorCode.BROKEN_BACKEND, "returned no backend", "report it to its authors", null);
    }
    try {
      check(backend);
      return backend;
    } catch (Throwable e) {
      close(backend);
      if (ProviderProbe.rethrowFatal(e) instanceof LeaseConfigurationException ours) {
        throw ours;
      }
      throw unsound(e);
    }
  }

  private @Nullable LeaseBackend backend() {
    try {
      return provider.provider().connect(address.config());
    } catch (LeaseException e) {
      throw isOurs() ? address.secrets().maskOwn(e) : address.secrets().mask(e);
    } catch (Throwable e) {
      Throwable error = ProviderProbe.rethrowFatal(e);
      if (error instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      if (error instanceof Error) {
        throw unsound(error);
      }
      throw error(
          ErrorCode.MISCONFIGURED,
          "could not connect: " + address.secrets().mask(error.toString()),
          "check the address, the user and the store; the backend passed on its driver's error as"
              + " it was, so that more is not known",
          error);
    }
  }

  /** Whose sentences, as tests of its module see to, name no secret. */
  private boolean isOurs() {
    return provider.provider().getClass().getName().startsWith("io.leasehold.");
  }

  private void check(LeaseBackend backend) {
    List<String> missing = SpiShape.missing(backend.getClass(), LeaseBackend.class);
    if (!missing.isEmpty()) {
      throw error(
          ErrorCode.SPI_MISMATCH,
          "made a backend that lacks "
              + String.join(", ", missing)
              + ", which SPI version "
              + LeaseBackendProvider.SPI_VERSION
              + " has",
          "upgrade " + provider.artifact() + " to the version of io.leasehold:lease-api in use",
          null);
    }
    BackendTraits traits = backend.traits();
    Duration asked = address.config().callTimeout();
    if (traits == null) {
      throw error(ErrorCode.BROKEN_BACKEND, "declares no traits", "report it to its authors", null);
    }
    if (!traits.callTimeout().equals(asked)) {
      throw error(
          ErrorCode.BROKEN_BACKEND,
          "answers within "
              + traits.callTimeout()
              + " although a callTimeout of "
              + asked
              + " was asked for; every deadline would be computed with the wrong bound",
          "ask for " + traits.callTimeout() + ", or report it to its authors",
          null);
    }
  }

  private void close(LeaseBackend backend) {
    try {
      backend.close();
    } catch (Throwable e) {
      Throwable error = ProviderProbe.rethrowFatal(e);
      log.warn(
          "the refused backend of {} could not be closed; its connection may stay open",
          provider.artifact(),
          address.secrets().mask(error));
    }
  }

  private LeaseConfigurationException unsound(Throwable error) {
    return error(
        error instanceof AbstractMethodError ? ErrorCode.SPI_MISMATCH : ErrorCode.BROKEN_BACKEND,
        "failed: " + address.secrets().mask(UndeliveredProvider.linkage(error)),
        "repair " + provider.artifact() + ", or take another version of it",
        error);
  }

  private LeaseConfigurationException error(
      ErrorCode code, String fault, String remedy, @Nullable Throwable cause) {
    String message =
        "the backend for "
            + address.masked()
            + " ("
            + address.origin()
            + ") "
            + fault
            + SelectionMessages.section("found", List.of(provider.toString()))
            + SelectionMessages.section(
                "what to do", List.of(remedy, SelectionMessages.OWN_BACKEND))
            + SelectionMessages.more(code);
    return new LeaseConfigurationException(
        code,
        address.secrets().maskOwn(message),
        cause == null ? null : address.secrets().mask(cause));
  }
}
