package io.leasehold.tck.mutants;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Mutants that acquire wrongly. */
final class AcquireMutants {

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(
              "DROPS_LEADING_ZEROS",
              "an owner token that begins with zeros is kept as another one",
              () ->
                  new Model() {
                    @Override
                    AcquireOutcome acquire(Conn client, AcquireAttempt a) {
                      return super.acquire(client, a.owner().high() == 0 ? shifted(a) : a);
                    }
                  }),
          Mutant.of(
              "OWNER_BY_CLIENT",
              "a name held by the same client is granted again",
              () ->
                  new Model() {
                    @Override
                    boolean mayTake(Conn client, AcquireAttempt attempt, Rec present) {
                      return present.client == client;
                    }
                  }),
          Mutant.of(
              "GRANTS_FOR_LONGER_TTL",
              "an attempt that asks for a longer ttl than the holder's is granted",
              () ->
                  new Model() {
                    @Override
                    boolean mayTake(Conn client, AcquireAttempt attempt, Rec present) {
                      return attempt.ttl().compareTo(present.ttl) > 0;
                    }
                  }),
          Mutant.of(
              "BUSY_OVERWRITES_METADATA",
              "a refused attempt leaves its metadata in the record",
              () ->
                  new Model() {
                    @Override
                    AcquireOutcome busy(AcquireAttempt attempt, Rec present) {
                      present.metadata = attempt.metadata();
                      return super.busy(attempt, present);
                    }
                  }),
          Mutant.of(
              "BUSY_EXTENDS",
              "a refused attempt lets the holder's ttl run again",
              () ->
                  new Model() {
                    @Override
                    AcquireOutcome busy(AcquireAttempt attempt, Rec present) {
                      present.deadline = clock.nanos() + present.ttl.toNanos();
                      return super.busy(attempt, present);
                    }
                  }),
          Mutant.of(
              "BUSY_SETS_ITS_OWN_TTL",
              "a refused attempt gives the holder's record its own ttl",
              () ->
                  new Model() {
                    @Override
                    AcquireOutcome busy(AcquireAttempt attempt, Rec present) {
                      present.deadline = clock.nanos() + attempt.ttl().toNanos();
                      return super.busy(attempt, present);
                    }
                  }),
          Mutant.of(
              "BUSY_OVERWRITES_OWNER",
              "a refused attempt leaves its owner in the record",
              () ->
                  new Model() {
                    @Override
                    AcquireOutcome busy(AcquireAttempt attempt, Rec present) {
                      AcquireOutcome answer = super.busy(attempt, present);
                      present.owner = attempt.owner();
                      return answer;
                    }
                  }),
          Mutant.of(
              "RE_ENTRANT",
              "the owner asking again is granted again, with a new token",
              () ->
                  new Model() {
                    @Override
                    boolean mayTake(Conn client, AcquireAttempt attempt, Rec present) {
                      return present.owner.equals(attempt.owner());
                    }
                  }),
          Mutant.of(
              "OWNER_AGAIN_EXTENDS",
              "the owner asking again is Busy, and its ttl runs again",
              () ->
                  new Model() {
                    @Override
                    AcquireOutcome busy(AcquireAttempt attempt, Rec present) {
                      if (present.owner.equals(attempt.owner())) {
                        present.deadline = clock.nanos() + present.ttl.toNanos();
                      }
                      return super.busy(attempt, present);
                    }
                  }),
          Mutant.of(
              "TELLS_A_SHORTER_TTL",
              "the grant is one millisecond shorter than asked",
              () ->
                  new Model() {
                    @Override
                    Duration toldTtl(AcquireAttempt attempt) {
                      return attempt.ttl().minusMillis(1);
                    }
                  }),
          Mutant.of(
              "CLIPS_THE_TTL",
              "ttls above 30 s are cut to 30 s, in the grant as well",
              () ->
                  new Model() {
                    @Override
                    Duration toldTtl(AcquireAttempt attempt) {
                      Duration most = Duration.ofSeconds(30);
                      return attempt.ttl().compareTo(most) > 0 ? most : attempt.ttl();
                    }
                  }),
          Mutant.of(
              "READS_THEN_WRITES",
              "another attempt can come between the look at the record and the write",
              () ->
                  new Model() {
                    @Override
                    AcquireOutcome grant(Conn client, AcquireAttempt attempt) {
                      gap();
                      return super.grant(client, attempt);
                    }
                  }),
          Mutant.of(
              "READS_THEN_TAKES_OVER",
              "another attempt can come between the look at an expired record and the write",
              () ->
                  new Model() {
                    @Override
                    AcquireOutcome grant(Conn client, AcquireAttempt attempt) {
                      if (records.containsKey(key(attempt.name()))) {
                        gap();
                      }
                      return super.grant(client, attempt);
                    }
                  }),
          Mutant.of(
              "NEW_NAME_WRITTEN_BLINDLY",
              "another attempt can come before the first record of a name, one time in thirty",
              () ->
                  new Model() {
                    private final Set<LeaseName> known = new HashSet<>();

                    @Override
                    AcquireOutcome grant(Conn client, AcquireAttempt attempt) {
                      if (known.add(attempt.name()) && known.size() % 30 == 0) {
                        gap();
                      }
                      return super.grant(client, attempt);
                    }
                  }),
          Mutant.of(
              "QUEUES_THE_REFUSED",
              "an attempt refused twice is queued and gets the name when it is released",
              () ->
                  new Model() {
                    private final Map<OwnerToken, AcquireAttempt> refused = new HashMap<>();
                    private final Map<LeaseName, AcquireAttempt> queue = new HashMap<>();

                    @Override
                    AcquireOutcome busy(AcquireAttempt attempt, Rec present) {
                      if (refused.put(attempt.owner(), attempt) != null
                          && !attempt.owner().equals(present.owner)) {
                        queue.put(attempt.name(), attempt);
                      }
                      return super.busy(attempt, present);
                    }

                    @Override
                    void remove(Rec rec) {
                      super.remove(rec);
                      AcquireAttempt next = queue.remove(rec.name);
                      if (next != null) {
                        grant(rec.client, next);
                      }
                    }
                  }),
          Mutant.of(
              "OWNER_BY_THREAD",
              "only the thread that acquired may renew or release",
              () ->
                  new Model() {
                    private final Map<OwnerToken, Thread> threads = new HashMap<>();

                    @Override
                    AcquireOutcome grant(Conn client, AcquireAttempt attempt) {
                      threads.put(attempt.owner(), Thread.currentThread());
                      return super.grant(client, attempt);
                    }

                    @Override
                    boolean owns(Rec rec, Grant grant) {
                      return super.owns(rec, grant)
                          && threads.get(rec.owner) == Thread.currentThread();
                    }
                  }),
          Mutant.of(
              "BUSY_FOR_EVER_AFTER_REFUSALS",
              "a name that was found busy three times stays busy after its release",
              () ->
                  new Model() {
                    private final Map<LeaseName, Integer> refusals = new HashMap<>();
                    private final Set<LeaseName> stuck = new HashSet<>();

                    @Override
                    AcquireOutcome busy(AcquireAttempt attempt, Rec present) {
                      if (refusals.merge(attempt.name(), 1, Integer::sum) == 3) {
                        stuck.add(attempt.name());
                      }
                      return super.busy(attempt, present);
                    }

                    @Override
                    void remove(Rec rec) {
                      if (!stuck.contains(rec.name)) {
                        super.remove(rec);
                      }
                    }
                  }),
          Mutant.of(
              "KEEPS_A_THOUSAND",
              "the store keeps a thousand records and drops the oldest for the next",
              () ->
                  new Model() {
                    private final Deque<String> order = new ArrayDeque<>();

                    @Override
                    AcquireOutcome grant(Conn client, AcquireAttempt attempt) {
                      AcquireOutcome outcome = super.grant(client, attempt);
                      order.add(key(attempt.name()));
                      if (order.size() > 1_000) {
                        records.remove(order.remove());
                      }
                      return outcome;
                    }
                  }));

  private AcquireMutants() {}

  private static AcquireAttempt shifted(AcquireAttempt a) {
    OwnerToken other = new OwnerToken(a.owner().low(), 0);
    return new AcquireAttempt(a.name(), other, a.ttl(), a.fenceFloor(), a.metadata());
  }
}
