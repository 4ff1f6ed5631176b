package io.leasehold.tck.mutants;

import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Mutants that release or abandon wrongly. */
final class ReleaseMutants {

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(
              "RELEASES_LATER",
              "a release says Released and only starts a grace time of one millisecond",
              () ->
                  new Model() {
                    @Override
                    void remove(Rec rec) {
                      rec.owner = new OwnerToken(1, 1);
                      rec.deadline = clock.nanos() + 1_000_000;
                    }
                  }),
          Mutant.of(
              "RELEASES_BY_NAME",
              "a release does not look at the owner and says Released",
              () ->
                  new Model() {
                    @Override
                    boolean ownsForRelease(Rec rec, Grant grant) {
                      return true;
                    }
                  }),
          Mutant.of(
              "REFUSES_AND_RELEASES",
              "a release by a former holder says NotOwner and deletes the record",
              () ->
                  new Model() {
                    @Override
                    ReleaseOutcome notReleased(Grant grant, @Nullable Rec rec) {
                      if (rec != null) {
                        records.remove(key(rec.name));
                      }
                      return super.notReleased(grant, rec);
                    }
                  }),
          Mutant.of(
              "REFUSES_AND_EXTENDS",
              "a release by a former holder says NotOwner and lets the holder's ttl run again",
              () ->
                  new Model() {
                    @Override
                    ReleaseOutcome notReleased(Grant grant, @Nullable Rec rec) {
                      if (rec != null) {
                        rec.deadline = clock.nanos() + rec.ttl.toNanos();
                      }
                      return super.notReleased(grant, rec);
                    }
                  }),
          Mutant.of(
              "BLIND_RELEASE",
              "a release that finds no record says Released",
              () ->
                  new Model() {
                    @Override
                    ReleaseOutcome notReleased(Grant grant, @Nullable Rec rec) {
                      return rec == null
                          ? new ReleaseOutcome.Released()
                          : super.notReleased(grant, rec);
                    }
                  }),
          Mutant.of(
              "RELEASES_BY_CLIENT",
              "a release is bound to the client, not to the acquisition",
              () ->
                  new Model() {
                    private Conn caller;

                    @Override
                    ReleaseOutcome release(Conn client, Grant grant) {
                      caller = client;
                      return super.release(client, grant);
                    }

                    @Override
                    boolean ownsForRelease(Rec rec, Grant grant) {
                      return rec.client == caller;
                    }
                  }),
          Mutant.of(
              "EXPIRED_RELEASE_IS_FOREIGN",
              "the release of an expired grant that is not swept yet says FOREIGN",
              () ->
                  new Model() {
                    @Override
                    ReleaseOutcome notReleased(Grant grant, @Nullable Rec rec) {
                      return rec == null && records.containsKey(key(grant.name()))
                          ? new ReleaseOutcome.NotOwner(NotOwnerReason.FOREIGN)
                          : super.notReleased(grant, rec);
                    }
                  }),
          Mutant.of(
              "DELETED_RELEASE_IS_FOREIGN",
              "the release of a record that was deleted says FOREIGN",
              () ->
                  new Model() {
                    private final Set<LeaseName> deleted = new HashSet<>();

                    @Override
                    void delete(LeaseName name) {
                      super.delete(name);
                      deleted.add(name);
                    }

                    @Override
                    ReleaseOutcome notReleased(Grant grant, @Nullable Rec rec) {
                      return deleted.contains(grant.name())
                          ? new ReleaseOutcome.NotOwner(NotOwnerReason.FOREIGN)
                          : super.notReleased(grant, rec);
                    }
                  }),
          Mutant.of(
              "RELEASE_ENDS_THE_CLIENT",
              "a release ends all leases of its client",
              () ->
                  new Model() {
                    @Override
                    void remove(Rec rec) {
                      super.remove(rec);
                      records.values().removeIf(other -> other.client == rec.client);
                    }
                  }),
          Mutant.of(
              "RELEASE_READS_THEN_DELETES",
              "another release can come between the look at the record and the delete",
              () ->
                  new Model() {
                    private int gaps;

                    @Override
                    boolean ownsForRelease(Rec rec, Grant grant) {
                      boolean owns = super.ownsForRelease(rec, grant);
                      // Each gap costs time: a few are enough. The second of two goes on later.
                      gaps++;
                      if (owns && gaps <= 200) {
                        boolean second = gaps % 2 == 0;
                        gap();
                        if (second) {
                          gap();
                        }
                      }
                      return owns;
                    }
                  }),
          Mutant.of(
              "RELEASE_SAYS_ABSENT",
              "the release of a taken name is refused as ABSENT",
              () ->
                  new Model() {
                    @Override
                    ReleaseOutcome notReleased(Grant grant, @Nullable Rec rec) {
                      return new ReleaseOutcome.NotOwner(NotOwnerReason.ABSENT);
                    }
                  }),
          Mutant.of(
              "RELEASE_SAYS_FOREIGN",
              "the release of a vacant name is refused as FOREIGN",
              () ->
                  new Model() {
                    @Override
                    ReleaseOutcome notReleased(Grant grant, @Nullable Rec rec) {
                      return new ReleaseOutcome.NotOwner(NotOwnerReason.FOREIGN);
                    }
                  }),
          Mutant.of(
              "OWNS_BY_THE_LOWER_HALF",
              "a renewal and a release compare the lower half of the owner token",
              () ->
                  new Model() {
                    @Override
                    boolean owns(Rec rec, Grant grant) {
                      return rec.owner.low() == grant.owner().low();
                    }
                  }),
          Mutant.of(
              "OWNS_BY_THE_UPPER_HALF",
              "a renewal and a release compare the upper half of the owner token",
              () ->
                  new Model() {
                    @Override
                    boolean owns(Rec rec, Grant grant) {
                      return rec.owner.high() == grant.owner().high();
                    }
                  }),
          Mutant.of(
              "OWNS_BY_HASH",
              "owners are compared by their hash code",
              () ->
                  new Model() {
                    @Override
                    boolean owns(Rec rec, Grant grant) {
                      return rec.owner.hashCode() == grant.owner().hashCode();
                    }
                  }),
          Mutant.of(
              "OWNS_BY_TEXT_HASH",
              "owners are compared by the hash code of their text",
              () ->
                  new Model() {
                    @Override
                    boolean owns(Rec rec, Grant grant) {
                      return rec.owner.toString().hashCode() == grant.owner().toString().hashCode();
                    }
                  }));

  private ReleaseMutants() {}
}
