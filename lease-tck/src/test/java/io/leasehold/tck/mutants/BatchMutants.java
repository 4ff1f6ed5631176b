package io.leasehold.tck.mutants;

import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.RenewOutcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Mutants that renew batches wrongly. */
final class BatchMutants {

  static final List<Mutant> ALL =
      List.of(
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
              "BATCH_ROLLS_BACK",
              "one refused grant undoes the batch, and the others are told as renewed",
              () ->
                  new Model() {
                    @Override
                    List<RenewOutcome> renewAll(Conn client, List<Grant> grants) {
                      Map<String, Long> before = new HashMap<>();
                      records.forEach((key, rec) -> before.put(key, rec.deadline));
                      List<RenewOutcome> outcomes = super.renewAll(client, grants);
                      if (outcomes.stream().anyMatch(RenewOutcome.NotOwner.class::isInstance)) {
                        records.forEach((key, rec) -> rec.deadline = before.get(key));
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
              "BATCH_BY_NAME",
              "the outcomes of a batch are collected by name, and Renewed wins",
              () ->
                  new Model() {
                    @Override
                    List<RenewOutcome> renewAll(Conn client, List<Grant> grants) {
                      Map<LeaseName, RenewOutcome> byName = new HashMap<>();
                      for (Grant grant : grants) {
                        RenewOutcome outcome = renew(client, grant);
                        byName.merge(
                            grant.name(),
                            outcome,
                            (a, b) -> a instanceof RenewOutcome.Renewed ? a : b);
                      }
                      return grants.stream().map(grant -> byName.get(grant.name())).toList();
                    }
                  }),
          after(
              "BATCH_CREATES_SILENTLY",
              "a refused renewal of a batch says NotOwner and creates a missing record",
              (model, grant) -> {
                if (model.living(grant.name()) == null) {
                  model.put(grant);
                }
              }),
          after(
              "BATCH_EXTENDS_THE_STRANGER",
              "a refused renewal of a batch says NotOwner and extends the present holder",
              (model, grant) -> {
                Rec rec = model.living(grant.name());
                if (rec != null) {
                  model.extend(rec, grant);
                }
              }),
          after(
              "BATCH_THIRTY_MILLISECONDS_SHORT",
              "a batch sets a ttl that is 30 ms short",
              (model, grant) -> {
                Rec rec = model.living(grant.name());
                if (rec != null && model.owns(rec, grant)) {
                  rec.deadline -= 30_000_000;
                }
              }),
          Mutant.of(
              "BATCH_OF_THE_FIRST_TTL",
              "a batch gives each of its leases the ttl of its first grant",
              () ->
                  new Model() {
                    @Override
                    List<RenewOutcome> renewAll(Conn client, List<Grant> grants) {
                      List<RenewOutcome> outcomes = super.renewAll(client, grants);
                      for (Grant grant : grants) {
                        Rec rec = living(grant.name());
                        if (rec != null && owns(rec, grant) && !rec.revoked) {
                          rec.deadline = clock.nanos() + grants.get(0).ttl().toNanos();
                        }
                      }
                      return outcomes;
                    }
                  }),
          Mutant.of(
              "BATCH_OF_THE_LONGEST_TTL",
              "a batch gives each of its leases the longest ttl of its grants",
              () ->
                  new Model() {
                    @Override
                    List<RenewOutcome> renewAll(Conn client, List<Grant> grants) {
                      List<RenewOutcome> outcomes = super.renewAll(client, grants);
                      long longest =
                          grants.stream().mapToLong(grant -> grant.ttl().toNanos()).max().orElse(0);
                      for (Grant grant : grants) {
                        Rec rec = living(grant.name());
                        if (rec != null && owns(rec, grant) && !rec.revoked) {
                          rec.deadline = clock.nanos() + longest;
                        }
                      }
                      return outcomes;
                    }
                  }),
          Mutant.of(
              "BATCH_IGNORES_THE_MARK",
              "a batch does not look at the mark",
              () ->
                  new Model() {
                    private boolean batch;

                    @Override
                    List<RenewOutcome> renewAll(Conn client, List<Grant> grants) {
                      batch = true;
                      List<RenewOutcome> outcomes = super.renewAll(client, grants);
                      batch = false;
                      return outcomes;
                    }

                    @Override
                    boolean seesMark(Grant grant) {
                      return !batch;
                    }
                  }),
          Mutant.of(
              "BATCH_REVIVES_THE_EXPIRED",
              "a batch does not look at the expiry",
              () ->
                  new Model() {
                    @Override
                    List<RenewOutcome> renewAll(Conn client, List<Grant> grants) {
                      for (Grant grant : grants) {
                        Rec rec = records.get(key(grant.name()));
                        if (rec != null && owns(rec, grant) && !rec.revoked) {
                          extend(rec, grant);
                        }
                      }
                      return super.renewAll(client, grants);
                    }
                  }));

  private BatchMutants() {}

  /** What a batch does to the record of each of its grants once it knows the answers. */
  private static Mutant after(String name, String fault, BiConsumer<Model, Grant> effect) {
    return Mutant.of(
        name,
        fault,
        () ->
            new Model() {
              @Override
              List<RenewOutcome> renewAll(Conn client, List<Grant> grants) {
                List<RenewOutcome> outcomes = super.renewAll(client, grants);
                grants.forEach(grant -> effect.accept(this, grant));
                return outcomes;
              }
            });
  }
}
