package io.leasehold.zookeeper;

import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.OwnerToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.jspecify.annotations.Nullable;

/**
 * One ZooKeeper session from its making to its end. Its timeout is the ttl of the leases in it. A
 * later session is another object: nothing that belongs to this one can ever act there.
 *
 * <p>Writes go to its marker, an ephemeral node of its own. Thread-safe; nothing here blocks except
 * {@link #await}.
 */
final class LeaseSession {

  private static final Cause ENDED = Cause.of(Cause.Kind.UNAVAILABLE, "the session has ended");

  private final LeaseClock clock;
  private final Paths paths;
  private final Executor closers;
  private final BiConsumer<LeaseSession, Cause> doubts;
  private final String where;
  private final String marker;
  private final CompletableFuture<@Nullable Void> constructed = new CompletableFuture<>();
  private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
  private final AtomicReference<@Nullable Proof> proof = new AtomicReference<>();
  private final long tickNanos;
  private final Connector.Link link;
  private final SessionCalls calls;

  /** Completes when it can be used (empty) or cannot (why); replaced when the connection breaks. */
  private final AtomicReference<CompletableFuture<Optional<Cause>>> usable =
      new AtomicReference<>(new CompletableFuture<>());

  private final AtomicBoolean closing = new AtomicBoolean();
  private volatile boolean connected;
  private volatile boolean marked;
  private volatile boolean failed;
  private volatile boolean expired;
  private volatile long closedAt;
  private volatile long wroteAt;
  private volatile long readyAt;

  /**
   * Begins to make a session.
   *
   * @param timeout of the session; a server may give less or more
   */
  LeaseSession(Setting setting, Duration timeout) {
    this.clock = setting.clock();
    this.paths = setting.paths();
    this.closers = setting.closers();
    this.doubts = setting.doubts();
    this.where = setting.connector().toString();
    this.marker = paths.marker(OwnerToken.random().toString());
    long now = clock.nanos();
    this.wroteAt = now;
    this.tickNanos = setting.tick().toNanos();
    this.link = setting.connector().connect((int) timeout.toMillis(), clock, this::onEvent);
    this.calls = new SessionCalls(link.handle(), setting.connector().acl());
    constructed.complete(null);
  }

  /** On the driver's thread, which may be faster than the constructor. */
  private void onEvent(WatchedEvent event) {
    if (event.getType() == EventType.None) {
      CompletableFuture<Void> unused = constructed.thenRun(() -> onState(event));
    }
  }

  private void onState(WatchedEvent event) {
    switch (event.getState()) {
      case SyncConnected -> {
        connected = true;
        proof.compareAndSet(null, new Proof(link.sessionSentAt(), tickNanos));
        if (marked) {
          usable.get().complete(Optional.empty());
        } else {
          mark(true);
        }
      }
      case Disconnected -> broken();
      case Expired -> {
        // After 4/3 of the timeout the driver says so by itself; the server's word takes it to
        // zero.
        expired = link.handle().getSessionTimeout() <= 0;
        end(ENDED);
      }
      case AuthFailed -> {
        failed = true;
        usable.get().complete(Optional.of(ZooKeeperFault.of(Code.AUTHFAILED).cause()));
      }
      default -> {
        // nothing that changes what can be done
      }
    }
  }

  private void broken() {
    connected = false;
    usable.updateAndGet(now -> now.isDone() && !isOver() ? new CompletableFuture<>() : now);
    doubts.accept(
        this, Cause.of(Cause.Kind.UNAVAILABLE, "the connection to " + where + " is suspended"));
  }

  private void mark(boolean first) {
    long sentAt = clock.nanos();
    CompletableFuture<Void> unused =
        calls
            .create(marker, CreateMode.EPHEMERAL)
            .thenAccept(answer -> marked(answer, sentAt, first));
  }

  private void marked(Answer answer, long sentAt, boolean first) {
    if (answer.isOk() || answer.code() == Code.NODEEXISTS) {
      if (answer.isOk()) {
        wrote(sentAt);
      }
      readyAt = clock.nanos();
      marked = true;
      usable.get().complete(Optional.empty());
    } else if (answer.code() == Code.NONODE && first) {
      CompletableFuture<Void> unused =
          calls.makeAll(paths.parents()).thenAccept(made -> mark(false));
    } else if (answer.code() != Code.CONNECTIONLOSS) {
      failed = true;
      usable.get().complete(Optional.of(ZooKeeperFault.of(answer.code()).cause()));
    }
  }

  /** What was kept here was deleted by somebody: makes parents and marker again. */
  CompletableFuture<Answer> repair() {
    return calls
        .makeAll(paths.parents())
        .thenCompose(made -> calls.create(marker, CreateMode.EPHEMERAL));
  }

  /**
   * Waits until it can be used.
   *
   * @return why it cannot; empty if it can
   */
  Optional<Cause> await(Bound bound) throws InterruptedException {
    try {
      return bound.await(usable.get());
    } catch (TimeoutException e) {
      return Optional.of(
          Cause.of(
              Cause.Kind.UNAVAILABLE, "no connection to " + where + " within the call's time"));
    }
  }

  /** Completes when it can be used: empty, or why it never can be. */
  CompletableFuture<Optional<Cause>> usable() {
    return usable.get();
  }

  /** The session's timeout as the server has it; valid once it can be used. */
  Duration timeout() {
    return Duration.ofMillis(link.handle().getSessionTimeout());
  }

  long id() {
    return link.handle().getSessionId();
  }

  /** Requests that prove nothing of the session. */
  SessionCalls calls() {
    return calls;
  }

  /** Writes on the marker. */
  CompletableFuture<Written> write() {
    return write(List.of());
  }

  /** Makes these steps and a write on the marker, all or nothing. */
  CompletableFuture<Written> write(List<Op> steps) {
    long sentAt = clock.nanos();
    if (steps.isEmpty()) {
      wroteAt = sentAt;
      return calls.touch(marker).thenApply(answer -> written(answer, sentAt));
    }
    List<Op> all = new ArrayList<>(steps);
    all.add(Op.setData(marker, new byte[0], -1));
    return calls.multi(all).thenApply(answer -> written(answer, sentAt));
  }

  private Written written(Answer answer, long sentAt) {
    if (!answer.isOk()) {
      if (answer.code() == Code.SESSIONEXPIRED) {
        end(ENDED);
      }
      return new Written(answer, 0, 0);
    }
    long zxid =
        answer.stat() != null
            ? answer.stat().getMzxid()
            : ((OpResult.SetDataResult) answer.results().get(answer.results().size() - 1))
                .getStat()
                .getMzxid();
    return new Written(answer, wrote(sentAt), zxid);
  }

  private long wrote(long sentAt) {
    Proof all = Objects.requireNonNull(proof.get(), "nothing is written before it is connected");
    return all.confirmed(sentAt, clock.nanos());
  }

  /** When it last sent a write on the marker; not one that may fail for other reasons. */
  long wroteAt() {
    return wroteAt;
  }

  /** When it could be used first; only if {@link #isReady}. */
  long readyAt() {
    return readyAt;
  }

  /** Whether it could be used once. */
  boolean isReady() {
    return marked;
  }

  boolean isConnected() {
    return connected && marked && !isOver();
  }

  /** Whether it is used no more: closed here, or ended by the server. */
  boolean isOver() {
    return closing.get() || expired;
  }

  /** Whether it never could be used, for instance for want of a right. */
  boolean isFailed() {
    return failed;
  }

  /** Whether the server itself has said that it has ended. */
  boolean isExpired() {
    return expired;
  }

  /** When it was closed here. */
  long closedAt() {
    return closedAt;
  }

  /** Ends it, here at once and at the server as soon as it hears of it. */
  void close() {
    end(Cause.of(Cause.Kind.UNAVAILABLE, "the session was closed"));
  }

  /** Completes when the driver has closed it. */
  CompletableFuture<@Nullable Void> ended() {
    return ended;
  }

  private void end(Cause why) {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    closedAt = clock.nanos();
    usable
        .getAndSet(CompletableFuture.completedFuture(Optional.of(why)))
        .complete(Optional.of(why));
    doubts.accept(this, why);
    closers.execute(
        () -> {
          try {
            link.close();
          } finally {
            ended.complete(null);
          }
        });
  }

  @Override
  public String toString() {
    return "session 0x" + Long.toHexString(id()) + " on " + where;
  }
}
