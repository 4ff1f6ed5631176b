package io.leasehold.etcd;

import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseKeepAliveRequest;
import io.etcd.jetcd.api.LeaseKeepAliveResponse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One stream for all keepalives of a connection. The server answers in the order of the requests,
 * so the oldest unanswered request is the one that an answer belongs to. Nothing is sent by itself:
 * each request is one call of the engine. Thread-safe.
 */
final class KeepAliveStream {

  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<Asked> unanswered = new ArrayDeque<>();
  private final SentMark mark = new SentMark();
  private final ClientCall<LeaseKeepAliveRequest, LeaseKeepAliveResponse> call;
  private final Runnable onAnswer;
  private boolean started;
  private boolean retired;
  private @Nullable CallFailedException ended;

  /**
   * @param onAnswer runs with each answer
   */
  KeepAliveStream(Channel channel, Runnable onAnswer) {
    this.onAnswer = onAnswer;
    this.call =
        channel.newCall(
            LeaseGrpc.getLeaseKeepAliveMethod(), CallOptions.DEFAULT.withStreamTracerFactory(mark));
  }

  private record Asked(long lease, CompletableFuture<LeaseKeepAliveResponse> answer) {}

  /**
   * Asks the server to keep a store lease alive; does not wait.
   *
   * @return ends with the answer, or with a {@link CallFailedException} when the stream ends
   */
  CompletableFuture<LeaseKeepAliveResponse> ask(long lease) {
    CompletableFuture<LeaseKeepAliveResponse> answer = new CompletableFuture<>();
    lock.lock();
    try {
      if (ended != null) {
        answer.completeExceptionally(new CallFailedException(false, ended.status()));
        return answer;
      }
      if (!started) {
        started = true;
        call.start(new Answers(), new Metadata());
        call.request(1);
      }
      unanswered.add(new Asked(lease, answer));
      call.sendMessage(LeaseKeepAliveRequest.newBuilder().setID(lease).build());
    } finally {
      lock.unlock();
    }
    return answer;
  }

  /** Whether it takes no more requests. */
  boolean isEnded() {
    lock.lock();
    try {
      return ended != null || retired;
    } finally {
      lock.unlock();
    }
  }

  /** Nobody waits for that answer any more. */
  void gaveUp(CompletableFuture<LeaseKeepAliveResponse> answer) {
    answer.cancel(false);
    cancelIfUseless();
  }

  /** No more requests follow; it ends with the last caller that waits. */
  void retire() {
    lock.lock();
    try {
      retired = true;
    } finally {
      lock.unlock();
    }
    cancelIfUseless();
  }

  private void cancelIfUseless() {
    boolean useless;
    lock.lock();
    try {
      useless =
          retired
              && started
              && ended == null
              && unanswered.stream().allMatch(asked -> asked.answer.isDone());
    } finally {
      lock.unlock();
    }
    if (useless) {
      call.cancel("replaced", null);
    }
  }

  private final class Answers extends ClientCall.Listener<LeaseKeepAliveResponse> {

    @Override
    public void onMessage(LeaseKeepAliveResponse response) {
      onAnswer.run();
      Asked asked;
      lock.lock();
      try {
        asked = unanswered.poll();
      } finally {
        lock.unlock();
      }
      if (asked == null || asked.lease != response.getID()) {
        call.cancel("an answer for " + response.getID() + " came out of order", null);
        fail(asked == null ? List.of() : List.of(asked), outOfOrder());
        return;
      }
      asked.answer.complete(response);
      call.request(1);
      cancelIfUseless();
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      List<Asked> left;
      CallFailedException failure =
          new CallFailedException(
              mark.isSent(),
              status.isOk()
                  ? Status.UNAVAILABLE.withDescription("the server ended the keepalive stream")
                  : status);
      lock.lock();
      try {
        ended = failure;
        left = new ArrayList<>(unanswered);
        unanswered.clear();
      } finally {
        lock.unlock();
      }
      fail(left, failure);
    }

    private void fail(List<Asked> left, CallFailedException failure) {
      left.forEach(asked -> asked.answer.completeExceptionally(failure));
    }

    private CallFailedException outOfOrder() {
      return new CallFailedException(
          true, Status.INTERNAL.withDescription("keepalives were answered out of order"));
    }
  }
}
