package io.leasehold.engine;

import io.leasehold.ErrorCode;
import io.leasehold.Lease;
import io.leasehold.LeaseLock;
import io.leasehold.LeaseLostException;
import io.leasehold.LeaseNotAcquiredException;
import io.leasehold.Loss;
import io.leasehold.ReleaseResult;
import io.leasehold.engine.AcquireLoop.Manner;
import io.leasehold.engine.lease.LeaseTerms;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/**
 * A lease behind the Lock interface. Re-entrancy is counted here, per thread and name; the store
 * knows one acquisition with one token.
 */
final class EngineLock implements LeaseLock {

  /** The locks of one client: every EngineLock for a name sees the same holds. */
  static final class Table {
    /** A thread that ends without unlocking drops its handles, which is noticed (G9). */
    private final ThreadLocal<Map<String, Hold>> holds = ThreadLocal.withInitial(HashMap::new);

    private @Nullable Hold mine(String name) {
      return holds.get().get(name);
    }

    private void put(String name, Hold hold) {
      holds.get().put(name, hold);
    }

    private void remove(String name) {
      Map<String, Hold> mine = holds.get();
      mine.remove(name);
      if (mine.isEmpty()) {
        holds.remove();
      }
    }
  }

  /** Only its own thread touches it. */
  private static final class Hold {
    final LeaseHandle handle;
    int count = 1;

    Hold(LeaseHandle handle) {
      this.handle = handle;
    }
  }

  private final AcquireLoop acquireLoop;
  private final ThreadHolds threadHolds;
  private final Table table;
  private final LeaseTerms terms;

  EngineLock(AcquireLoop acquireLoop, ThreadHolds threadHolds, Table table, LeaseTerms terms) {
    this.acquireLoop = acquireLoop;
    this.threadHolds = threadHolds;
    this.table = table;
    this.terms = terms;
  }

  private String name() {
    return terms.name().value();
  }

  /**
   * Waits as long as it takes while somebody else holds the lease; a store that fails is thrown.
   */
  @Override
  public void lock() {
    try {
      lock(Manner.UNINTERRUPTED);
    } catch (InterruptedException e) {
      throw new AssertionError("this manner of waiting is not interrupted", e);
    }
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    lock(Manner.UNTIL_HELD);
  }

  private void lock(Manner manner) throws InterruptedException {
    if (!reenter()) {
      take(() -> acquireLoop.acquire(terms, manner));
    }
  }

  @Override
  public boolean tryLock() {
    return reenter() || take(() -> acquireLoop.tryAcquire(terms).orElse(null));
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    Objects.requireNonNull(unit, "unit");
    if (reenter()) {
      return true;
    }
    LeaseTerms waiting = terms.waiting(Math.max(0, unit.toNanos(time)));
    try {
      return take(() -> acquireLoop.acquire(waiting));
    } catch (LeaseNotAcquiredException e) {
      if (e.code() == ErrorCode.CONTENDED || e.code() == ErrorCode.TIMED_OUT) {
        return false;
      }
      throw e;
    }
  }

  private interface Taking<E extends Exception> {
    @Nullable LeaseHandle take() throws E;
  }

  private <E extends Exception> boolean take(Taking<E> taking) throws E {
    threadHolds.enter(terms.name());
    boolean taken = false;
    try {
      LeaseHandle handle = taking.take();
      if (handle != null) {
        table.put(name(), new Hold(handle));
        taken = true;
      }
      return taken;
    } finally {
      if (!taken) {
        threadHolds.leave(terms.name());
      }
    }
  }

  private boolean reenter() {
    Hold hold = table.mine(name());
    if (hold == null) {
      return false;
    }
    hold.handle.ensureHeld();
    hold.count++;
    return true;
  }

  @Override
  public void unlock() {
    Hold hold = table.mine(name());
    if (hold == null) {
      throw new IllegalMonitorStateException(
          "this thread does not hold the lock on lease \"" + name() + "\"");
    }
    if (--hold.count > 0) {
      return;
    }
    table.remove(name());
    threadHolds.leave(terms.name());
    ReleaseResult result = hold.handle.release();
    Loss loss = hold.handle.lease.status().loss();
    if (result == ReleaseResult.NOT_OWNER && loss != null) {
      throw new LeaseLostException(loss);
    }
  }

  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException(
        "a lease has no conditions: threads of other machines could not be woken");
  }

  @Override
  public Optional<Lease> current() {
    return Optional.ofNullable(table.mine(name())).map(hold -> hold.handle);
  }

  @Override
  public String toString() {
    return "LeaseLock[" + name() + "]";
  }
}
