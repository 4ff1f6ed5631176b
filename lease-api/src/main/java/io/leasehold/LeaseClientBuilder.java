package io.leasehold;

import io.leasehold.engine.EngineSettings;
import io.leasehold.engine.Engines;
import io.leasehold.spi.Durations;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link LeaseClient}. Not thread-safe; may be used again after {@link #open()}.
 *
 * <p>Wrong values are refused with {@link ErrorCode#BAD_OPTION}, never corrected.
 */
public final class LeaseClientBuilder {

  private @Nullable String uri;
  private @Nullable LeaseBackend backend;
  private @Nullable Duration callTimeout;
  private Duration defaultTtl = Duration.ofSeconds(30);
  private boolean defaultTtlGiven;
  private Duration defaultMaxHold = Duration.ofHours(1);
  private Duration renewalWindow = Duration.ofMillis(10);
  private Duration backoff = Duration.ofMillis(50);
  private Duration pollInterval = Duration.ofSeconds(1);
  private @Nullable Duration closeTimeout;
  private boolean acquisitionStacks = true;
  private @Nullable LeaseObserver observer;
  private LeaseClock clock = LeaseClock.system();

  LeaseClientBuilder() {}

  /** The store's address; its scheme chooses the backend. Excludes {@link #backend}. */
  public LeaseClientBuilder uri(String value) {
    uri = Objects.requireNonNull(value, "uri");
    return this;
  }

  /** A backend made by the caller; closed with the client. Excludes {@link #uri}. */
  public LeaseClientBuilder backend(LeaseBackend value) {
    backend = Objects.requireNonNull(value, "backend");
    return this;
  }

  /**
   * The bound for every call to the store; default 1 s. With {@link #backend} the backend's own
   * bound counts, and a different one here is refused.
   */
  public LeaseClientBuilder callTimeout(Duration value) {
    callTimeout = within("callTimeout", value, Duration.ofMillis(1), Duration.ofMinutes(1));
    return this;
  }

  /**
   * The ttl of requests that give none; default 30 s. One that cannot work with this store and this
   * callTimeout is refused by {@link #open()}.
   */
  public LeaseClientBuilder defaultTtl(Duration value) {
    defaultTtlGiven = true;
    defaultTtl = within("defaultTtl", value, Duration.ofMillis(1), Duration.ofDays(30));
    return this;
  }

  /** The hold limit of requests that give none; default 1 h. */
  public LeaseClientBuilder defaultMaxHold(Duration value) {
    defaultMaxHold = within("defaultMaxHold", value, Duration.ofMillis(1), LeaseRequest.UNLIMITED);
    return this;
  }

  /** How far due renewals are gathered into one batch; default 10 ms. */
  public LeaseClientBuilder renewalWindow(Duration value) {
    renewalWindow = within("renewalWindow", value, Duration.ZERO, Duration.ofSeconds(1));
    return this;
  }

  /** The first pause after a call without a definite answer; grows with jitter; default 50 ms. */
  public LeaseClientBuilder backoff(Duration value) {
    backoff = within("backoff", value, Duration.ofMillis(1), Duration.ofSeconds(10));
    return this;
  }

  /** How often a waiter asks the store when no hint arrives; jittered; default 1 s. */
  public LeaseClientBuilder pollInterval(Duration value) {
    pollInterval = within("pollInterval", value, Duration.ofMillis(1), Duration.ofMinutes(1));
    return this;
  }

  /** How long {@link LeaseClient#close()} may take; default three call timeouts and a second. */
  public LeaseClientBuilder closeTimeout(Duration value) {
    closeTimeout = within("closeTimeout", value, Duration.ofMillis(1), Duration.ofMinutes(10));
    return this;
  }

  /** Whether each acquisition remembers its stack, to be logged if the handle is dropped. */
  public LeaseClientBuilder acquisitionStacks(boolean value) {
    acquisitionStacks = value;
    return this;
  }

  /** Sees what the engine does. */
  public LeaseClientBuilder observer(LeaseObserver value) {
    observer = Objects.requireNonNull(value, "observer");
    return this;
  }

  /** The clock; for tests. */
  public LeaseClientBuilder clock(LeaseClock value) {
    clock = Objects.requireNonNull(value, "clock");
    return this;
  }

  /**
   * Connects and starts the client.
   *
   * @throws LeaseConfigurationException if there is no backend, no choice, or the store refuses
   */
  public LeaseClient open() {
    if (uri != null && backend != null) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION, "both uri and backend are given; give one of them");
    }
    return Engines.open(
        new EngineSettings(
            uri,
            backend,
            callTimeout,
            defaultTtl,
            defaultTtlGiven,
            defaultMaxHold,
            renewalWindow,
            backoff,
            pollInterval,
            closeTimeout,
            acquisitionStacks,
            observer,
            clock));
  }

  private static Duration within(String what, Duration value, Duration min, Duration max) {
    Objects.requireNonNull(value, what);
    if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION,
          what
              + " "
              + text(value)
              + " is outside "
              + text(min)
              + " to "
              + text(max)
              + "; choose a value inside");
    }
    return value;
  }

  private static String text(Duration value) {
    return value.equals(LeaseRequest.UNLIMITED) ? "unlimited" : Durations.format(value);
  }
}
