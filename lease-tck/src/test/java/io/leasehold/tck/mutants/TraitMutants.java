package io.leasehold.tck.mutants;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendTraits.TtlScope;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
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
              "BATCH_IN_REVERSE",
              "the outcomes of a batch come in reverse order",
              () ->
                  new Model() {
                    @Override
                    List<RenewOutcome> renewAll(Conn client, List<Grant> grants) {
                      List<RenewOutcome> outcomes = new ArrayList<>(super.renewAll(client, grants));
                      Collections.reverse(outcomes);
                      return outcomes;
                    }
                  }),
          Mutant.of(
              "BATCH_REFUSALS_LAST",
              "the outcomes of a batch are sorted: renewed ones first",
              () ->
                  new Model() {
                    @Override
                    List<RenewOutcome> renewAll(Conn client, List<Grant> grants) {
                      List<RenewOutcome> outcomes = new ArrayList<>();
                      for (RenewOutcome outcome : super.renewAll(client, grants)) {
                        boolean renewed = outcome instanceof RenewOutcome.Renewed;
                        outcomes.add(renewed ? 0 : outcomes.size(), outcome);
                      }
                      return outcomes;
                    }
                  }),
          Mutant.of(
              "BATCH_STOPS_AT_A_REFUSAL",
              "after a refused grant the rest of the batch is not sent",
              () ->
                  new Model() {
                    @Override
                    List<RenewOutcome> renewAll(Conn client, List<Grant> grants) {
                      List<RenewOutcome> outcomes = new ArrayList<>();
                      boolean stopped = false;
                      for (Grant grant : grants) {
                        RenewOutcome outcome =
                            stopped
                                ? new RenewOutcome.Unknown(
                                    Cause.of(Cause.Kind.UNAVAILABLE, "not sent"))
                                : renew(client, grant);
                        stopped |= outcome instanceof RenewOutcome.NotOwner;
                        outcomes.add(outcome);
                      }
                      return outcomes;
                    }
                  }),
          Mutant.of(
              "BATCH_FAILS_AS_ONE",
              "one refused grant makes the whole batch refused",
              () ->
                  new Model() {
                    @Override
                    List<RenewOutcome> renewAll(Conn client, List<Grant> grants) {
                      List<RenewOutcome> outcomes = super.renewAll(client, grants);
                      return outcomes.stream()
                          .filter(outcome -> outcome instanceof RenewOutcome.NotOwner)
                          .findFirst()
                          .map(refused -> Collections.nCopies(grants.size(), refused))
                          .orElse(outcomes);
                    }
                  }),
          Mutant.of(
              "BATCH_DROPS_REFUSALS",
              "a batch answers for the renewed grants only",
              () ->
                  new Model() {
                    @Override
                    List<RenewOutcome> renewAll(Conn client, List<Grant> grants) {
                      List<RenewOutcome> outcomes = new ArrayList<>(super.renewAll(client, grants));
                      outcomes.removeIf(outcome -> !(outcome instanceof RenewOutcome.Renewed));
                      return outcomes;
                    }
                  }),
          Mutant.of(
              "BATCH_OF_TEN",
              "a batch renews its first ten grants and says Renewed for all",
              () ->
                  new Model() {
                    @Override
                    List<RenewOutcome> renewAll(Conn client, List<Grant> grants) {
                      int sent = Math.min(10, grants.size());
                      List<RenewOutcome> outcomes =
                          new ArrayList<>(super.renewAll(client, grants.subList(0, sent)));
                      for (Grant grant : grants.subList(sent, grants.size())) {
                        Rec rec = living(grant.name());
                        outcomes.add(
                            rec != null && owns(rec, grant)
                                ? RenewOutcome.Renewed.NOW
                                : notRenewed(grant, rec));
                      }
                      return outcomes;
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
                  }));

  private TraitMutants() {}
}
