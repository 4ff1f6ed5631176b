package io.leasehold.tck.mutants;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.Subscription;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Mutants whose calls wait or throw, whose hints end or go on, and which leave things behind. */
final class ClientMutants {

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(
                  "THROWS_WHEN_INTERRUPTED",
                  "a call on an interrupted thread throws",
                  () ->
                      new Model() {
                        @Override
                        <R> R call(Supplier<R> step) {
                          if (Thread.currentThread().isInterrupted()) {
                            throw new IllegalStateException("interrupted");
                          }
                          return super.call(step);
                        }
                      })
              .byThrowing(),
          Mutant.of(
              "WAITS_FOR_THE_REVOKED",
              "an acquire of a revoked name waits for twice the call timeout",
              () ->
                  new Model() {
                    @Override
                    AcquireOutcome busy(AcquireAttempt attempt, Rec present) {
                      if (present.revoked) {
                        clock.advance(CALL_TIMEOUT.multipliedBy(2));
                      }
                      return super.busy(attempt, present);
                    }
                  }),
          Mutant.of(
              "HINTS_ONCE",
              "a subscription ends with its first hint",
              () ->
                  new Model() {
                    @Override
                    Subscription onVacant(LeaseName name, Runnable hint) {
                      Subscription[] own = new Subscription[1];
                      own[0] =
                          super.onVacant(
                              name,
                              () -> {
                                hint.run();
                                own[0].close();
                              });
                      return own[0];
                    }
                  }),
          Mutant.of(
              "HINTS_GO_ON",
              "the end of a subscription is not noted",
              () ->
                  new Model() {
                    @Override
                    Subscription onVacant(LeaseName name, Runnable hint) {
                      Subscription ignored = super.onVacant(name, hint);
                      return () -> {};
                    }
                  }),
          Mutant.of(
              "LEAVES_A_THREAD",
              "close() starts a thread that stays",
              () ->
                  new Model() {
                    @Override
                    void closed(Conn client, boolean again) {
                      Thread stays =
                          new Thread(() -> LockSupport.parkNanos(Duration.ofMinutes(1).toNanos()));
                      stays.setDaemon(true);
                      stays.start();
                    }
                  }),
          Mutant.of(
              "RENEWS_ONCE_CLOSED",
              "the grants of a closed client are kept for an hour",
              () ->
                  new Model() {
                    @Override
                    void closed(Conn client, boolean again) {
                      records.values().stream()
                          .filter(rec -> rec.client == client)
                          .forEach(rec -> rec.deadline += Duration.ofHours(1).toNanos());
                    }
                  }));

  private ClientMutants() {}
}
