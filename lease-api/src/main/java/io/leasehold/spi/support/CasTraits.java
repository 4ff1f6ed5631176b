package io.leasehold.spi.support;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendTraits.ExpiryClock;
import io.leasehold.spi.BackendTraits.TtlScope;
import java.time.Duration;

/** What a backend on a compare-and-set register declares because of the way it works. */
final class CasTraits {

  private CasTraits() {}

  static BackendTraits.Draft draft(String backend, Duration callTimeout) {
    return BackendTraits.of(backend, callTimeout)
        .takeoverNeedsObserver(true)
        .takeoverLag(callTimeout.multipliedBy(2))
        .expiryClock(ExpiryClock.CONTENDER)
        .fenceSource("a counter in the record, which is never deleted");
  }

  static BackendTraits check(BackendTraits traits) {
    require(traits, traits.takeoverNeedsObserver(), "takeoverNeedsObserver", "true");
    require(traits, traits.expiryClock() == ExpiryClock.CONTENDER, "expiryClock", "CONTENDER");
    require(traits, traits.ttlScope() == TtlScope.LEASE, "ttlScope", "LEASE");
    require(traits, traits.maxBatch() == 1, "maxBatch", "1");
    require(
        traits,
        CasText.isStorable(traits.minTtl())
            && CasText.isStorable(traits.maxTtl())
            && CasText.isStorable(traits.ttlStep()),
        "ttl range and step",
        "whole milliseconds from 1 to " + CasText.MAX_TTL_MILLIS);
    return traits;
  }

  private static void require(BackendTraits traits, boolean holds, String what, String only) {
    if (!holds) {
      throw new IllegalArgumentException(
          String.format(
              "on a compare-and-set register %s can only be %s; start the declaration with"
                  + " CasLeaseBackend.traits(\"%s\", callTimeout); declared was %s",
              what, only, traits.backend(), traits));
    }
  }
}
