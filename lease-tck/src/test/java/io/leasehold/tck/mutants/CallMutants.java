package io.leasehold.tck.mutants;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.Subscription;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Mutants whose calls misbehave. */
final class CallMutants {

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(
              "BUSY_IS_UNKNOWN",
              "a held name is answered Unknown",
              () ->
                  new Model() {
                    @Override
                    AcquireOutcome busy(AcquireAttempt attempt, Rec present) {
                      return new AcquireOutcome.Unknown(cause());
                    }
                  }),
          Mutant.of(
              "BUSY_IS_REFUSED",
              "a held name is answered Refused",
              () ->
                  new Model() {
                    @Override
                    AcquireOutcome busy(AcquireAttempt attempt, Rec present) {
                      return new AcquireOutcome.Refused(cause());
                    }
                  }),
          Mutant.of(
              "NOT_OWNER_IS_UNKNOWN",
              "the renewal of a lost grant is answered Unknown",
              () ->
                  new Model() {
                    @Override
                    RenewOutcome notRenewed(Grant grant, @Nullable Rec rec) {
                      return new RenewOutcome.Unknown(cause());
                    }
                  }),
          Mutant.of(
                  "THROWS_NOT_OWNER",
                  "the release of a lost grant throws",
                  () ->
                      new Model() {
                        @Override
                        ReleaseOutcome notReleased(Grant grant, @Nullable Rec rec) {
                          throw new IllegalMonitorStateException("not the owner");
                        }
                      })
              .byThrowing(),
          Mutant.of(
              "WAITS_TOO_LONG",
              "a call without an answer lasts three times as long as declared",
              () ->
                  new Model() {
                    @Override
                    Duration timeWithoutAnswer() {
                      return CALL_TIMEOUT.multipliedBy(3);
                    }
                  }),
          Mutant.of(
              "ONE_CONNECTION",
              "calls at the same time wait for each other, each for its own whole bound",
              () ->
                  new Model() {
                    private final ReentrantLock connection = new ReentrantLock();

                    @Override
                    <R> R answerWhileFrozen(Supplier<R> step, Function<Cause, R> unknown) {
                      connection.lock();
                      try {
                        if (Meeting.isRacing()) {
                          LockSupport.parkNanos(CALL_TIMEOUT.toNanos());
                        }
                        return super.answerWhileFrozen(step, unknown);
                      } finally {
                        connection.unlock();
                      }
                    }
                  }),
          Mutant.of(
                  "THROWS_WITHOUT_AN_ANSWER",
                  "a call without an answer throws",
                  () ->
                      new Model() {
                        @Override
                        <R> R answerWhileFrozen(Supplier<R> step, Function<Cause, R> unknown) {
                          throw new IllegalStateException(noAnswer().toString());
                        }
                      })
              .byThrowing(),
          Mutant.of(
              "ANSWERS_FROM_ITS_CACHE",
              "without an answer of the store a call is answered from a local copy",
              () ->
                  new Model() {
                    @Override
                    <R> R answerWhileFrozen(Supplier<R> step, Function<Cause, R> unknown) {
                      return call(step);
                    }
                  }),
          Mutant.of(
              "TIMEOUT_IS_NOT_OWNER",
              "a renewal without an answer is told as NotOwner",
              () ->
                  new Model() {
                    @Override
                    @SuppressWarnings("unchecked")
                    <R> R answerWhileFrozen(Supplier<R> step, Function<Cause, R> unknown) {
                      R answer = super.answerWhileFrozen(step, unknown);
                      return answer instanceof RenewOutcome
                          ? (R) new RenewOutcome.NotOwner(NotOwnerReason.ABSENT)
                          : answer;
                    }
                  }),
          Mutant.of(
              "TIMEOUT_IS_REFUSED",
              "an acquire that was sent and has no answer is told as Refused",
              () ->
                  new LateModel() {
                    @Override
                    Object told(Object answer) {
                      return answer instanceof AcquireOutcome.Unknown
                          ? new AcquireOutcome.Refused(silent())
                          : answer;
                    }
                  }),
          Mutant.of(
              "RELEASE_TIMEOUT_IS_REFUSED",
              "a release that was sent and has no answer is told as Refused",
              () ->
                  new LateModel() {
                    @Override
                    Object told(Object answer) {
                      return answer instanceof ReleaseOutcome.Unknown
                          ? new ReleaseOutcome.Refused(silent())
                          : answer;
                    }
                  }),
          Mutant.of(
              "REVOKE_TIMEOUT_IS_REFUSED",
              "a revocation that was sent and has no answer is told as Refused",
              () ->
                  new LateModel() {
                    @Override
                    Object told(Object answer) {
                      return answer instanceof RevokeOutcome.Unknown
                          ? new RevokeOutcome.Refused(silent())
                          : answer;
                    }
                  }),
          Mutant.of(
              "SWALLOWS_THE_INTERRUPT",
              "the interrupt flag is cleared",
              () ->
                  new Model() {
                    @Override
                    <R> R call(Supplier<R> step) {
                      R answer = super.call(step);
                      return Thread.interrupted() ? answer : super.locked(() -> answer);
                    }
                  }),
          Mutant.of(
              "CLOSED_IS_UNAVAILABLE",
              "after close() the cause is UNAVAILABLE",
              () ->
                  new Model() {
                    @Override
                    Cause.Kind closedKind() {
                      return Cause.Kind.UNAVAILABLE;
                    }
                  }),
          Mutant.of(
              "WORKS_AFTER_CLOSE",
              "calls are served after close()",
              () ->
                  new Model() {
                    @Override
                    boolean refusesClosed() {
                      return false;
                    }
                  }),
          Mutant.of(
                  "SECOND_CLOSE_THROWS",
                  "close() throws if it is repeated",
                  () ->
                      new Model() {
                        @Override
                        void closed(Conn client, boolean again) {
                          if (again) {
                            throw new IllegalStateException("closed already");
                          }
                        }
                      })
              .byThrowing(),
          Mutant.of(
              "CLOSES_FOR_ALL",
              "the first close() ends the driver that all clients share",
              () ->
                  new Model() {
                    private boolean ended;

                    @Override
                    void closed(Conn client, boolean again) {
                      ended |= !records.isEmpty();
                    }

                    @Override
                    RenewOutcome renew(Conn client, Grant grant) {
                      return ended ? new RenewOutcome.Refused(cause()) : super.renew(client, grant);
                    }
                  }),
          Mutant.of(
              "CLOSE_RELEASES",
              "close() removes the records of its client",
              () ->
                  new Model() {
                    @Override
                    void closed(Conn client, boolean again) {
                      records.values().removeIf(rec -> rec.client == client);
                    }
                  }),
          Mutant.of(
              "SHARED_BUFFER",
              "an attempt is taken from a field that all threads share",
              () ->
                  new Model() {
                    private AcquireAttempt buffer;

                    @Override
                    AcquireOutcome acquire(Conn client, AcquireAttempt attempt) {
                      buffer = attempt;
                      if (!records.containsKey(key(attempt.name()))) {
                        gap();
                      }
                      return super.acquire(client, buffer);
                    }
                  }),
          Mutant.of(
              "NO_HINTS",
              "vacancy hints are declared and never sent",
              () ->
                  new Model() {
                    @Override
                    void vacant(LeaseName name) {}
                  }),
          Mutant.of(
              "CLOSING_A_SUBSCRIPTION_DELETES",
              "ending a subscription removes the record that it watched",
              () ->
                  new Model() {
                    @Override
                    Subscription onVacant(LeaseName name, Runnable hint) {
                      Subscription own = super.onVacant(name, hint);
                      return () -> {
                        own.close();
                        delete(name);
                      };
                    }
                  }),
          Mutant.of(
              "ANSWERS_ONE_BEHIND",
              "after a call without an answer, each call of its kind gets the answer of the one before",
              () ->
                  new Model() {
                    private final Map<Class<?>, Object> late = new HashMap<>();

                    @Override
                    <R> R answerWhileFrozen(Supplier<R> step, Function<Cause, R> unknown) {
                      R answer = locked(step);
                      late.putIfAbsent(kind(answer), answer);
                      return super.answerWhileFrozen(step, unknown);
                    }

                    @Override
                    @SuppressWarnings("unchecked")
                    <R> R call(Supplier<R> step) {
                      R own = super.call(step);
                      Object before = late.replace(kind(own), own);
                      return before == null ? own : (R) before;
                    }

                    private Class<?> kind(Object answer) {
                      if (answer instanceof List) {
                        return List.class;
                      }
                      return answer instanceof Optional
                          ? Optional.class
                          : answer.getClass().getInterfaces()[0];
                    }
                  }));

  private CallMutants() {}

  /** What it is asked while it is frozen runs when it answers again. */
  private abstract static class LateModel extends Model {
    private final Queue<Supplier<?>> late = new ConcurrentLinkedQueue<>();

    /** What the caller is told instead of an answer that is not definite. */
    abstract Object told(Object answer);

    @Override
    @SuppressWarnings("unchecked")
    <R> R answerWhileFrozen(Supplier<R> step, Function<Cause, R> unknown) {
      late.add(step);
      return (R) told(super.answerWhileFrozen(step, unknown));
    }

    @Override
    void freeze(boolean value) {
      super.freeze(value);
      for (Supplier<?> step = late.poll(); step != null && !value; step = late.poll()) {
        Object ignored = locked(step);
      }
    }
  }

  private static Cause silent() {
    return Cause.of(Cause.Kind.TIMEOUT, "no answer");
  }

  private static Cause cause() {
    return Cause.of(Cause.Kind.UNAVAILABLE, "the condition failed");
  }
}
