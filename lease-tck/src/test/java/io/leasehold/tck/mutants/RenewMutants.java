package io.leasehold.tck.mutants;

import io.leasehold.spi.Grant;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Mutants that renew wrongly. */
final class RenewMutants {

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(
              "RENEWS_TO_A_THIRD",
              "a renewal sets a third of the ttl",
              () ->
                  new Model() {
                    @Override
                    void extend(Rec rec, Grant grant) {
                      rec.deadline = clock.nanos() + rec.ttl.toNanos() / 3;
                    }
                  }),
          Mutant.of(
              "RENEWS_A_MILLISECOND_SHORT",
              "a renewal sets a ttl that is one millisecond short",
              () ->
                  new Model() {
                    @Override
                    void extend(Rec rec, Grant grant) {
                      rec.deadline = clock.nanos() + rec.ttl.minusMillis(1).toNanos();
                    }
                  }),
          Mutant.of(
              "RENEWS_NOTHING",
              "a renewal says Renewed and changes nothing",
              () ->
                  new Model() {
                    @Override
                    void extend(Rec rec, Grant grant) {}
                  }),
          Mutant.of(
              "RENEWS_ONLY_LATE",
              "a renewal in the first quarter of the ttl says Renewed and changes nothing",
              () ->
                  new Model() {
                    @Override
                    void extend(Rec rec, Grant grant) {
                      if (rec.deadline - clock.nanos() < rec.ttl.toNanos() / 4 * 3) {
                        super.extend(rec, grant);
                      }
                    }
                  }),
          Mutant.of(
              "RENEWS_FIVE_TIMES",
              "after five renewals the ttl is not extended any more",
              () ->
                  new Model() {
                    private final Map<OwnerToken, Integer> count = new HashMap<>();

                    @Override
                    void extend(Rec rec, Grant grant) {
                      if (count.merge(rec.owner, 1, Integer::sum) <= 5) {
                        super.extend(rec, grant);
                      }
                    }
                  }),
          Mutant.of(
              "RENEWS_ANY_OWNER",
              "a renewal does not look at the owner and says Renewed",
              () ->
                  new Model() {
                    @Override
                    boolean owns(Rec rec, Grant grant) {
                      return true;
                    }

                    @Override
                    boolean ownsForRelease(Rec rec, Grant grant) {
                      return super.owns(rec, grant) && rec.owner.equals(grant.owner());
                    }
                  }),
          Mutant.of(
              "EXTENDS_THE_STRANGER",
              "a refused renewal says NotOwner and extends the present holder",
              () ->
                  new Model() {
                    @Override
                    RenewOutcome notRenewed(Grant grant, @Nullable Rec rec) {
                      if (rec != null) {
                        rec.deadline = clock.nanos() + rec.ttl.toNanos();
                      }
                      return super.notRenewed(grant, rec);
                    }
                  }),
          Mutant.of(
              "SHORTENS_THE_STRANGER",
              "a refused renewal says NotOwner and gives the present holder its own ttl",
              () ->
                  new Model() {
                    @Override
                    RenewOutcome notRenewed(Grant grant, @Nullable Rec rec) {
                      if (rec != null) {
                        rec.deadline = clock.nanos() + grant.ttl().toNanos();
                      }
                      return super.notRenewed(grant, rec);
                    }
                  }),
          Mutant.of(
              "RENEWAL_CREATES",
              "a renewal that finds no record creates it",
              () ->
                  new Model() {
                    @Override
                    RenewOutcome notRenewed(Grant grant, @Nullable Rec rec) {
                      if (rec != null) {
                        return super.notRenewed(grant, rec);
                      }
                      put(grant);
                      return RenewOutcome.Renewed.NOW;
                    }
                  }),
          Mutant.of(
              "RENEWAL_CREATES_SILENTLY",
              "a renewal that finds no record says NotOwner and creates it",
              () ->
                  new Model() {
                    @Override
                    RenewOutcome notRenewed(Grant grant, @Nullable Rec rec) {
                      if (rec == null) {
                        put(grant);
                      }
                      return super.notRenewed(grant, rec);
                    }
                  }),
          Mutant.of(
              "RENEWS_THE_EXPIRED",
              "a renewal does not look at the expiry",
              () ->
                  new Model() {
                    @Override
                    RenewOutcome renew(Conn client, Grant grant) {
                      Rec rec = records.get(key(grant.name()));
                      if (rec != null && owns(rec, grant) && !rec.revoked) {
                        extend(rec, grant);
                        return RenewOutcome.Renewed.NOW;
                      }
                      return super.renew(client, grant);
                    }
                  }),
          Mutant.of(
              "RENEWAL_SAYS_ABSENT",
              "a renewal of a taken name is refused as ABSENT",
              () ->
                  new Model() {
                    @Override
                    RenewOutcome notRenewed(Grant grant, @Nullable Rec rec) {
                      return new RenewOutcome.NotOwner(NotOwnerReason.ABSENT);
                    }
                  }),
          Mutant.of(
              "RENEWAL_SAYS_FOREIGN",
              "a renewal of a vacant name is refused as FOREIGN",
              () ->
                  new Model() {
                    @Override
                    RenewOutcome notRenewed(Grant grant, @Nullable Rec rec) {
                      return new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN);
                    }
                  }),
          Mutant.of(
              "RENEWAL_OF_THE_LOST_SUCCEEDS",
              "a renewal that finds no record says Renewed",
              () ->
                  new Model() {
                    @Override
                    RenewOutcome notRenewed(Grant grant, @Nullable Rec rec) {
                      return rec == null ? RenewOutcome.Renewed.NOW : super.notRenewed(grant, rec);
                    }
                  }),
          Mutant.of(
              "NEGATIVE_AGE",
              "grants and renewals tell an age of minus one millisecond",
              () ->
                  new Model() {
                    @Override
                    Duration age() {
                      return Duration.ofMillis(-1);
                    }
                  }),
          Mutant.of(
              "RENEWAL_READS_THEN_WRITES",
              "a release can come between the look at the record and the write of a renewal",
              () ->
                  new Model() {
                    @Override
                    void extend(Rec rec, Grant grant) {
                      gap();
                      super.extend(rec, grant);
                      records.put(key(rec.name), rec);
                    }
                  }),
          Mutant.of(
              "RENEWAL_RAISES_THE_TOKEN",
              "each renewal gives the record a new token",
              () ->
                  new Model() {
                    @Override
                    void extend(Rec rec, Grant grant) {
                      super.extend(rec, grant);
                      counter++;
                      rec.token = counter;
                    }
                  }),
          Mutant.of(
              "RENEWAL_DROPS_METADATA",
              "a renewal writes the record without its metadata",
              () ->
                  new Model() {
                    @Override
                    void extend(Rec rec, Grant grant) {
                      super.extend(rec, grant);
                      rec.metadata = Map.of();
                    }
                  }),
          Mutant.of(
              "RENEWS_TWENTY_TIMES",
              "after twenty renewals the ttl is not extended any more",
              () ->
                  new Model() {
                    private final Map<OwnerToken, Integer> count = new HashMap<>();

                    @Override
                    void extend(Rec rec, Grant grant) {
                      if (count.merge(rec.owner, 1, Integer::sum) <= 20) {
                        super.extend(rec, grant);
                      }
                    }
                  }),
          Mutant.of(
              "RENEWS_FIFTY_GRANTS",
              "only the first fifty grants are extended by their renewals",
              () ->
                  new Model() {
                    private final Set<OwnerToken> known = new HashSet<>();

                    @Override
                    void extend(Rec rec, Grant grant) {
                      if (known.size() < 50) {
                        known.add(rec.owner);
                      }
                      if (known.contains(rec.owner)) {
                        super.extend(rec, grant);
                      }
                    }
                  }));

  private RenewMutants() {}
}
