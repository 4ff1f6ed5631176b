package io.leasehold.tck.mutants;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongBinaryOperator;

/** Mutants whose grants end too early, too late or in company. */
final class ExpiryMutants {

  private static final long MILLI = 1_000_000;

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(
              "EXPIRES_EARLY",
              "a grant ends one millisecond before its ttl is over",
              () ->
                  new Model() {
                    @Override
                    boolean alive(Rec rec) {
                      return rec.deadline - clock.nanos() > MILLI;
                    }
                  }),
          Mutant.of(
              "EXPIRES_LATE",
              "a grant ends one millisecond after its ttl is over, and no lag is declared",
              () ->
                  new Model() {
                    @Override
                    boolean alive(Rec rec) {
                      return rec.deadline - clock.nanos() > -MILLI;
                    }
                  }),
          Mutant.of(
              "NEEDS_A_SWEEPER",
              "an expired record blocks its name until a sweeper comes, one ttl later",
              () ->
                  new Model() {
                    @Override
                    AcquireOutcome acquire(Conn client, AcquireAttempt attempt) {
                      Rec rec = records.get(key(attempt.name()));
                      if (rec != null && rec.deadline + rec.ttl.toNanos() - clock.nanos() > 0) {
                        return busy(attempt, rec);
                      }
                      return super.acquire(client, attempt);
                    }
                  }),
          Mutant.of(
              "NEVER_EXPIRES",
              "a grant has no expiry at all",
              () ->
                  new Model() {
                    @Override
                    boolean alive(Rec rec) {
                      return true;
                    }
                  }),
          Mutant.of(
              "RENEWALS_ADD_UP",
              "a renewal adds a ttl to what is left",
              () ->
                  new Model() {
                    @Override
                    void extend(Rec rec, Grant grant) {
                      rec.deadline += rec.ttl.toNanos();
                    }
                  }),
          Mutant.of(
              "CONTENDERS_TTL_COUNTS",
              "a name is taken over once the contender's own ttl has passed",
              () ->
                  new Model() {
                    @Override
                    boolean mayTake(Conn client, AcquireAttempt attempt, Rec present) {
                      long begin = present.deadline - present.ttl.toNanos();
                      return clock.nanos() - begin >= attempt.ttl().toNanos();
                    }
                  }),
          Mutant.of(
              "FIRST_TTL_STAYS",
              "all acquisitions of a name get the ttl of the first",
              () ->
                  new Model() {
                    private final Map<LeaseName, Duration> first = new HashMap<>();

                    @Override
                    Duration keptTtl(AcquireAttempt attempt) {
                      return first.computeIfAbsent(attempt.name(), n -> attempt.ttl());
                    }
                  }),
          Mutant.of(
              "LONGEST_TTL_STAYS",
              "a name keeps the longest ttl that it was ever acquired with",
              () ->
                  new Model() {
                    private final Map<LeaseName, Duration> longest = new HashMap<>();

                    @Override
                    Duration keptTtl(AcquireAttempt attempt) {
                      return longest.merge(
                          attempt.name(), attempt.ttl(), (a, b) -> a.compareTo(b) > 0 ? a : b);
                    }
                  }),
          Mutant.of(
              "TAKEOVER_MISSES_A_RENEWAL",
              "a contender that watched a grant out compares its owner, and not whether it was renewed",
              () ->
                  new Model() {
                    @Override
                    BackendTraits.Draft declare() {
                      return super.declare().takeoverNeedsObserver(true);
                    }

                    @Override
                    RenewOutcome renew(Conn client, Grant grant) {
                      Rec rec = records.get(key(grant.name()));
                      if (rec != null && owns(rec, grant) && !rec.revoked) {
                        extend(rec, grant);
                        return RenewOutcome.Renewed.NOW;
                      }
                      return super.renew(client, grant);
                    }

                    @Override
                    AcquireOutcome grant(Conn client, AcquireAttempt attempt) {
                      Rec seen = records.get(key(attempt.name()));
                      if (seen != null) {
                        gap();
                      }
                      Rec now = records.get(key(attempt.name()));
                      return now == null || now == seen
                          ? super.grant(client, attempt)
                          : busy(attempt, now);
                    }
                  }),
          Mutant.of(
              "EXPIRY_ENDS_THE_CLIENT",
              "a takeover of an expired lease removes all leases of its client",
              () ->
                  new Model() {
                    @Override
                    AcquireOutcome grant(Conn client, AcquireAttempt attempt) {
                      Rec old = records.get(key(attempt.name()));
                      if (old != null) {
                        records.values().removeIf(rec -> rec.client == old.client);
                      }
                      return super.grant(client, attempt);
                    }
                  }),
          renewedForFirst(
              "RENEWS_FOR_A_FORMER_TTL",
              "a renewal extends to the ttl of the first grant of the name, if that is longer",
              Math::max),
          renewedForFirst(
              "RENEWS_FOR_A_FORMER_SHORT_TTL",
              "a renewal extends to the ttl of the first grant of the name, if that is shorter",
              Math::min),
          Mutant.of(
              "TENS_OF_MILLISECONDS",
              "ttls above half a second are cut to tens of milliseconds",
              () ->
                  new Model() {
                    @Override
                    Duration keptTtl(AcquireAttempt attempt) {
                      long millis = attempt.ttl().toMillis();
                      return Duration.ofMillis(millis > 500 ? millis / 10 * 10 : millis);
                    }
                  }));

  private ExpiryMutants() {}

  private static Mutant renewedForFirst(String name, String fault, LongBinaryOperator choice) {
    return Mutant.of(
        name,
        fault,
        () ->
            new Model() {
              private final Map<LeaseName, Duration> first = new HashMap<>();

              @Override
              AcquireOutcome grant(Conn client, AcquireAttempt attempt) {
                first.putIfAbsent(attempt.name(), attempt.ttl());
                return super.grant(client, attempt);
              }

              @Override
              void extend(Rec rec, Grant grant) {
                long former = first.get(rec.name).toNanos();
                long ttl = choice.applyAsLong(rec.ttl.toNanos(), former);
                long deadline = clock.nanos() + ttl;
                rec.deadline = deadline - rec.deadline > 0 ? deadline : rec.deadline;
              }
            });
  }
}
