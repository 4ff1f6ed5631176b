package io.leasehold.engine;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.ErrorCode;
import io.leasehold.Lease;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseInterruptedException;
import io.leasehold.LeaseLock;
import io.leasehold.LeaseLostException;
import io.leasehold.LeaseNotAcquiredException;
import io.leasehold.LossReason;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A lease behind the Lock interface. */
@SuppressWarnings("LockNotBeforeTry") // what is tested is not how to use a lock
class LeaseLockTest {

  private final Bench bench = new Bench();
  private final LeaseLock lock = bench.client.lock("orders");

  @AfterEach
  void clearTheFlag() {
    Thread.interrupted();
  }

  @Test
  void reEntryKeepsTheTokenAndTheLastUnlockReleases() throws Exception {
    lock.lock();
    long token = lock.current().orElseThrow().fencingToken();
    assertThat(lock.tryLock()).isTrue();
    assertThat(lock.tryLock(1, TimeUnit.SECONDS)).isTrue();
    lock.lockInterruptibly();
    assertThat(lock.current().orElseThrow().fencingToken()).isEqualTo(token);
    for (int i = 0; i < 3; i++) {
      lock.unlock();
      assertThat(bench.isVacant("orders")).isFalse();
    }
    lock.unlock();
    assertThat(bench.isVacant("orders")).isTrue();
    assertThat(lock.current()).isEmpty();
    assertThat(bench.line.asked).hasSize(1);
  }

  @Test
  void twoLocksOfOneNameAreOneLock() {
    LeaseLock same = bench.client.lock("orders");
    lock.lock();
    same.lock();
    assertThat(same.current().orElseThrow().fencingToken())
        .isEqualTo(lock.current().orElseThrow().fencingToken());
    lock.unlock();
    same.unlock();
    assertThat(bench.isVacant("orders")).isTrue();
  }

  private static void inAnotherThread(Runnable action) throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread thread = new Thread(action);
    thread.setUncaughtExceptionHandler((t, e) -> thrown.set(e));
    thread.start();
    thread.join();
    if (thrown.get() != null) {
      throw new AssertionError(thrown.get());
    }
  }

  @Test
  void anotherThreadCanNeitherUnlockNorReEnter() throws Exception {
    lock.lock();
    inAnotherThread(
        () -> {
          assertThatThrownBy(lock::unlock)
              .isInstanceOf(IllegalMonitorStateException.class)
              .hasMessageContaining("orders");
          assertThat(lock.tryLock()).isFalse();
          assertThat(lock.current()).isEmpty();
        });
    assertThat(lock.current()).isPresent();
    lock.unlock();
    assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  void afterALossReEntryAndTheOutermostUnlockThrow() {
    lock.lock();
    lock.lock();
    Lease lease = lock.current().orElseThrow();
    bench.engine.lossPath.lose(bench.held(lease), LossReason.REVOKED, "for the test");
    assertThatThrownBy(lock::lock).isInstanceOf(LeaseLostException.class);
    assertThatThrownBy(lock::tryLock).isInstanceOf(LeaseLostException.class);
    assertThat(lock.current()).as("lost or not").isPresent();
    lock.unlock();
    assertThatThrownBy(lock::unlock).isInstanceOf(LeaseLostException.class);
    assertThat(lock.current()).isEmpty();
    bench.settle();
    lock.lock();
    assertThat(lock.current().orElseThrow().isHeld()).isTrue();
    lock.unlock();
  }

  @Test
  void tryLockIsFalseWhileSomebodyElseHoldsIt() throws Exception {
    bench.rival().acquire("orders");
    assertThat(lock.tryLock()).isFalse();
    assertThat(lock.tryLock(0, TimeUnit.SECONDS)).isFalse();
    assertThat(bench.now()).isZero();
    assertThat(lock.tryLock(3, TimeUnit.SECONDS)).isFalse();
    assertThat(bench.now()).isEqualTo(ofSeconds(3));
    assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  void aStoreThatFailsIsNotTakenForAHolder() {
    bench.line.acquires = (attempt, store) -> new AcquireOutcome.Unknown(Line.DOWN);
    assertThrowsUnavailable(() -> lock.tryLock());
    assertThrowsUnavailable(
        () -> {
          lock.lock();
          return true;
        });
  }

  private static void assertThrowsUnavailable(BooleanSupplier call) {
    assertThatThrownBy(call::getAsBoolean)
        .isInstanceOfSatisfying(
            LeaseNotAcquiredException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
  }

  @Test
  void lockWaitsAsLongAsItTakes() {
    Bench.Rival rival = bench.rival();
    Grant grant = rival.acquire("orders");
    for (int i = 1; i < 20; i++) {
      bench.plan(ofSeconds(20L * i), () -> rival.backend().renewIfOwner(grant));
    }
    bench.plan(ofSeconds(390), () -> rival.backend().releaseIfOwner(grant));
    lock.lock();
    assertThat(bench.now()).isEqualTo(ofSeconds(390));
    lock.unlock();
  }

  /** However the attempts fall: one of them fails just when a wait is over. */
  @Test
  void lockWaitsOnBehindALivingHolderThoughAnAttemptFails() {
    Bench.Rival rival = bench.rival();
    Grant grant = rival.acquire("orders");
    for (int i = 1; i < 20; i++) {
      bench.plan(ofSeconds(20L * i), () -> rival.backend().renewIfOwner(grant));
    }
    bench.plan(
        ofSeconds(45),
        () -> bench.line.acquires = (attempt, store) -> new AcquireOutcome.Unknown(Line.DOWN));
    bench.plan(ofSeconds(75), bench.line::heal);
    bench.plan(ofSeconds(200), () -> rival.backend().releaseIfOwner(grant));
    lock.lock();
    assertThat(bench.now()).isEqualTo(ofSeconds(200));
    lock.unlock();
  }

  @Test
  void lockIsNotStoppedByAnInterruptAndKeepsTheFlag() {
    Bench.Rival rival = bench.rival();
    Grant grant = rival.acquire("orders");
    bench.plan(ofSeconds(3), () -> Thread.currentThread().interrupt());
    bench.plan(ofSeconds(10), () -> rival.backend().releaseIfOwner(grant));
    lock.lock();
    assertThat(bench.now()).isEqualTo(ofSeconds(10));
    assertThat(Thread.interrupted()).isTrue();
    lock.unlock();
    assertThat(bench.isVacant("orders")).isTrue();
  }

  @Test
  void lockInterruptiblyAndTimedTryLockAreStopped() {
    bench.rival().acquire("orders");
    bench.plan(ofSeconds(3), () -> Thread.currentThread().interrupt());
    assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(LeaseInterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
    bench.plan(ofSeconds(5), () -> Thread.currentThread().interrupt());
    assertThatThrownBy(() -> lock.tryLock(20, TimeUnit.SECONDS))
        .isInstanceOf(LeaseInterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(bench.now()).isEqualTo(ofSeconds(5));
    assertThat(lock.current()).isEmpty();
  }

  @Test
  void thereAreNoConditions() {
    assertThatThrownBy(lock::newCondition).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void theLeaseBehindALockIsRenewed() {
    lock.lock();
    bench.runFor(ofSeconds(100));
    assertThat(lock.current().orElseThrow().isHeld()).isTrue();
    assertThat(bench.events(Kind.RENEWAL_SENT)).hasSizeGreaterThan(8);
    lock.unlock();
  }
}
