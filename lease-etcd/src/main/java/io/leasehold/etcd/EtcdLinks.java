package io.leasehold.etcd;

import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.LeaseKeepAliveResponse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The connection that is used now, to one member at a time. Each request is sent once and bounded.
 * One that gets no answer makes the next one go to the next member over a new connection: a silent
 * member, a half-open connection and gRPC's own long pauses between attempts to connect cost one
 * call each.
 */
final class EtcdLinks implements AutoCloseable {

  private final List<Supplier<ManagedChannel>> members;
  private final EtcdLogin login;
  private final AtomicReference<Turn> turn;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile Runnable onReplaced = () -> {};
  private volatile Runnable onAnswered = () -> {};

  /** The connection of a turn; each turn has another number. */
  private record Turn(int number, EtcdLink link) {}

  EtcdLinks(List<Supplier<ManagedChannel>> members, EtcdLogin login) {
    this.members = List.copyOf(members);
    this.login = login;
    this.turn = new AtomicReference<>(turn(0));
  }

  private Turn turn(int number) {
    return new Turn(
        number, new EtcdLink(members.get(Math.floorMod(number, members.size())).get(), login));
  }

  /** How many there are to turn to. */
  int members() {
    return members.size();
  }

  /** Runs when another connection has taken the place of the one before. */
  void onReplaced(Runnable action) {
    onReplaced = action;
  }

  /** Runs after each request that was answered. */
  void onAnswered(Runnable action) {
    onAnswered = action;
  }

  EtcdLink link() {
    return turn.get().link;
  }

  boolean isClosed() {
    return closed.get();
  }

  /** Sends a request and waits for the answer, within the bound. */
  <Q, R> R call(Bound bound, MethodDescriptor<Q, R> method, Q request) throws CallFailedException {
    logIn(bound);
    try {
      return send(bound, method, request, false);
    } catch (CallFailedException e) {
      // The server has not looked at the request.
      if (!EtcdFault.isTokenUnknown(e) || !login.forget()) {
        throw e;
      }
      logIn(bound);
      return send(bound, method, request, false);
    }
  }

  private void logIn(Bound bound) throws CallFailedException {
    Optional<AuthenticateRequest> due = login.due();
    if (due.isPresent()) {
      try {
        login.loggedIn(send(bound, login.method(), due.get(), true).getToken());
      } catch (CallFailedException e) {
        throw new CallFailedException(false, e.status()); // what was to follow was not sent
      }
    }
  }

  private <Q, R> R send(Bound bound, MethodDescriptor<Q, R> method, Q request, boolean bare)
      throws CallFailedException {
    long left = timeToSend(bound);
    Turn present = turn.get();
    long heard = present.link.answers();
    SentMark mark = new SentMark();
    CallOptions options =
        CallOptions.DEFAULT
            .withDeadlineAfter(left, TimeUnit.NANOSECONDS)
            .withStreamTracerFactory(mark);
    Channel channel = bare ? present.link.bare() : present.link.channel();
    ClientCall<Q, R> call = channel.newCall(method, options);
    CompletableFuture<R> answer = new CompletableFuture<>();
    ClientCalls.asyncUnaryCall(call, request, new OneAnswer<>(answer));
    try {
      R got = await(answer, bound, mark::isSent);
      present.link.heard();
      onAnswered.run();
      return got;
    } catch (CallFailedException e) {
      call.cancel("given up", e); // no effect on one that has ended
      judge(present, bound.isFair(left) && present.link.answers() == heard, e);
      throw e;
    }
  }

  private record OneAnswer<R>(CompletableFuture<R> answer) implements StreamObserver<R> {
    @Override
    public void onNext(R value) {
      answer.complete(value);
    }

    @Override
    public void onError(Throwable error) {
      answer.completeExceptionally(error);
    }

    @Override
    public void onCompleted() {
      // the answer has come
    }
  }

  /** Asks to keep store leases alive, all at once, and waits for every answer. */
  List<KeptAlive> keepAlive(Bound bound, List<Long> leases) throws CallFailedException {
    logIn(bound);
    long left = timeToSend(bound);
    Turn present = turn.get();
    long heard = present.link.answers();
    KeepAliveStream stream = present.link.keepAlives();
    List<CompletableFuture<LeaseKeepAliveResponse>> asked = new ArrayList<>(leases.size());
    for (Long lease : leases) {
      asked.add(stream.ask(lease));
    }
    List<KeptAlive> answers = new ArrayList<>(leases.size());
    Optional<CallFailedException> failure = Optional.empty();
    for (CompletableFuture<LeaseKeepAliveResponse> one : asked) {
      try {
        answers.add(new KeptAlive(Optional.of(await(one, bound, () -> true)), Optional.empty()));
      } catch (CallFailedException e) {
        stream.gaveUp(one);
        failure = Optional.of(e);
        answers.add(new KeptAlive(Optional.empty(), failure));
      }
    }
    if (failure.isPresent()) {
      if (EtcdFault.isTokenUnknown(failure.get())) {
        login.forget();
      }
      judge(present, bound.isFair(left) && present.link.answers() == heard, failure.get());
    }
    return answers;
  }

  /** What became of one keepalive: an answer or a failure. */
  record KeptAlive(
      Optional<LeaseKeepAliveResponse> answer, Optional<CallFailedException> failure) {}

  private long timeToSend(Bound bound) throws CallFailedException {
    if (closed.get()) {
      throw new CallFailedException(false, Status.CANCELLED.withDescription("closed"));
    } else if (Thread.currentThread().isInterrupted()) {
      throw interrupted(false, new InterruptedException());
    }
    long left = bound.left();
    if (left <= 0) {
      throw new CallFailedException(
          false, Status.DEADLINE_EXCEEDED.withDescription("no time was left to send it"));
    }
    return left;
  }

  private static <R> R await(Future<R> answer, Bound bound, BooleanSupplier sent)
      throws CallFailedException {
    try {
      return answer.get(Math.max(0, bound.left()), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      answer.cancel(true);
      throw interrupted(sent.getAsBoolean(), e);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new CallFailedException(
          sent.getAsBoolean(),
          Status.DEADLINE_EXCEEDED.withDescription("no answer within the bound"));
    } catch (ExecutionException e) {
      throw failed(sent.getAsBoolean(), e.getCause());
    }
  }

  private static CallFailedException interrupted(boolean sent, InterruptedException e) {
    return new CallFailedException(
        sent, Status.CANCELLED.withDescription("interrupted").withCause(e));
  }

  private static CallFailedException failed(boolean sent, @Nullable Throwable error) {
    if (error instanceof CallFailedException failed) {
      return failed;
    } else if (error instanceof StatusRuntimeException said) {
      return new CallFailedException(sent, said.getStatus());
    } else if (error instanceof StatusException said) {
      return new CallFailedException(sent, said.getStatus());
    }
    return new CallFailedException(sent, Status.UNKNOWN.withCause(error));
  }

  /**
   * A member that said nothing to anybody, or that cannot serve now, is not asked again at once.
   */
  private void judge(Turn used, boolean silence, CallFailedException e) {
    Status.Code code = e.status().getCode();
    boolean silent = code == Status.Code.DEADLINE_EXCEEDED && silence;
    if (silent || code == Status.Code.UNAVAILABLE) {
      if (EtcdFault.isFromServer(e) && members.size() == 1) {
        return; // it answers, and there is no other
      }
      replace(used);
    }
  }

  private void replace(Turn used) {
    if (closed.get() || turn.get().number != used.number) {
      return;
    }
    Turn next = turn(used.number + 1);
    if (!turn.compareAndSet(used, next)) {
      next.link.close();
      return;
    }
    used.link.retire();
    if (closed.get()) {
      next.link.close();
    }
    onReplaced.run();
  }

  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      turn.get().link.close();
    }
  }
}
