package io.leasehold.tck.scenario.process;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.tck.scenario.ForwardingBackend;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets one call stand still just before it leaves for the store, or just after its answer has come,
 * so that the process can be stopped at that very point. While a call stands nothing else passes:
 * what is read meanwhile is read without the store. Thread-safe.
 */
final class Gate extends ForwardingBackend {

  private static final long PATIENCE_SECONDS = 30;

  /** Which call is to stand. */
  record Order(String call, String name, boolean before) {
    boolean isFor(String some, List<String> names, boolean whether) {
      return call.equals(some) && before == whether && names.contains(name);
    }
  }

  private final Runnable stands;
  private final AtomicReference<@Nullable Order> order = new AtomicReference<>();
  private final AtomicReference<@Nullable CountDownLatch> shut = new AtomicReference<>();

  /**
   * A gate that is open.
   *
   * @param stands is run when a call stands
   */
  Gate(LeaseBackend backend, Runnable stands) {
    super(backend);
    this.stands = stands;
  }

  /** The next such call stands until {@link #open()}. */
  void shutAt(Order next) {
    order.set(next);
  }

  /** Lets everything pass again. */
  void open() {
    order.set(null);
    CountDownLatch latch = shut.getAndSet(null);
    if (latch != null) {
      latch.countDown();
    }
  }

  private <T> T pass(String call, List<String> names, Supplier<T> real) {
    await(shut.get());
    stand(call, names, true);
    T answer = real.get();
    stand(call, names, false);
    return answer;
  }

  private void stand(String call, List<String> names, boolean before) {
    Order wanted = order.get();
    if (wanted != null && wanted.isFor(call, names, before) && order.compareAndSet(wanted, null)) {
      CountDownLatch latch = new CountDownLatch(1);
      shut.set(latch);
      stands.run();
      await(latch);
    }
  }

  private static void await(@Nullable CountDownLatch latch) {
    if (latch == null) {
      return;
    }
    try {
      var unused = latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public AcquireOutcome acquire(AcquireAttempt attempt) {
    return pass("acquire", List.of(attempt.name().value()), () -> backend.acquire(attempt));
  }

  @Override
  public RenewOutcome renewIfOwner(Grant grant) {
    return pass("renew", List.of(grant.name().value()), () -> backend.renewIfOwner(grant));
  }

  @Override
  public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
    List<String> names = grants.stream().map(grant -> grant.name().value()).toList();
    return pass("renew", names, () -> backend.renewAllIfOwner(grants));
  }

  @Override
  public ReleaseOutcome releaseIfOwner(Grant grant) {
    return pass("release", List.of(grant.name().value()), () -> backend.releaseIfOwner(grant));
  }

  @Override
  public AbandonOutcome abandon(AcquireAttempt attempt) {
    return pass("abandon", List.of(attempt.name().value()), () -> backend.abandon(attempt));
  }

  @Override
  public RevokeOutcome revoke(LeaseName name, boolean now) {
    return pass("revoke", List.of(name.value()), () -> backend.revoke(name, now));
  }

  @Override
  public Optional<HolderInfo> holder(LeaseName name) {
    return pass("holder", List.of(name.value()), () -> backend.holder(name));
  }

  @Override
  public void close() {
    open();
    super.close();
  }
}
