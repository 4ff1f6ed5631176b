package io.leasehold.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How the clock counts the sleep of the machine. */
class SystemLeaseClockTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final AtomicLong uptime = new AtomicLong(5_000 * SECOND);
  private final AtomicLong raw = new AtomicLong(Long.MAX_VALUE - 3 * SECOND);
  private final SystemLeaseClock clock = new SystemLeaseClock(uptime::get, raw::get);

  private void run(long nanos) {
    uptime.addAndGet(nanos);
    raw.addAndGet(nanos);
  }

  private void sleep(long nanos) {
    uptime.addAndGet(nanos);
  }

  @Test
  void withoutASleepItIsTheRawClockAlsoAcrossAnOverflow() {
    long before = clock.nanos();
    run(10 * SECOND);
    assertThat(clock.accountForSuspend()).isZero();
    assertThat(clock.nanos() - before).isEqualTo(10 * SECOND);
    assertThat(clock.nanos()).isEqualTo(raw.get());
  }

  @Test
  void aSleepIsAddedOnce() {
    long before = clock.nanos();
    run(SECOND);
    sleep(40 * SECOND);
    assertThat(clock.nanos() - before).as("not known yet").isEqualTo(SECOND);
    assertThat(clock.accountForSuspend()).isEqualTo(40 * SECOND);
    assertThat(clock.nanos() - before).isEqualTo(41 * SECOND);
    assertThat(clock.accountForSuspend()).isZero();
    run(SECOND);
    assertThat(clock.accountForSuspend()).isZero();
    assertThat(clock.nanos() - before).isEqualTo(42 * SECOND);
  }

  @Test
  void sleepsAddUp() {
    long before = clock.nanos();
    sleep(7 * SECOND);
    assertThat(clock.accountForSuspend()).isEqualTo(7 * SECOND);
    sleep(5 * SECOND);
    assertThat(clock.accountForSuspend()).isEqualTo(5 * SECOND);
    assertThat(clock.nanos() - before).isEqualTo(12 * SECOND);
  }

  @Test
  void theCoarseReadingOfUptimeIsNoSleep() {
    for (int i = 0; i < 1_000; i++) {
      run(3 * SECOND / 1000);
      long exact = uptime.get();
      uptime.set(exact - exact % (SECOND / 100)); // hundredths of a second
      assertThat(clock.accountForSuspend()).isZero();
      uptime.set(exact);
    }
  }

  @Test
  void aPauseOfTheProcessIsNoSleepBecauseTheRawClockCountsIt() {
    run(600 * SECOND);
    assertThat(clock.accountForSuspend()).isZero();
  }

  @Test
  void itNeverGoesBack() {
    sleep(40 * SECOND);
    assertThat(clock.accountForSuspend()).isEqualTo(40 * SECOND);
    long known = clock.nanos();
    uptime.addAndGet(-40 * SECOND);
    assertThat(clock.accountForSuspend()).isZero();
    assertThat(clock.nanos()).isEqualTo(known);
  }

  @Test
  void whereUptimeCannotBeReadNothingIsAdded() {
    SystemLeaseClock blind = new SystemLeaseClock(() -> -1, raw::get);
    run(10 * SECOND);
    sleep(40 * SECOND);
    assertThat(blind.accountForSuspend()).isZero();
    assertThat(blind.nanos()).isEqualTo(raw.get());
  }

  @Test
  void uptimeThatCannotBeReadForAWhileAddsNothingThen() {
    AtomicLong flaky = new AtomicLong(uptime.get());
    SystemLeaseClock sometimes = new SystemLeaseClock(flaky::get, raw::get);
    flaky.set(-1);
    assertThat(sometimes.accountForSuspend()).isZero();
    flaky.set(uptime.get() + 40 * SECOND);
    assertThat(sometimes.accountForSuspend()).isEqualTo(40 * SECOND);
  }

  @Test
  void theSystemsClockRuns() {
    long before = LeaseClock.system().nanos();
    assertThat(LeaseClock.system().accountForSuspend()).isLessThan(SECOND);
    assertThat(LeaseClock.system().nanos() - before).isNotNegative();
  }
}
