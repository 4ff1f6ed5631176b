package io.leasehold.tck.mutants;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Mutants that revoke wrongly. */
final class RevokeMutants {

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(
              "MARK_IS_IGNORED",
              "a renewal does not look at the mark",
              () ->
                  new Model() {
                    @Override
                    boolean seesMark(Grant grant) {
                      return false;
                    }
                  }),
          Mutant.of(
              "REVOKED_IS_FOREIGN",
              "a revoked holder's renewal is refused as FOREIGN",
              () ->
                  new Model() {
                    @Override
                    RenewOutcome renew(Conn client, Grant grant) {
                      RenewOutcome outcome = super.renew(client, grant);
                      return outcome instanceof RenewOutcome.NotOwner not
                              && not.reason() == NotOwnerReason.REVOKED
                          ? new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN)
                          : outcome;
                    }
                  }),
          Mutant.of(
              "MARK_FREES_AT_ONCE",
              "a revocation by mark lets a contender in",
              () ->
                  new Model() {
                    @Override
                    boolean mayTake(Conn client, AcquireAttempt attempt, Rec present) {
                      return present.revoked;
                    }
                  }),
          Mutant.of(
              "MARK_SHORTENS",
              "a revocation by mark leaves a quarter of the ttl",
              () ->
                  new Model() {
                    @Override
                    void mark(Rec rec) {
                      super.mark(rec);
                      rec.deadline = clock.nanos() + rec.ttl.toNanos() / 4;
                    }
                  }),
          Mutant.of(
              "REVOKED_RELEASE_IS_REFUSED",
              "a revoked holder's release is refused and frees nothing",
              () ->
                  new Model() {
                    @Override
                    ReleaseOutcome release(Conn client, Grant grant) {
                      Rec rec = living(grant.name());
                      return rec != null && rec.revoked && owns(rec, grant)
                          ? new ReleaseOutcome.NotOwner(NotOwnerReason.REVOKED)
                          : super.release(client, grant);
                    }
                  }),
          Mutant.of(
              "REFUSED_RENEWAL_EXTENDS",
              "a revoked holder's renewal is refused and extends all the same",
              () ->
                  new Model() {
                    @Override
                    boolean seesMark(Grant grant) {
                      Rec rec = living(grant.name());
                      extend(rec, grant);
                      return true;
                    }
                  }),
          Mutant.of(
              "BARRIER_IS_THE_TOKEN",
              "the barrier is the revoked holder's own token",
              () ->
                  new Model() {
                    @Override
                    long barrier(Rec rec) {
                      return rec.token;
                    }
                  }),
          Mutant.of(
              "BARRIER_IS_THE_NEXT_TOKEN",
              "the barrier is the token that the next grant gets",
              () ->
                  new Model() {
                    @Override
                    long barrier(Rec rec) {
                      return counter + 1;
                    }
                  }),
          Mutant.of(
              "BARRIER_FAR_AHEAD",
              "the barrier is far above the next tokens",
              () ->
                  new Model() {
                    @Override
                    long barrier(Rec rec) {
                      return counter + 1_000;
                    }
                  }),
          Mutant.of(
              "NOW_ONLY_MARKS",
              "a revocation now is a mark only",
              () ->
                  new Model() {
                    @Override
                    RevokeOutcome revoke(Conn client, LeaseName name, boolean now) {
                      return super.revoke(client, name, false);
                    }
                  }),
          Mutant.of(
              "NOW_SPARES_THE_MARKED",
              "a revocation now of a record that is marked changes nothing",
              () ->
                  new Model() {
                    @Override
                    RevokeOutcome revoke(Conn client, LeaseName name, boolean now) {
                      Rec rec = living(name);
                      return super.revoke(client, name, now && (rec == null || !rec.revoked));
                    }
                  }),
          Mutant.of(
              "STALE_RELEASE_AFTER_NOW",
              "after a revocation now a release of that name does not look at the owner",
              () ->
                  new Model() {
                    private final Set<LeaseName> revokedNow = new HashSet<>();

                    @Override
                    RevokeOutcome revoke(Conn client, LeaseName name, boolean now) {
                      RevokeOutcome outcome = super.revoke(client, name, now);
                      if (now && outcome instanceof RevokeOutcome.Revoked) {
                        revokedNow.add(name);
                      }
                      return outcome;
                    }

                    @Override
                    boolean ownsForRelease(Rec rec, Grant grant) {
                      return revokedNow.contains(rec.name) || super.ownsForRelease(rec, grant);
                    }
                  }),
          Mutant.of(
              "REVOKES_VACANT_NAMES",
              "the revocation of a vacant name says Absent and marks the next holder",
              () ->
                  new Model() {
                    private final Set<LeaseName> marked = new HashSet<>();

                    @Override
                    RevokeOutcome revoke(Conn client, LeaseName name, boolean now) {
                      RevokeOutcome outcome = super.revoke(client, name, now);
                      if (outcome instanceof RevokeOutcome.Absent) {
                        marked.add(name);
                      }
                      return outcome;
                    }

                    @Override
                    AcquireOutcome grant(Conn client, AcquireAttempt attempt) {
                      AcquireOutcome outcome = super.grant(client, attempt);
                      if (marked.remove(attempt.name())) {
                        mark(living(attempt.name()));
                      }
                      return outcome;
                    }
                  }),
          Mutant.of(
              "ABSENT_IS_REVOKED",
              "the revocation of a vacant name is answered Revoked",
              () ->
                  new Model() {
                    @Override
                    RevokeOutcome revoke(Conn client, LeaseName name, boolean now) {
                      RevokeOutcome outcome = super.revoke(client, name, now);
                      return outcome instanceof RevokeOutcome.Absent
                          ? new RevokeOutcome.Revoked(++counter)
                          : outcome;
                    }
                  }),
          Mutant.of(
              "MARK_STAYS_WITH_THE_NAME",
              "the mark outlives the grant and hits the next holder",
              () ->
                  new Model() {
                    private final Set<LeaseName> marked = new HashSet<>();

                    @Override
                    void mark(Rec rec) {
                      super.mark(rec);
                      marked.add(rec.name);
                    }

                    @Override
                    AcquireOutcome grant(Conn client, AcquireAttempt attempt) {
                      AcquireOutcome outcome = super.grant(client, attempt);
                      living(attempt.name()).revoked = marked.contains(attempt.name());
                      return outcome;
                    }
                  }),
          Mutant.of(
              "MARK_IS_NOT_SHOWN",
              "holder() does not tell that the holder was revoked",
              () ->
                  new Model() {
                    @Override
                    HolderInfo info(Rec rec) {
                      HolderInfo i = super.info(rec);
                      return new HolderInfo(
                          i.leaseName(),
                          i.owner(),
                          i.fencingToken(),
                          i.remaining(),
                          false,
                          i.metadata());
                    }
                  }),
          Mutant.of(
              "MARK_OUTLIVES_EXPIRY",
              "marks are kept by name and cleared by a release only",
              () ->
                  new Model() {
                    private final Set<LeaseName> marked = new HashSet<>();

                    @Override
                    void mark(Rec rec) {
                      super.mark(rec);
                      marked.add(rec.name);
                    }

                    @Override
                    AcquireOutcome grant(Conn client, AcquireAttempt attempt) {
                      AcquireOutcome outcome = super.grant(client, attempt);
                      living(attempt.name()).revoked = marked.contains(attempt.name());
                      return outcome;
                    }

                    @Override
                    void remove(Rec rec) {
                      super.remove(rec);
                      marked.remove(rec.name);
                    }
                  }),
          Mutant.of(
              "MARK_EXTENDS_WHAT_RUNS",
              "the revocation of a lease that has run for a while gives it three ttl",
              () ->
                  new Model() {
                    @Override
                    void mark(Rec rec) {
                      super.mark(rec);
                      if (rec.deadline - clock.nanos() < rec.ttl.toNanos()) {
                        rec.deadline = clock.nanos() + 3 * rec.ttl.toNanos();
                      }
                    }
                  }),
          Mutant.of(
              "RENEWED_IS_NOT_MARKED",
              "a lease that was renewed once is not marked",
              () ->
                  new Model() {
                    private final Set<OwnerToken> renewed = new HashSet<>();

                    @Override
                    void extend(Rec rec, Grant grant) {
                      super.extend(rec, grant);
                      renewed.add(rec.owner);
                    }

                    @Override
                    void mark(Rec rec) {
                      if (!renewed.contains(rec.owner)) {
                        super.mark(rec);
                      }
                    }
                  }),
          Mutant.of(
              "RENEWAL_LOSES_THE_MARK",
              "a renewal writes back the mark as it read it, after another step",
              () ->
                  new Model() {
                    @Override
                    void extend(Rec rec, Grant grant) {
                      boolean read = rec.revoked;
                      gap();
                      super.extend(rec, grant);
                      rec.revoked = read;
                    }
                  }),
          Mutant.of(
              "MARK_WRITES_BACK",
              "a revocation by mark writes back the record that it read, after another step",
              () ->
                  new Model() {
                    @Override
                    void mark(Rec rec) {
                      gap();
                      super.mark(rec);
                      records.put(key(rec.name), rec);
                    }
                  }),
          Mutant.of(
              "MARKS_WHOEVER_IS_THERE",
              "a revocation takes its barrier, and marks the present holder after another step",
              () ->
                  new Model() {
                    @Override
                    RevokeOutcome revoke(Conn client, LeaseName name, boolean now) {
                      Rec rec = living(name);
                      if (now || rec == null) {
                        return super.revoke(client, name, now);
                      }
                      long barrier = barrier(rec);
                      gap();
                      records.getOrDefault(key(name), rec).revoked = true;
                      return new RevokeOutcome.Revoked(barrier);
                    }
                  }),
          Mutant.of(
              "NOW_READS_THEN_DELETES",
              "a revocation now takes its barrier, and deletes the name after another step",
              () ->
                  new Model() {
                    @Override
                    RevokeOutcome revoke(Conn client, LeaseName name, boolean now) {
                      Rec rec = living(name);
                      if (!now || rec == null) {
                        return super.revoke(client, name, now);
                      }
                      long barrier = barrier(rec);
                      gap();
                      remove(rec);
                      return new RevokeOutcome.Revoked(barrier);
                    }
                  }));

  private RevokeMutants() {}
}
