package io.leasehold.tck.scenario;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.Subscription;
import io.leasehold.spi.SuspectListener;
import io.leasehold.tck.history.Recorder;
import io.leasehold.tck.history.What;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the recorder and the backend and lets calls meet their {@link Fate}. Without an
 * order it passes everything on unchanged. Thread-safe.
 */
public final class FaultyBackend implements LeaseBackend {

  /** The calls that can meet a fate. */
  public enum Call {
    /** {@code acquire}. */
    ACQUIRE,
    /** {@code renewIfOwner}, and each grant of a batch. */
    RENEW,
    /** {@code releaseIfOwner}. */
    RELEASE,
    /** {@code abandon}. */
    ABANDON
  }

  private record Order(Fate fate, BiPredicate<Call, String> wanted, AtomicInteger left) {

    /** Two callers may want one order at once: each takes one of its times. */
    boolean take() {
      return left.getAndUpdate(times -> Math.max(0, times - 1)) > 0;
    }

    boolean wants(Call call, String name) {
      return left.get() > 0 && wanted.test(call, name);
    }
  }

  private final String by;
  private final LeaseBackend backend;
  private final Recorder recorder;
  private final ConcurrentLinkedQueue<Order> orders = new ConcurrentLinkedQueue<>();
  private final LinkedBlockingQueue<Runnable> heldBack = new LinkedBlockingQueue<>();

  FaultyBackend(String by, LeaseBackend backend, Recorder recorder) {
    this.by = by;
    this.backend = backend;
    this.recorder = recorder;
  }

  /**
   * The next calls of this kind about this name meet that fate.
   *
   * @param times how many of them
   */
  public void next(Call call, String name, Fate fate, int times) {
    orders.add(
        new Order(
            fate, (some, about) -> some == call && about.equals(name), new AtomicInteger(times)));
  }

  /** Every call, whatever it is, meets that fate until {@link #heal()}. */
  public void all(Fate fate) {
    orders.add(new Order(fate, (some, about) -> true, new AtomicInteger(Integer.MAX_VALUE)));
  }

  /** Every call of this kind meets that fate until {@link #heal()}. */
  public void all(Call call, Fate fate) {
    orders.add(
        new Order(fate, (some, about) -> some == call, new AtomicInteger(Integer.MAX_VALUE)));
  }

  /** Orders end; what was held back stays back. */
  public void heal() {
    orders.clear();
  }

  /** How many requests are held back. */
  public int heldBack() {
    return heldBack.size();
  }

  /**
   * Lets everything that was held back, and every copy, arrive now, on this thread.
   *
   * @return how many there were
   */
  public int letGo() {
    List<Runnable> all = new ArrayList<>();
    heldBack.drainTo(all);
    all.forEach(Runnable::run);
    return all.size();
  }

  private @Nullable Fate fate(Call call, String name) {
    for (Order order : orders) {
      if (order.wants(call, name) && order.take()) {
        return order.fate;
      }
    }
    return null;
  }

  private <T> T meet(
      Call call,
      LeaseName name,
      String owner,
      Supplier<T> real,
      Function<Cause, T> unknown,
      Function<Cause, T> refused) {
    Fate fate = fate(call, name.value());
    if (fate == null) {
      return real.get();
    }
    recorder.note(
        by,
        What.FAULT,
        name.value(),
        owner,
        "fault",
        fate,
        "call",
        call,
        "target",
        by,
        "phase",
        "call");
    return switch (fate) {
      case LOSE_REQUEST -> unknown.apply(silence());
      case LOSE_ANSWER -> {
        arrived(call, name, owner, real);
        yield unknown.apply(silence());
      }
      case HOLD_BACK -> {
        heldBack.add(() -> arrived(call, name, owner, real));
        yield unknown.apply(silence());
      }
      case LATE_ANSWER -> {
        long begin = recorder.now();
        T answer = real.get();
        pause(traits().callTimeout().toNanos() * 9 / 10 - (recorder.now() - begin));
        yield answer;
      }
      case DUPLICATE -> {
        T answer = real.get();
        heldBack.add(() -> arrived(call, name, owner, real));
        yield answer;
      }
      case REFUSE -> refused.apply(Cause.of(Cause.Kind.OVERLOADED, "the kit refuses this call"));
    };
  }

  private <T> void arrived(Call call, LeaseName name, String owner, Supplier<T> real) {
    String answer = String.valueOf(real.get());
    recorder.note(
        by,
        What.FAULT,
        name.value(),
        owner,
        "fault",
        "ARRIVED",
        "call",
        call,
        "target",
        by,
        "phase",
        "call",
        "answer",
        answer);
  }

  private static Cause silence() {
    return Cause.of(Cause.Kind.TIMEOUT, "the kit lets this call have no answer");
  }

  private static void pause(long nanos) {
    if (nanos > 0) {
      LockSupport.parkNanos(nanos);
    }
  }

  @Override
  public BackendTraits traits() {
    return backend.traits();
  }

  @Override
  public AcquireOutcome acquire(AcquireAttempt attempt) {
    return meet(
        Call.ACQUIRE,
        attempt.name(),
        attempt.owner().toString(),
        () -> backend.acquire(attempt),
        AcquireOutcome.Unknown::new,
        AcquireOutcome.Refused::new);
  }

  @Override
  public RenewOutcome renewIfOwner(Grant grant) {
    return meet(
        Call.RENEW,
        grant.name(),
        grant.owner().toString(),
        () -> backend.renewIfOwner(grant),
        RenewOutcome.Unknown::new,
        RenewOutcome.Refused::new);
  }

  /** A batch with a grant that is to meet a fate is sent one by one. */
  @Override
  public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
    boolean any =
        grants.stream()
            .anyMatch(
                grant ->
                    orders.stream()
                        .anyMatch(order -> order.wants(Call.RENEW, grant.name().value())));
    return any ? grants.stream().map(this::renewIfOwner).toList() : backend.renewAllIfOwner(grants);
  }

  @Override
  public ReleaseOutcome releaseIfOwner(Grant grant) {
    return meet(
        Call.RELEASE,
        grant.name(),
        grant.owner().toString(),
        () -> backend.releaseIfOwner(grant),
        ReleaseOutcome.Unknown::new,
        ReleaseOutcome.Refused::new);
  }

  @Override
  public AbandonOutcome abandon(AcquireAttempt attempt) {
    return meet(
        Call.ABANDON,
        attempt.name(),
        attempt.owner().toString(),
        () -> backend.abandon(attempt),
        AbandonOutcome.Unknown::new,
        AbandonOutcome.Refused::new);
  }

  @Override
  public RevokeOutcome revoke(LeaseName name, boolean now) {
    return backend.revoke(name, now);
  }

  @Override
  public Optional<HolderInfo> holder(LeaseName name) {
    return backend.holder(name);
  }

  @Override
  public Object renewalDomain(Grant grant) {
    return backend.renewalDomain(grant);
  }

  @Override
  public Subscription onVacant(LeaseName name, Runnable hint) {
    return backend.onVacant(name, hint);
  }

  @Override
  public Subscription onSuspect(SuspectListener listener) {
    return backend.onSuspect(listener);
  }

  @Override
  public void close() {
    backend.close();
  }
}
