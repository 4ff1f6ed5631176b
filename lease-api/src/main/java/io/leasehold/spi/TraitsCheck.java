package io.leasehold.spi;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/** Refuses a declaration that contradicts itself, and writes one out. */
final class TraitsCheck {

  private static final Duration LONGEST_CALL = Duration.ofDays(1);

  private TraitsCheck() {}

  /**
   * Refuses what no backend can be.
   *
   * @throws IllegalArgumentException naming the value
   */
  static void check(BackendTraits t) {
    require(t, !t.backend().isBlank(), "backend", t.backend());
    require(t, positive(t.callTimeout()), "callTimeout", t.callTimeout());
    require(t, t.callTimeout().compareTo(LONGEST_CALL) <= 0, "callTimeout", t.callTimeout());
    require(t, positive(t.ttlStep()), "ttlStep", t.ttlStep());
    require(t, positive(t.minTtl()), "minTtl", t.minTtl());
    require(t, t.maxTtl().compareTo(t.minTtl()) >= 0, "maxTtl (below minTtl)", t.maxTtl());
    require(t, !t.takeoverLag().isNegative(), "takeoverLag", t.takeoverLag());
    require(
        t, !t.validityUncertainty().isNegative(), "validityUncertainty", t.validityUncertainty());
    require(t, t.maxBatch() >= 1, "maxBatch", t.maxBatch());
    require(t, t.renewalsPerTtl() >= 2, "renewalsPerTtl", t.renewalsPerTtl());
    require(
        t,
        t.renewalLag() >= 1 && t.renewalLag() < t.renewalsPerTtl(),
        "renewalLag",
        t.renewalLag());
  }

  private static boolean positive(Duration value) {
    return !value.isZero() && !value.isNegative();
  }

  private static void require(BackendTraits t, boolean holds, String what, Object value) {
    if (!holds) {
      throw new IllegalArgumentException(
          "backend \"" + t.backend() + "\" declares an impossible " + what + ": " + text(value));
    }
  }

  /** All values in one line. */
  static String text(BackendTraits t) {
    return String.format(
        "%s[callTimeout=%s, ttl=%s..%s step %s, scope=%s, takeoverLag=%s%s, expiryClock=%s,"
            + " fence=%s, fenceBrokenBy=%s, exclusionBrokenBy=%s, grantsSurviveRestart=%s,"
            + " vacancyHints=%s, maxBatch=%d, uncertainty=%s, renewalsPerTtl=%d, lag=%d]",
        t.backend(),
        Durations.format(t.callTimeout()),
        Durations.format(t.minTtl()),
        Durations.format(t.maxTtl()),
        Durations.format(t.ttlStep()),
        t.ttlScope(),
        Durations.format(t.takeoverLag()),
        t.takeoverNeedsObserver() ? " (needs an observer)" : "",
        t.expiryClock(),
        t.fenceSource(),
        inOrder(t.fenceBrokenBy()),
        inOrder(t.exclusionBrokenBy()),
        t.grantsSurviveRestart(),
        t.vacancyHints(),
        t.maxBatch(),
        Durations.format(t.validityUncertainty()),
        t.renewalsPerTtl(),
        t.renewalLag());
  }

  private static Object text(Object value) {
    return value instanceof Duration duration ? Durations.format(duration) : value;
  }

  /** In declaration order, so that the text is the same in every run. */
  private static Set<Fault> inOrder(Set<Fault> faults) {
    return faults.isEmpty() ? faults : EnumSet.copyOf(faults);
  }
}
