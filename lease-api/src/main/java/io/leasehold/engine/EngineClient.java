package io.leasehold.engine;

import io.leasehold.ErrorCode;
import io.leasehold.HolderInfo;
import io.leasehold.Lease;
import io.leasehold.LeaseCall;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseException;
import io.leasehold.LeaseLock;
import io.leasehold.LeaseNotAcquiredException;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseTask;
import io.leasehold.engine.lease.LeaseTerms;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.RevokeOutcome;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The client that users see: checks, then hands on to the part that does it. */
final class EngineClient implements LeaseClient {

  private final Engine engine;
  private final Runnable closing;
  private final AcquireLoop acquireLoop;
  private final GuardedWork work;
  private final ThreadHolds threadHolds = new ThreadHolds();
  private final EngineLock.Table locks = new EngineLock.Table();

  /**
   * @param closing ends the engine and everything it runs on
   */
  EngineClient(Engine engine, Runnable closing) {
    this.engine = engine;
    this.closing = closing;
    this.acquireLoop = new AcquireLoop(engine);
    this.work = new GuardedWork(acquireLoop, threadHolds);
  }

  @Override
  public <E extends Exception> void withLease(LeaseRequest request, LeaseTask<E> task)
      throws E, InterruptedException {
    Objects.requireNonNull(task, "task");
    work.<@Nullable Void, E>run(
        checked(request),
        lease -> {
          task.run(lease);
          return null;
        });
  }

  @Override
  public <T extends @Nullable Object, E extends Exception> T callWithLease(
      LeaseRequest request, LeaseCall<T, E> call) throws E, InterruptedException {
    return work.run(checked(request), Objects.requireNonNull(call, "call"));
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> withLeaseAsync(
      LeaseRequest request, Executor executor, Function<Lease, CompletionStage<T>> work) {
    Objects.requireNonNull(executor, "executor");
    Objects.requireNonNull(work, "work");
    return AsyncWork.run(acquireAsync(request), executor, work);
  }

  @Override
  public Lease acquire(LeaseRequest request) throws InterruptedException {
    return acquireLoop.acquire(checked(request));
  }

  @Override
  public Optional<Lease> tryAcquire(LeaseRequest request) {
    return acquireLoop.tryAcquire(checked(request)).map(handle -> handle);
  }

  @Override
  public CompletableFuture<Lease> acquireAsync(LeaseRequest request) {
    return AsyncAcquire.start(engine, checked(request));
  }

  @Override
  public LeaseLock lock(String name) {
    return new EngineLock(acquireLoop, threadHolds, locks, checked(LeaseRequest.of(name)));
  }

  @Override
  public Optional<HolderInfo> holder(String name) {
    LeaseName checked = new LeaseName(name);
    refuseIfClosed(name);
    Optional<HolderInfo> holder = engine.calls.holder(checked);
    holder.ifPresent(info -> engine.sawToken(info.fencingToken()));
    return holder;
  }

  @Override
  public OptionalLong revoke(String name) {
    return revoke(name, false);
  }

  @Override
  public OptionalLong revokeNow(String name) {
    return revoke(name, true);
  }

  private OptionalLong revoke(String name, boolean now) {
    LeaseName checked = new LeaseName(name);
    refuseIfClosed(name);
    RevokeOutcome outcome = engine.calls.revoke(checked, now);
    if (outcome instanceof RevokeOutcome.Revoked revoked) {
      engine.sawToken(revoked.barrierToken());
      return OptionalLong.of(revoked.barrierToken());
    } else if (outcome instanceof RevokeOutcome.Absent) {
      return OptionalLong.empty();
    } else if (outcome instanceof RevokeOutcome.Refused refused) {
      throw noRevoke(refusal(refused.cause()), name, "did not run", refused.cause());
    }
    Cause cause = ((RevokeOutcome.Unknown) outcome).cause();
    throw noRevoke(
        ErrorCode.REVOKE_UNKNOWN,
        name,
        "may or may not have run; ask holder() or repeat it",
        cause);
  }

  /** What trying again cannot mend has a code of its own, as for acquire. */
  private static ErrorCode refusal(Cause cause) {
    return switch (cause.kind()) {
      case MISCONFIGURED -> ErrorCode.MISCONFIGURED;
      case CLOSED -> ErrorCode.CLIENT_CLOSED;
      default -> ErrorCode.REFUSED;
    };
  }

  private static LeaseException noRevoke(ErrorCode code, String name, String what, Cause cause) {
    return new LeaseException(
        code, "the revocation of lease \"" + name + "\" " + what + ": " + cause, cause.error());
  }

  private LeaseTerms checked(LeaseRequest request) {
    LeaseTerms terms = engine.check.check(Objects.requireNonNull(request, "request"));
    refuseIfClosed(request.name());
    return terms;
  }

  private void refuseIfClosed(String name) {
    if (engine.isClosed()) {
      throw new LeaseNotAcquiredException(
          ErrorCode.CLIENT_CLOSED, "the client is closed; lease \"" + name + "\"", null);
    }
  }

  @Override
  public BackendTraits traits() {
    return engine.backend.traits();
  }

  @Override
  public void close() {
    closing.run();
  }

  @Override
  public String toString() {
    return "LeaseClient[" + traits().backend() + ", " + engine.registry.size() + " leases]";
  }
}
