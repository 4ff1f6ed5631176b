package io.leasehold.tck.mutants;

import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.RevokeOutcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Mutants whose fencing tokens are wrong. */
final class FenceMutants {

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(
              "RANDOM_TOKEN",
              "the token is a random number above the floor",
              () ->
                  new Model() {
                    private final Random random = new Random(7);

                    @Override
                    long nextToken(AcquireAttempt attempt) {
                      return attempt.fenceFloor() + 1 + random.nextInt(1_000_000);
                    }
                  }),
          Mutant.of(
              "TOKEN_BEFORE_THE_LOCK",
              "the token is drawn before the name is taken, in a step of its own",
              TokenBeforeTheLock::new),
          Mutant.of(
              "COUNTER_IS_CLEANED_UP",
              "the counter of a name is forgotten two ttl after its last holder",
              CounterIsCleanedUp::new),
          Mutant.of(
              "FIRST_TOKEN_IS_ZERO",
              "the first token is zero",
              () ->
                  new Model() {
                    @Override
                    long nextToken(AcquireAttempt attempt) {
                      return super.nextToken(attempt) - 1 + (attempt.fenceFloor() > 0 ? 1 : 0);
                    }
                  }),
          Mutant.of(
              "TOKEN_REUSED_AFTER_EXPIRY",
              "whoever takes over an expired name gets the expired token",
              () ->
                  new Model() {
                    @Override
                    long nextToken(AcquireAttempt attempt) {
                      Rec old = records.get(key(attempt.name()));
                      return old == null ? super.nextToken(attempt) : old.token;
                    }
                  }),
          Mutant.of(
              "COUNTER_IN_THE_RECORD",
              "the counter is deleted with the record",
              () ->
                  new Model() {
                    @Override
                    void delete(LeaseName name) {
                      super.delete(name);
                      counter = 0;
                    }
                  }),
          Mutant.of(
              "WIPE_FORGETS_THE_FLOOR",
              "after the store was emptied the floor is not looked at",
              () ->
                  new Model() {
                    private boolean wiped;

                    @Override
                    void wipe() {
                      super.wipe();
                      wiped = true;
                    }

                    @Override
                    long nextToken(AcquireAttempt attempt) {
                      return wiped ? ++counter : super.nextToken(attempt);
                    }
                  }),
          Mutant.of(
              "COUNTER_IN_MEMORY",
              "a restart sets the counter to zero",
              () ->
                  new Model() {
                    @Override
                    void restart() {
                      counter = 0;
                    }
                  }),
          Mutant.of(
              "IGNORES_THE_FLOOR",
              "the floor is not looked at",
              () ->
                  new Model() {
                    @Override
                    long nextToken(AcquireAttempt attempt) {
                      counter++;
                      return counter;
                    }
                  }),
          Mutant.of(
              "AT_THE_FLOOR",
              "the token may be equal to the floor",
              () ->
                  new Model() {
                    @Override
                    long nextToken(AcquireAttempt attempt) {
                      counter = Math.max(counter + 1, attempt.fenceFloor());
                      return counter;
                    }
                  }),
          Mutant.of(
              "FLOOR_NOT_REMEMBERED",
              "a token raised by a floor does not raise the counter",
              () ->
                  new Model() {
                    @Override
                    long nextToken(AcquireAttempt attempt) {
                      counter++;
                      return Math.max(counter, attempt.fenceFloor() + 1);
                    }
                  }),
          Mutant.of(
              "EVERY_HUNDREDTH_TWICE",
              "every hundredth token is given twice",
              () ->
                  new Model() {
                    private int grants;

                    @Override
                    long nextToken(AcquireAttempt attempt) {
                      grants++;
                      boolean twice = grants % 100 == 0 && attempt.fenceFloor() < counter;
                      return twice ? counter : super.nextToken(attempt);
                    }
                  }),
          Mutant.of(
              "BUSY_RAISES_THE_TOKEN",
              "a refused attempt raises the token in the holder's record",
              () ->
                  new Model() {
                    @Override
                    AcquireOutcome busy(AcquireAttempt attempt, Rec present) {
                      counter++;
                      present.token = counter;
                      return super.busy(attempt, present);
                    }
                  }),
          Mutant.of(
              "ABANDON_GIVES_THE_TOKEN_BACK",
              "an abandon sets the counter back",
              () ->
                  new Model() {
                    @Override
                    AbandonOutcome abandon(Conn client, AcquireAttempt attempt) {
                      if (!isAbandoned(attempt)) {
                        counter--;
                      }
                      return super.abandon(client, attempt);
                    }
                  }),
          Mutant.of(
              "REVOKE_GIVES_THE_TOKEN_BACK",
              "a revocation now sets the counter back below the revoked token",
              () ->
                  new Model() {
                    @Override
                    RevokeOutcome revoke(Conn client, LeaseName name, boolean now) {
                      RevokeOutcome outcome = super.revoke(client, name, now);
                      counter -= now ? 2 : 0;
                      return outcome;
                    }
                  }),
          Mutant.of(
              "TOKEN_IS_A_DOUBLE",
              "the counter is a double",
              () ->
                  new Model() {
                    @Override
                    long nextToken(AcquireAttempt attempt) {
                      double last = Math.max((double) counter, (double) attempt.fenceFloor());
                      counter = (long) (last + 1);
                      return counter;
                    }
                  }),
          Mutant.of(
              "TOKEN_IS_AN_INT",
              "the token is cut to 31 bits",
              () ->
                  new Model() {
                    @Override
                    long nextToken(AcquireAttempt attempt) {
                      return super.nextToken(attempt) & Integer.MAX_VALUE;
                    }
                  }),
          Mutant.of(
              "TOKEN_OVERFLOWS",
              "the largest floor is not refused, and the token after it is negative",
              () ->
                  new Model() {
                    @Override
                    boolean hasTokenAbove(long floor) {
                      return true;
                    }
                  }),
          Mutant.of(
              "TAKEOVER_IGNORES_THE_FLOOR",
              "the floor is not looked at where an expired record is taken over",
              () ->
                  new Model() {
                    @Override
                    long nextToken(AcquireAttempt attempt) {
                      return records.containsKey(key(attempt.name()))
                          ? ++counter
                          : super.nextToken(attempt);
                    }
                  }),
          Mutant.of(
              "EXPIRED_COUNTER_IS_CLEANED_UP",
              "the counter is forgotten three seconds after the expiry of a grant",
              () ->
                  new Model() {
                    private final Map<String, Long> ends = new HashMap<>();

                    @Override
                    AcquireOutcome grant(Conn client, AcquireAttempt attempt) {
                      Long end = ends.get(key(attempt.name()));
                      if (end != null && clock.nanos() - end > 3_000_000_000L) {
                        counter = 0;
                      }
                      AcquireOutcome granted = super.grant(client, attempt);
                      ends.put(key(attempt.name()), clock.nanos() + attempt.ttl().toNanos());
                      return granted;
                    }

                    @Override
                    void remove(Rec rec) {
                      super.remove(rec);
                      ends.remove(key(rec.name));
                    }
                  }));

  private FenceMutants() {}

  /** Now and then a racing attempt gets its name only after others had it. */
  private static final class TokenBeforeTheLock extends Model {
    private final ThreadLocal<Long> drawn = ThreadLocal.withInitial(() -> 0L);
    private int races;
    private int grants;

    @Override
    AcquireOutcome acquire(Conn client, AcquireAttempt attempt) {
      drawn.set(super.nextToken(attempt));
      if (Meeting.isRacing() && races++ % 7 == 0) {
        int before = grants;
        for (int i = 0; i < 10 && (grants == before || living(attempt.name()) != null); i++) {
          gap();
        }
      }
      return super.acquire(client, attempt);
    }

    @Override
    AcquireOutcome grant(Conn client, AcquireAttempt attempt) {
      grants++;
      return super.grant(client, attempt);
    }

    @Override
    long nextToken(AcquireAttempt attempt) {
      return drawn.get();
    }
  }

  private static final class CounterIsCleanedUp extends Model {
    private final Map<String, Long> forgottenAt = new HashMap<>();

    private void forgets(Rec rec) {
      forgottenAt.put(key(rec.name), clock.nanos() + 2 * Duration.ofMillis(600).toNanos());
    }

    @Override
    void remove(Rec rec) {
      super.remove(rec);
      forgets(rec);
    }

    @Override
    long nextToken(AcquireAttempt attempt) {
      Long at = forgottenAt.remove(key(attempt.name()));
      long next = super.nextToken(attempt);
      return at != null && clock.nanos() - at > 0 ? attempt.fenceFloor() + 1 : next;
    }
  }
}
