package io.leasehold.tck.mutants;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendTraits.TtlScope;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Mutants that are not what they declare to be. */
final class TraitMutants {

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(
              "TRAITS_CHANGE",
              "the declared batch size changes once the store was used",
              () ->
                  new Model() {
                    @Override
                    BackendTraits traits(Conn client) {
                      return counter == 0 ? traits() : traits().toDraft().maxBatch(9).build();
                    }
                  }),
          Mutant.of(
              "SMALLEST_TTL_IS_REFUSED",
              "the declared smallest ttl is refused",
              () ->
                  new Model() {
                    @Override
                    AcquireOutcome acquire(Conn client, AcquireAttempt attempt) {
                      return attempt.ttl().equals(traits().minTtl())
                          ? new AcquireOutcome.Refused(
                              Cause.of(Cause.Kind.MISCONFIGURED, "ttl too small"))
                          : super.acquire(client, attempt);
                    }
                  }),
          Mutant.of(
              "LARGEST_TTL_IS_UNAVAILABLE",
              "an acquire with the declared largest ttl is told as a store that cannot be reached",
              () ->
                  new Model() {
                    @Override
                    AcquireOutcome acquire(Conn client, AcquireAttempt attempt) {
                      return attempt.ttl().equals(traits().maxTtl())
                          ? new AcquireOutcome.Refused(
                              Cause.of(Cause.Kind.UNAVAILABLE, "no connection"))
                          : super.acquire(client, attempt);
                    }
                  }),
          Mutant.of(
              "SMALL_TTLS_ARE_CUT",
              "a ttl is cut to a multiple of 20 ms, and 10 ms is declared",
              () ->
                  new Model() {
                    @Override
                    Duration keptTtl(AcquireAttempt attempt) {
                      long millis = attempt.ttl().toMillis();
                      return Duration.ofMillis(millis < 100 ? millis / 20 * 20 : millis);
                    }
                  }),
          Mutant.of(
              "LARGE_TTLS_ARE_CUT",
              "the store keeps ten minutes at most, and the grant does not tell",
              () ->
                  new Model() {
                    @Override
                    Duration keptTtl(AcquireAttempt attempt) {
                      Duration most = Duration.ofMinutes(10);
                      return attempt.ttl().compareTo(most) > 0 ? most : attempt.ttl();
                    }
                  }),
          Mutant.of(
              "RENEWAL_EXTENDS_THE_CLIENT",
              "a renewal extends all leases of its client, and ttlScope LEASE is declared",
              () ->
                  new Model() {
                    @Override
                    void extend(Rec rec, Grant grant) {
                      records.values().stream()
                          .filter(other -> other.client == rec.client && !other.revoked)
                          .forEach(other -> super.extend(other, grant));
                    }
                  }),
          Mutant.of(
              "NO_SESSION",
              "ttlScope SESSION is declared, and each lease runs out by itself",
              () ->
                  new Model() {
                    @Override
                    BackendTraits.Draft declare() {
                      return super.declare().ttlScope(TtlScope.SESSION);
                    }
                  }),
          Mutant.of(
              "RESTART_LOSES_ALL",
              "a restart loses all records, and survival is declared",
              () ->
                  new Model() {
                    @Override
                    void restart() {
                      records.clear();
                    }
                  }),
          Mutant.of(
              "RESTART_LOSES_THE_OWNER",
              "a restart keeps names busy and forgets by whom, and survival is declared",
              () ->
                  new Model() {
                    @Override
                    void restart() {
                      records
                          .values()
                          .forEach(rec -> rec.owner = io.leasehold.spi.OwnerToken.random());
                    }
                  }),
          Mutant.of(
              "RESTART_FREES_ONCE",
              "a restart lets the next contender in, and keeps the record",
              () ->
                  new Model() {
                    private boolean restarted;

                    @Override
                    void restart() {
                      restarted = true;
                    }

                    @Override
                    boolean mayTake(Conn client, AcquireAttempt attempt, Rec present) {
                      boolean free = restarted;
                      restarted = false;
                      return free;
                    }
                  }),
          Mutant.of(
              "WIPE_IS_NOT_NOTICED",
              "after the store was emptied renewals still say Renewed",
              () ->
                  new Model() {
                    private boolean wiped;

                    @Override
                    void wipe() {
                      super.wipe();
                      wiped = true;
                    }

                    @Override
                    RenewOutcome notRenewed(Grant grant, @Nullable Rec rec) {
                      return wiped && rec == null
                          ? RenewOutcome.Renewed.NOW
                          : super.notRenewed(grant, rec);
                    }
                  }),
          Mutant.of(
              "DOMAIN_CHANGES",
              "each question for the renewal domain has another answer",
              () ->
                  new Model() {
                    private int asked;

                    @Override
                    Object domain(Grant grant) {
                      asked++;
                      return "domain " + asked / 2;
                    }
                  }),
          Mutant.of(
              "DOMAIN_IS_NULL",
              "a grant has no renewal domain",
              () ->
                  new Model() {
                    @Override
                    Object domain(Grant grant) {
                      return null;
                    }
                  }),
          Mutant.of(
              "RESTART_LEAVES_A_TENTH",
              "a restart leaves a tenth of each ttl, and survival is declared",
              () ->
                  new Model() {
                    @Override
                    void restart() {
                      for (Rec rec : records.values()) {
                        long left = rec.deadline - clock.nanos();
                        rec.deadline = clock.nanos() + Math.min(left, rec.ttl.toNanos() / 10);
                      }
                    }
                  }),
          Mutant.of(
              "RESTART_GIVES_FIVE_TTL",
              "after a restart each grant lives for five ttl",
              () ->
                  new Model() {
                    @Override
                    void restart() {
                      records
                          .values()
                          .forEach(rec -> rec.deadline = clock.nanos() + 5 * rec.ttl.toNanos());
                    }
                  }),
          Mutant.of(
              "RESTART_FORGETS_MARKS",
              "a restart takes the marks off",
              () ->
                  new Model() {
                    @Override
                    void restart() {
                      records.values().forEach(rec -> rec.revoked = false);
                    }
                  }));

  private TraitMutants() {}
}
