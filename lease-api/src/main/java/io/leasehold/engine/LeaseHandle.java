package io.leasehold.engine;

import io.leasehold.ErrorCode;
import io.leasehold.HolderInfo;
import io.leasehold.Lease;
import io.leasehold.LeaseEnd;
import io.leasehold.LeaseException;
import io.leasehold.LeaseLostException;
import io.leasehold.LeaseState;
import io.leasehold.Loss;
import io.leasehold.LossReason;
import io.leasehold.ReleaseResult;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.lease.Status;
import io.leasehold.engine.time.Times;
import io.leasehold.spi.NotOwnerReason;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the user holds. The engine refers to the {@link HeldLease} behind it and never to the
 * handle, so a handle that was dropped can be collected, which {@link DroppedHandles} notices.
 */
final class LeaseHandle implements Lease {

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");

  private final Engine engine;
  final HeldLease lease;
  private DroppedHandles.@Nullable Watch watch;

  private LeaseHandle(Engine engine, HeldLease lease) {
    this.engine = engine;
    this.lease = lease;
  }

  static LeaseHandle of(Engine engine, HeldLease lease, @Nullable Throwable stack) {
    LeaseHandle handle = new LeaseHandle(engine, lease);
    handle.watch = DroppedHandles.watch(handle, engine, lease, stack);
    return handle;
  }

  @Override
  public String name() {
    return lease.name();
  }

  @Override
  public long fencingToken() {
    return lease.grant.fencingToken();
  }

  @Override
  public String owner() {
    return lease.grant.owner().toString();
  }

  @Override
  public LeaseState state() {
    isHeld(); // a lapse that nobody has noticed yet is noticed here
    return lease.status().state();
  }

  @Override
  public boolean isHeld() {
    while (!lease.isHeld(engine.clock)) {
      // Validity is over: make it final, so that no late renewal can bring it back. If one has been
      // applied between the two readings, it was never over.
      boolean over = engine.lossPath.lapse(lease, engine.clock.nanos());
      if (over || !lease.status().isOpen()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public Duration remaining() {
    while (true) {
      Status s = lease.status();
      long left = s.validUntil() - engine.clock.nanos();
      if (s.isOpen() && left > 0) {
        return Duration.ofNanos(left);
      } else if (!isHeld()) { // zero is final, too
        return Duration.ZERO;
      }
    }
  }

  @Override
  public void ensureHeld() {
    if (!isHeld()) {
      throw notHeld();
    }
  }

  @Override
  public void ensureHeld(Duration needed) {
    if (Objects.requireNonNull(needed, "needed").isNegative()) {
      throw new LeaseException(
          ErrorCode.BAD_DURATION, "needed time " + needed + " must be zero or more");
    }
    ensureHeld();
    Duration left = remaining();
    if (left.compareTo(needed) < 0) {
      throw new LeaseException(
          ErrorCode.TOO_LITTLE_LEFT,
          String.format(
              "lease \"%s\" is valid for another %s, the next step needs %s; %s",
              name(), Times.show(left), Times.show(needed), remedy(needed)));
    }
  }

  private String remedy(Duration needed) {
    Duration most = lease.terms.ttl().minusNanos(lease.terms.margin());
    return needed.compareTo(most) <= 0
        ? "wait for the next renewal or ask for a longer ttl"
        : "with its ttl of "
            + Times.show(lease.terms.ttl())
            + " never more than "
            + Times.show(most)
            + " are left: ask for a longer ttl, or do less in one step";
  }

  private LeaseException notHeld() {
    Loss loss = lease.status().loss();
    return loss != null
        ? new LeaseLostException(loss)
        : new LeaseException(
            ErrorCode.ALREADY_RELEASED,
            "lease \"" + name() + "\" (token " + fencingToken() + ") was released by its owner");
  }

  @Override
  public boolean confirmHeld() {
    if (!isHeld()) {
      return false;
    }
    Optional<HolderInfo> holder = engine.calls.holder(lease.terms.name());
    boolean ours =
        holder.isPresent()
            && holder.get().owner().equals(lease.grant.owner().toString())
            && !holder.get().revoked();
    if (!ours) {
      boolean revoked =
          holder.isPresent() && holder.get().owner().equals(lease.grant.owner().toString());
      engine.lossPath.lose(
          lease,
          answerOf(holder, revoked),
          "the store said so when asked: "
              + holder
                  .map(h -> "owner " + h.owner() + ", token " + h.fencingToken())
                  .orElse("vacant"));
    }
    return ours && isHeld();
  }

  private static NotOwnerReason answerOf(Optional<HolderInfo> holder, boolean revoked) {
    if (holder.isEmpty()) {
      return NotOwnerReason.ABSENT;
    }
    return revoked ? NotOwnerReason.REVOKED : NotOwnerReason.FOREIGN;
  }

  @Override
  public void onLost(Consumer<Loss> listener) {
    engine.signals.onLost(lease, Objects.requireNonNull(listener, "listener"));
  }

  @Override
  public void onOverdue(Runnable listener) {
    engine.signals.onOverdue(lease, Objects.requireNonNull(listener, "listener"));
  }

  @Override
  public CompletableFuture<LeaseEnd> whenEnded() {
    return engine.signals.whenEnded(lease);
  }

  @Override
  public void renew() {
    if (!lease.terms.manual()) {
      throw new LeaseException(
          ErrorCode.NOT_MANUAL,
          "lease \""
              + name()
              + "\" is renewed by the watchdog; for renewals by hand acquire it with"
              + " LeaseRequest.renewedByHand()");
    }
    ManualRenewal.renew(engine, lease);
    ensureHeld();
  }

  @Override
  public ReleaseResult release() {
    try {
      return engine.releasePath.release(lease);
    } finally {
      DroppedHandles.Watch watching = watch;
      if (watching != null && !lease.status().isOpen()) { // else an Error kept it from releasing
        watching.end();
      }
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public void close() {
    ReleaseResult result = release();
    Loss loss = lease.status().loss();
    if (result == ReleaseResult.NOT_OWNER
        && loss != null
        && loss.reason() != LossReason.CLIENT_CLOSED) {
      LOG.warn(
          "Lease \"{}\" (token {}) was closed after it had been lost: {}",
          name(),
          fencingToken(),
          loss.reason());
    }
  }

  @Override
  public String toString() {
    return "Lease[" + name() + ", token=" + fencingToken() + ", " + lease.status().state() + "]";
  }
}
