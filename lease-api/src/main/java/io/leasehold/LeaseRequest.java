package io.leasehold;

import io.leasehold.spi.LeaseName;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What to acquire. Immutable and reusable: it holds durations, never instants.
 *
 * <p>The name and the signs of the durations are checked here; the ttl is checked against the
 * store's traits when it is used, before any call.
 */
public final class LeaseRequest {

  /** Says that a lease may be held for ever; it has to be written out. */
  public static final Duration UNLIMITED = Duration.ofSeconds(Long.MAX_VALUE);

  private final String name;
  private final Optional<Duration> ttl;
  private final Duration wait;
  private final Optional<Duration> maxHold;
  private final boolean manualRenewal;
  private final String group;

  private LeaseRequest(
      String name,
      Optional<Duration> ttl,
      Duration wait,
      Optional<Duration> maxHold,
      boolean manualRenewal,
      String group) {
    this.name = name;
    this.ttl = ttl;
    this.wait = wait;
    this.maxHold = maxHold;
    this.manualRenewal = manualRenewal;
    this.group = group;
  }

  /**
   * A request with the client's defaults: ttl 30 s, maxHold 1 h, and a wait of 60 s: long enough to
   * outlast a holder that was killed with the default ttl.
   *
   * @param name the lease; see {@link LeaseName} for what a name may contain
   * @throws LeaseRequestException {@link ErrorCode#BAD_NAME}
   */
  public static LeaseRequest of(String name) {
    LeaseName checked = new LeaseName(Objects.requireNonNull(name, "name"));
    return new LeaseRequest(
        checked.value(), Optional.empty(), Duration.ofSeconds(60), Optional.empty(), false, "");
  }

  /**
   * How long the grant lasts without a renewal, so how long a dead holder blocks the name (G8).
   *
   * @throws LeaseRequestException {@link ErrorCode#TTL_NOT_POSITIVE}
   */
  public LeaseRequest ttl(Duration value) {
    Objects.requireNonNull(value, "ttl");
    if (value.isZero() || value.isNegative()) {
      throw new LeaseRequestException(
          ErrorCode.TTL_NOT_POSITIVE,
          "ttl " + value + " of lease \"" + name + "\" must be above zero; the default is 30 s");
    }
    return new LeaseRequest(name, Optional.of(value), wait, maxHold, manualRenewal, group);
  }

  /**
   * How long to wait for a lease that somebody else holds; zero means one attempt.
   *
   * @throws LeaseRequestException {@link ErrorCode#BAD_DURATION}
   */
  public LeaseRequest wait(Duration value) {
    Objects.requireNonNull(value, "wait");
    if (value.isNegative()) {
      throw badDuration("wait", value, "zero (one attempt) or more");
    }
    return new LeaseRequest(name, ttl, value, maxHold, manualRenewal, group);
  }

  /**
   * How long the lease may be held at most; then it is renewed no more (G9).
   *
   * @param value {@link #UNLIMITED} for no limit
   * @throws LeaseRequestException {@link ErrorCode#BAD_DURATION}
   */
  public LeaseRequest maxHold(Duration value) {
    Objects.requireNonNull(value, "maxHold");
    if (value.isZero() || value.isNegative() || value.compareTo(UNLIMITED) > 0) {
      throw badDuration(
          "maxHold", value, "above zero, and LeaseRequest.UNLIMITED where there is no limit");
    }
    return new LeaseRequest(name, ttl, wait, Optional.of(value), manualRenewal, group);
  }

  /** Only {@link Lease#renew()} extends the lease; the watchdog still tells its loss. */
  public LeaseRequest renewedByHand() {
    return new LeaseRequest(name, ttl, wait, maxHold, true, group);
  }

  /** A name for a kind of leases, used as a meter tag in place of the lease name. */
  public LeaseRequest group(String value) {
    return new LeaseRequest(
        name, ttl, wait, maxHold, manualRenewal, Objects.requireNonNull(value, "group"));
  }

  private LeaseRequestException badDuration(String what, Duration value, String limit) {
    return new LeaseRequestException(
        ErrorCode.BAD_DURATION, what + " " + value + " of lease \"" + name + "\" must be " + limit);
  }

  /** The lease's name. */
  public String name() {
    return name;
  }

  /** The ttl, if not the client's default. */
  public Optional<Duration> ttl() {
    return ttl;
  }

  /** How long to wait. */
  public Duration waitTime() {
    return wait;
  }

  /** The hold limit, if not the client's default. */
  public Optional<Duration> maxHold() {
    return maxHold;
  }

  /** Whether only {@link Lease#renew()} extends the lease. */
  public boolean isRenewedByHand() {
    return manualRenewal;
  }

  /** The group, empty if none was given. */
  public String group() {
    return group;
  }

  @Override
  public String toString() {
    return String.format(
        "LeaseRequest[%s, ttl=%s, wait=%s, maxHold=%s%s]",
        name,
        ttl.map(Duration::toString).orElse("default"),
        wait,
        maxHold.map(Duration::toString).orElse("default"),
        manualRenewal ? ", renewed by hand" : "");
  }
}
