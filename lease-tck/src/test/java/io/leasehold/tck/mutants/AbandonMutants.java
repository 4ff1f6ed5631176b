package io.leasehold.tck.mutants;

import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Mutants that abandon wrongly. */
final class AbandonMutants {

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(
              "ABANDON_FREES_NOTHING",
              "an abandon bars the attempt, and leaves what it got",
              () ->
                  new Model() {
                    @Override
                    boolean ownsForAbandon(Rec rec, AcquireAttempt attempt) {
                      return false;
                    }
                  }),
          Mutant.of(
              "ABANDON_FREES_THE_REVOKED",
              "an abandon frees a record that is marked, whoever owns it",
              () ->
                  new Model() {
                    @Override
                    boolean ownsForAbandon(Rec rec, AcquireAttempt attempt) {
                      return rec.revoked || super.ownsForAbandon(rec, attempt);
                    }
                  }),
          Mutant.of(
              "ONE_TOMBSTONE_PER_NAME",
              "of each name only the attempt that was abandoned last is barred",
              () ->
                  new Model() {
                    private final Map<String, OwnerToken> last = new HashMap<>();

                    @Override
                    void bury(AcquireAttempt attempt) {
                      last.put(key(attempt.name()), attempt.owner());
                    }

                    @Override
                    boolean isAbandoned(AcquireAttempt attempt) {
                      return attempt.owner().equals(last.get(key(attempt.name())));
                    }
                  }),
          Mutant.of(
              "ABANDONS_BY_NAME",
              "an abandon does not look at the owner",
              () ->
                  new Model() {
                    @Override
                    boolean ownsForAbandon(Rec rec, AcquireAttempt attempt) {
                      return true;
                    }
                  }),
          Mutant.of(
              "REPEATED_ABANDON_BY_NAME",
              "an abandon that is repeated does not look at the owner",
              () ->
                  new Model() {
                    private boolean again;

                    @Override
                    void bury(AcquireAttempt attempt) {
                      again = isAbandoned(attempt);
                      super.bury(attempt);
                    }

                    @Override
                    boolean ownsForAbandon(Rec rec, AcquireAttempt attempt) {
                      return again || super.ownsForAbandon(rec, attempt);
                    }
                  }),
          Mutant.of(
              "ABANDON_OF_THE_GRANTED_BY_NAME",
              "the abandon of an attempt that was granted once does not look at the owner",
              () ->
                  new Model() {
                    private final Set<OwnerToken> granted = new HashSet<>();

                    @Override
                    AcquireOutcome grant(Conn client, AcquireAttempt attempt) {
                      granted.add(attempt.owner());
                      return super.grant(client, attempt);
                    }

                    @Override
                    boolean ownsForAbandon(Rec rec, AcquireAttempt attempt) {
                      return granted.remove(attempt.owner());
                    }
                  }),
          Mutant.of(
              "ABANDON_EXTENDS",
              "an abandon of a refused attempt lets the holder's ttl run again",
              () ->
                  new Model() {
                    @Override
                    boolean ownsForAbandon(Rec rec, AcquireAttempt attempt) {
                      boolean owns = super.ownsForAbandon(rec, attempt);
                      if (!owns) {
                        rec.deadline = clock.nanos() + rec.ttl.toNanos();
                      }
                      return owns;
                    }
                  }),
          Mutant.of(
              "NEVER_CERTAIN",
              "the abandon of an attempt that never ran is answered Unknown for ever",
              () ->
                  new Model() {
                    private final Set<OwnerToken> seen = new HashSet<>();

                    @Override
                    AcquireOutcome acquire(Conn client, AcquireAttempt attempt) {
                      seen.add(attempt.owner());
                      return super.acquire(client, attempt);
                    }

                    @Override
                    AbandonOutcome abandon(Conn client, AcquireAttempt attempt) {
                      return records.isEmpty() && !seen.contains(attempt.owner())
                          ? new AbandonOutcome.Unknown(
                              Cause.of(Cause.Kind.UNAVAILABLE, "no such attempt"))
                          : super.abandon(client, attempt);
                    }
                  }),
          Mutant.of(
              "NO_TOMBSTONE",
              "an acquire that arrives after its abandon is granted",
              () ->
                  new Model() {
                    @Override
                    boolean isAbandoned(AcquireAttempt attempt) {
                      return false;
                    }
                  }),
          Mutant.of(
              "RENEWAL_REVIVES_THE_ABANDONED",
              "the renewal of an abandoned grant creates its record again",
              () ->
                  new Model() {
                    @Override
                    RenewOutcome notRenewed(Grant grant, @Nullable Rec rec) {
                      if (rec != null || !abandoned.contains(grant.owner())) {
                        return super.notRenewed(grant, rec);
                      }
                      put(grant);
                      return RenewOutcome.Renewed.NOW;
                    }
                  }),
          Mutant.of(
              "ABANDON_ENDS_THE_SESSION",
              "an abandon ends all leases of its client",
              () ->
                  new Model() {
                    @Override
                    AbandonOutcome abandon(Conn client, AcquireAttempt attempt) {
                      AbandonOutcome outcome = super.abandon(client, attempt);
                      records.values().removeIf(rec -> rec.client == client);
                      return outcome;
                    }
                  }),
          Mutant.of(
              "ABANDONS_BY_CLIENT",
              "an abandon frees the name if its client holds it, by whichever attempt",
              () ->
                  new Model() {
                    @Override
                    AbandonOutcome abandon(Conn client, AcquireAttempt attempt) {
                      AbandonOutcome outcome = super.abandon(client, attempt);
                      Rec rec = living(attempt.name());
                      if (rec != null && rec.client == client) {
                        remove(rec);
                      }
                      return outcome;
                    }
                  }),
          Mutant.of(
              "ABANDON_COMPARES_HALF",
              "an abandon compares the lower half of the owner token",
              () ->
                  new Model() {
                    @Override
                    boolean ownsForAbandon(Rec rec, AcquireAttempt attempt) {
                      return rec.owner.low() == attempt.owner().low();
                    }
                  }),
          Mutant.of(
              "ABANDON_READS_THEN_DELETES",
              "another step can come between the look at the record and the delete of an abandon",
              () ->
                  new Model() {
                    @Override
                    AbandonOutcome abandon(Conn client, AcquireAttempt attempt) {
                      bury(attempt);
                      Rec rec = living(attempt.name());
                      if (rec != null && ownsForAbandon(rec, attempt)) {
                        gap();
                        remove(rec);
                      }
                      return new AbandonOutcome.Abandoned();
                    }
                  }),
          Mutant.of(
              "TOMBSTONES_OF_THE_LAST_FOUR",
              "only the last four abandoned attempts are remembered",
              () ->
                  new Model() {
                    private final Set<OwnerToken> last = new LinkedHashSet<>();

                    @Override
                    void bury(AcquireAttempt attempt) {
                      last.add(attempt.owner());
                      if (last.size() > 4) {
                        last.remove(last.iterator().next());
                      }
                    }

                    @Override
                    boolean isAbandoned(AcquireAttempt attempt) {
                      return last.contains(attempt.owner());
                    }
                  }),
          tombstone(
              "TOMBSTONE_OF_ONE_SECOND",
              "an abandoned attempt is remembered for one second",
              attempt -> Duration.ofSeconds(1)),
          tombstone(
              "TOMBSTONE_OF_ONE_TTL",
              "an abandoned attempt is remembered for its own ttl",
              AcquireAttempt::ttl),
          Mutant.of(
              "BARS_NEW_NAMES_ONLY",
              "an abandoned attempt that was sent for a name with a former holder is not barred",
              () ->
                  new Model() {
                    private final Set<LeaseName> used = new HashSet<>();
                    private final Set<OwnerToken> later = new HashSet<>();

                    @Override
                    AcquireOutcome grant(Conn client, AcquireAttempt attempt) {
                      used.add(attempt.name());
                      return super.grant(client, attempt);
                    }

                    @Override
                    boolean holdsBack(Conn client, AcquireAttempt attempt) {
                      if (used.contains(attempt.name())) {
                        later.add(attempt.owner());
                      }
                      return super.holdsBack(client, attempt);
                    }

                    @Override
                    boolean isAbandoned(AcquireAttempt attempt) {
                      return super.isAbandoned(attempt) && !later.contains(attempt.owner());
                    }
                  }),
          Mutant.of(
              "TOMBSTONE_CLEARED_BY_A_RELEASE",
              "a release clears the tombstones of its name",
              () ->
                  new Model() {
                    private final Map<String, Set<OwnerToken>> buried = new HashMap<>();

                    @Override
                    void bury(AcquireAttempt attempt) {
                      buried
                          .computeIfAbsent(key(attempt.name()), key -> new HashSet<>())
                          .add(attempt.owner());
                    }

                    @Override
                    boolean isAbandoned(AcquireAttempt attempt) {
                      return buried
                          .getOrDefault(key(attempt.name()), Set.of())
                          .contains(attempt.owner());
                    }

                    @Override
                    void remove(Rec rec) {
                      super.remove(rec);
                      buried.remove(key(rec.name));
                    }
                  }),
          Mutant.of(
              "NO_TOMBSTONE_WHILE_HELD",
              "an abandon is not remembered if another attempt holds the name",
              () ->
                  new Model() {
                    @Override
                    AbandonOutcome abandon(Conn client, AcquireAttempt attempt) {
                      Rec rec = living(attempt.name());
                      return rec != null && !ownsForAbandon(rec, attempt)
                          ? new AbandonOutcome.Abandoned()
                          : super.abandon(client, attempt);
                    }
                  }));

  private AbandonMutants() {}

  private static Mutant tombstone(
      String name, String fault, Function<AcquireAttempt, Duration> kept) {
    return Mutant.of(
        name,
        fault,
        () ->
            new Model() {
              private final Map<OwnerToken, Long> until = new HashMap<>();

              @Override
              void bury(AcquireAttempt attempt) {
                until.put(attempt.owner(), clock.nanos() + kept.apply(attempt).toNanos());
              }

              @Override
              boolean isAbandoned(AcquireAttempt attempt) {
                Long end = until.get(attempt.owner());
                return end != null && end - clock.nanos() > 0;
              }
            });
  }
}
