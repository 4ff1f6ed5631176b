package io.leasehold.tck.scenario;

import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.history.Recorder;
import io.leasehold.tck.history.What;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Stands between the recorder and the backend and lets calls meet their {@link Fate}. Without an
 * order it passes everything on unchanged. Thread-safe.
 */
public final class FaultyBackend extends ForwardingBackend {

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

  private final String by;
  private final Recorder recorder;
  private final Orders orders = new Orders();
  private final HeldBack heldBack = new HeldBack();
  private final AtomicInteger thrown = new AtomicInteger();

  FaultyBackend(String by, LeaseBackend backend, Recorder recorder) {
    super(backend);
    this.by = by;
    this.recorder = recorder;
  }

  /**
   * The next calls of this kind about this name meet that fate.
   *
   * @param times how many of them
   */
  public void next(Call call, String name, Fate fate, int times) {
    orders.add(fate, times, (some, about) -> some == call && about.equals(name));
  }

  /** Whether a call of this kind about this name is still to meet a fate. */
  public boolean awaits(Call call, String name) {
    return orders.want(call, name);
  }

  /** Every call, whatever it is, meets that fate until {@link #heal()}. */
  public void all(Fate fate) {
    orders.add(fate, Orders.FOR_EVER, (some, about) -> true);
  }

  /** Every call of this kind meets that fate until {@link #heal()}. */
  public void all(Call call, Fate fate) {
    orders.add(fate, Orders.FOR_EVER, (some, about) -> some == call);
  }

  /** Orders end; what was held back stays back. */
  public void heal() {
    orders.clear();
  }

  /** How many requests are held back. */
  public int heldBack() {
    return heldBack.size();
  }

  /** How many requests about this name are held back. */
  public int heldBack(String name) {
    return heldBack.size(name);
  }

  /**
   * Lets everything that was held back, and every copy, arrive now, on this thread.
   *
   * @return how many there were
   */
  public int letGo() {
    return heldBack.letGo(name -> true);
  }

  /** {@link #letGo()}, for one name only. */
  public int letGo(String name) {
    return heldBack.letGo(name::equals);
  }

  private <T> T meet(
      Call call,
      LeaseName name,
      String owner,
      Supplier<T> real,
      Function<Cause, T> unknown,
      Function<Cause, T> refused) {
    long begin = recorder.now();
    Fate fate = orders.take(call, name.value());
    if (fate == null) {
      return real.get();
    }
    T answer = meet(fate, call, name, owner, real, unknown, refused);
    if (fate == Fate.LATE_ANSWER) {
      pauseUntilTheEndOf(begin);
    }
    return answer;
  }

  private <T> T meet(
      Fate fate,
      Call call,
      LeaseName name,
      String owner,
      Supplier<T> real,
      Function<Cause, T> unknown,
      Function<Cause, T> refused) {
    recorder.note(by, What.FAULT, name.value(), owner, facts(fate, call));
    return switch (fate) {
      case LOSE_REQUEST -> unknown.apply(silence());
      case LOSE_ANSWER -> {
        arrives(call, name, owner, real);
        yield unknown.apply(silence());
      }
      case HOLD_BACK -> {
        heldBack.add(name.value(), () -> arrives(call, name, owner, real));
        yield unknown.apply(silence());
      }
      case LATE_ANSWER -> real.get();
      case DUPLICATE -> {
        T answer = real.get();
        heldBack.add(name.value(), () -> arrives(call, name, owner, real));
        yield answer;
      }
      case THROW -> {
        String what = "the kit lets the backend throw";
        if (thrown.getAndIncrement() % 2 == 0) {
          throw new IllegalStateException(what);
        }
        throw new AssertionError(what);
      }
      case REFUSE -> refused.apply(Cause.of(Cause.Kind.OVERLOADED, "the kit refuses this call"));
    };
  }

  private <T> void arrives(Call call, LeaseName name, String owner, Supplier<T> real) {
    long began = recorder.now();
    String answer = String.valueOf(real.get());
    Object[] facts = facts("ARRIVED", call, "began", began, "answer", answer);
    recorder.note(by, What.FAULT, name.value(), owner, facts);
  }

  private Object[] facts(Object fault, Call call, Object... more) {
    List<Object> facts =
        new ArrayList<>(List.of("fault", fault, "call", call, "target", by, "phase", "call"));
    facts.addAll(List.of(more));
    return facts.toArray();
  }

  private static Cause silence() {
    return Cause.of(Cause.Kind.TIMEOUT, "the kit lets this call have no answer");
  }

  /** An answer that is late is back just within its bound. */
  private void pauseUntilTheEndOf(long begin) {
    long end = begin + traits().callTimeout().toNanos() * 9 / 10;
    for (long rest = end - recorder.now(); rest > 0; rest = end - recorder.now()) {
      if (Thread.currentThread().isInterrupted()) {
        return; // no call outlasts the interrupt of its caller
      }
      LockSupport.parkNanos(rest);
    }
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

  /** A batch with a grant that is to meet a fate is sent one by one, is late and throws as one. */
  @Override
  public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
    boolean any = grants.stream().anyMatch(grant -> orders.want(Call.RENEW, grant.name().value()));
    if (!any) {
      return backend.renewAllIfOwner(grants);
    }
    long begin = recorder.now();
    boolean late = false;
    List<RenewOutcome> outcomes = new ArrayList<>();
    for (Grant grant : grants) {
      Fate fate = orders.take(Call.RENEW, grant.name().value());
      late |= fate == Fate.LATE_ANSWER;
      outcomes.add(fate == null ? backend.renewIfOwner(grant) : renew(fate, grant));
    }
    if (late) {
      pauseUntilTheEndOf(begin);
    }
    return outcomes;
  }

  private RenewOutcome renew(Fate fate, Grant grant) {
    return meet(
        fate,
        Call.RENEW,
        grant.name(),
        grant.owner().toString(),
        () -> backend.renewIfOwner(grant),
        RenewOutcome.Unknown::new,
        RenewOutcome.Refused::new);
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
}
