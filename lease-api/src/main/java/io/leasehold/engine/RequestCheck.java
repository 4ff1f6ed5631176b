package io.leasehold.engine;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseRequestException;
import io.leasehold.engine.lease.LeaseTerms;
import io.leasehold.engine.time.Times;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.LeaseName;
import java.time.Duration;

/**
 * Refuses, before any call to the store, what can never work; nothing is corrected.
 *
 * <p>The slack inequality: a lease survives one failed renewal and its repetition only if
 *
 * <pre>lag * 1.1 * interval + window + 2 * callTimeout + backoff + margin &lt; ttl</pre>
 *
 * where 1.1 is the jitter of the interval. A lease renewed by hand needs {@code callTimeout +
 * margin < ttl}. docs/tuning.md works the numbers.
 */
final class RequestCheck {

  private static final double JITTER = 1.1;

  /** What nanoseconds can count, with room for sums. */
  private static final Duration COUNTABLE = Duration.ofDays(36_500);

  private static final Duration LEAST_MARGIN = Duration.ofMillis(20);
  private static final int MARGIN_SHARE = 50;

  private final BackendTraits traits;
  private final EngineSettings settings;

  RequestCheck(BackendTraits traits, EngineSettings settings) {
    this.traits = traits;
    this.settings = settings;
  }

  /** The terms of a request that can work; throws for one that cannot. */
  LeaseTerms check(LeaseRequest request) {
    String name = request.name();
    Duration ttl = request.ttl().orElse(settings.defaultTtl());
    checkRange(name, ttl);
    Duration margin = marginOf(ttl);
    Duration interval = ttl.dividedBy(traits.renewalsPerTtl());
    if (request.isRenewedByHand()) {
      checkManual(name, ttl, margin);
    } else {
      checkSlack(name, ttl, interval, margin);
    }
    return new LeaseTerms(
        new LeaseName(name),
        ttl,
        margin.toNanos(),
        interval.toNanos(),
        interval.toNanos() * (traits.renewalLag() - 1),
        LeaseTerms.cappedNanos(request.waitTime()),
        LeaseTerms.cappedNanos(request.maxHold().orElse(settings.defaultMaxHold())),
        request.isRenewedByHand(),
        request.group());
  }

  private void checkRange(String name, Duration ttl) {
    if (ttl.compareTo(traits.minTtl()) < 0) {
      throw refused(
          ErrorCode.TTL_BELOW_MINIMUM,
          name,
          ttl,
          "is below the minimum " + Times.exact(traits.minTtl()) + " of " + traits.backend(),
          "ask for at least that");
    }
    Duration max = traits.maxTtl().compareTo(COUNTABLE) < 0 ? traits.maxTtl() : COUNTABLE;
    if (ttl.compareTo(max) > 0) {
      throw refused(
          ErrorCode.TTL_ABOVE_MAXIMUM,
          name,
          ttl,
          "is above the maximum " + Times.exact(max) + " of " + traits.backend(),
          "ask for at most that; a lease held longer is renewed, so the ttl need not cover the"
              + " work");
    }
    Duration step = traits.ttlStep();
    Duration below = step.multipliedBy(ttl.dividedBy(step));
    if (!below.equals(ttl)) {
      throw refused(
          ErrorCode.TTL_OFF_STEP,
          name,
          ttl,
          "is not a multiple of the step " + Times.exact(step) + " of " + traits.backend(),
          "ask for "
              + (below.isZero() ? "" : Times.exact(below) + " or ")
              + Times.exact(below.plus(step)));
    }
  }

  private void checkManual(String name, Duration ttl, Duration margin) {
    Duration need = traits.callTimeout().plus(margin);
    if (need.compareTo(ttl) >= 0) {
      throw refused(
          ErrorCode.TTL_WITHOUT_SLACK,
          name,
          ttl,
          String.format(
              "leaves no room for a renewal by hand: callTimeout %s + margin %s = %s",
              show(traits.callTimeout()), show(margin), show(need)),
          remedy(leastTtlByHand(), ttl.minus(margin)));
    }
  }

  private void checkSlack(String name, Duration ttl, Duration interval, Duration margin) {
    Duration spread = times(interval, traits.renewalLag() * JITTER);
    Duration fixed = settings.renewalWindow().plus(settings.backoff()).plus(margin).plus(spread);
    Duration need = fixed.plus(traits.callTimeout().multipliedBy(2));
    if (need.compareTo(ttl) < 0) {
      return;
    }
    throw refused(
        ErrorCode.TTL_WITHOUT_SLACK,
        name,
        ttl,
        String.format(
            "leaves no room for a failed renewal and its repetition: %d * 1.1 * interval %s +"
                + " window %s + 2 * callTimeout %s + backoff %s + margin %s = %s, which has to be"
                + " less than the ttl",
            traits.renewalLag(),
            show(interval),
            show(settings.renewalWindow()),
            show(traits.callTimeout()),
            show(settings.backoff()),
            show(margin),
            show(need)),
        remedy(leastTtl(), ttl.minus(fixed).dividedBy(2)));
  }

  /**
   * Only what would do: a ttl that the store can keep, a callTimeout that leaves time for a call.
   */
  private String remedy(Duration leastTtl, Duration callTimeout) {
    boolean longer = leastTtl.compareTo(traits.maxTtl()) <= 0;
    boolean quicker = callTimeout.compareTo(Duration.ofMillis(1)) > 0;
    String ask = "ask for a ttl of at least " + show(leastTtl);
    String set = "set a callTimeout below " + show(callTimeout);
    if (longer) {
      return quicker ? ask + " or " + set : ask;
    }
    return (quicker ? set : "set a shorter callTimeout and ask for a longer ttl")
        + "; with this one even the store's longest ttl "
        + show(traits.maxTtl())
        + " is too short";
  }

  /** The smallest ttl on the step that satisfies the inequality with these settings. */
  Duration leastTtl() {
    double share = 1 - traits.renewalLag() * JITTER / traits.renewalsPerTtl();
    Duration fixed =
        settings
            .renewalWindow()
            .plus(settings.backoff())
            .plus(traits.validityUncertainty())
            .plus(traits.callTimeout().multipliedBy(2));
    return leastTtl(fixed, share);
  }

  /** The smallest ttl on the step that leaves room for a renewal by hand. */
  private Duration leastTtlByHand() {
    return leastTtl(traits.callTimeout().plus(traits.validityUncertainty()), 1);
  }

  /** The smallest ttl on the step of which the given share is more than that and the margin. */
  private Duration leastTtl(Duration fixed, double share) {
    Duration withLeastMargin = times(fixed.plus(LEAST_MARGIN), 1 / share);
    Duration withShare = times(fixed, 1 / (share - 1.0 / MARGIN_SHARE));
    Duration bound = withLeastMargin.compareTo(withShare) > 0 ? withLeastMargin : withShare;
    Duration step = traits.ttlStep();
    Duration onStep = step.multipliedBy(bound.dividedBy(step) + 1);
    return onStep.compareTo(traits.minTtl()) < 0 ? traits.minTtl() : onStep;
  }

  /** {@code max(20 ms, ttl/50)} and what the backend adds. */
  Duration marginOf(Duration ttl) {
    Duration share = ttl.dividedBy(MARGIN_SHARE);
    Duration margin = share.compareTo(LEAST_MARGIN) > 0 ? share : LEAST_MARGIN;
    return margin.plus(traits.validityUncertainty());
  }

  private static Duration times(Duration duration, double factor) {
    return Duration.ofNanos((long) Math.ceil(duration.toNanos() * factor));
  }

  private static LeaseRequestException refused(
      ErrorCode code, String name, Duration ttl, String fault, String remedy) {
    return new LeaseRequestException(
        code, "ttl " + Times.exact(ttl) + " of lease \"" + name + "\" " + fault + "; " + remedy);
  }

  private static String show(Duration duration) {
    return Times.show(duration);
  }
}
