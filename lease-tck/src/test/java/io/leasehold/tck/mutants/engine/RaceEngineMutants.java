package io.leasehold.tck.mutants.engine;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What the rules RACE catch. */
final class RaceEngineMutants {

  static final List<EngineMutant> ALL =
      List.of(
          EngineMutant.onBackend(
              "EVERY_FOURTH_BUSY_IS_A_GRANT",
              "takes a busy answer for a grant now and then",
              real -> {
                AtomicInteger asked = new AtomicInteger();
                return new BackendWrap(real) {
                  @Override
                  public AcquireOutcome acquire(AcquireAttempt attempt) {
                    AcquireOutcome outcome = super.acquire(attempt);
                    return outcome instanceof AcquireOutcome.Busy busy
                            && asked.incrementAndGet() % 4 == 0
                        ? new AcquireOutcome.Granted(
                            new Grant(
                                attempt.name(),
                                attempt.owner(),
                                attempt.ttl(),
                                busy.holder().fencingToken() + 1,
                                null),
                            Duration.ZERO)
                        : outcome;
                  }
                };
              },
              "RACE-01"));

  private RaceEngineMutants() {}
}
