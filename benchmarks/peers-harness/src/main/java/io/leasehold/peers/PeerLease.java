package io.leasehold.peers;

import io.leasehold.ErrorCode;
import io.leasehold.Lease;
import io.leasehold.LeaseEnd;
import io.leasehold.LeaseException;
import io.leasehold.LeaseState;
import io.leasehold.Loss;
import io.leasehold.ReleaseResult;
import io.leasehold.spi.OwnerToken;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A lock of a library as a lease: what the library cannot do is not supported. Thread-safe. */
final class PeerLease implements Lease {

  private final String name;
  private final PeerLock lock;
  private final OwnThread thread;
  private final String owner;
  private final AtomicReference<@Nullable CompletableFuture<ReleaseResult>> released =
      new AtomicReference<>();

  PeerLease(String name, PeerLock lock, OwnThread thread) {
    this.name = name;
    this.lock = lock;
    this.thread = thread;
    String text = lock.ownerText();
    this.owner = text.isEmpty() ? OwnerToken.random().toString() : owner(text);
  }

  /** 32 hexadecimal digits that stand for what a record at the store says of its owner. */
  static String owner(String text) {
    return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8))
        .toString()
        .replace("-", "");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long fencingToken() {
    return lock.token().orElseThrow(() -> cannot("give a fencing token"));
  }

  @Override
  public String owner() {
    return owner;
  }

  @Override
  public LeaseState state() {
    return released.get() != null ? LeaseState.RELEASED : LeaseState.HELD;
  }

  @Override
  public boolean isHeld() {
    if (released.get() != null) {
      return false;
    }
    try {
      return thread.call(lock::isHeld);
    } catch (UnsupportedOperationException e) {
      throw e;
    } catch (Exception e) {
      throw new LeaseException(ErrorCode.UNAVAILABLE, "the library threw " + e, e);
    }
  }

  @Override
  public ReleaseResult release() {
    CompletableFuture<ReleaseResult> mine = new CompletableFuture<>();
    CompletableFuture<ReleaseResult> first = released.compareAndExchange(null, mine);
    if (first != null) {
      return first.join();
    }
    ReleaseResult result = ReleaseResult.UNKNOWN;
    try {
      result = thread.call(lock::release);
    } catch (Exception e) {
      result = ReleaseResult.UNKNOWN; // it did not say what became of the lock
    } finally {
      mine.complete(result);
      thread.close();
    }
    return result;
  }

  @Override
  public void close() {
    release();
  }

  @Override
  public Duration remaining() {
    throw cannot("tell how long a lock is still valid");
  }

  @Override
  public void ensureHeld() {
    if (!isHeld()) {
      throw new LeaseException(ErrorCode.LOST_NOT_OWNER, "\"" + name + "\" is not held");
    }
  }

  @Override
  public void ensureHeld(Duration needed) {
    throw cannot("tell how long a lock is still valid");
  }

  @Override
  public boolean confirmHeld() {
    return isHeld();
  }

  @Override
  public void onLost(Consumer<Loss> listener) {
    throw cannot("tell a loss");
  }

  @Override
  public void onOverdue(Runnable listener) {
    throw cannot("limit how long a lock is held");
  }

  @Override
  public CompletableFuture<LeaseEnd> whenEnded() {
    throw cannot("tell the end of a lock");
  }

  @Override
  public void renew() {
    throw cannot("be renewed by hand here");
  }

  private static UnsupportedOperationException cannot(String what) {
    return new UnsupportedOperationException("the library cannot " + what);
  }
}
