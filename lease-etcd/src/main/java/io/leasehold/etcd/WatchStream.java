package io.leasehold.etcd;

import io.etcd.jetcd.api.WatchCancelRequest;
import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchGrpc;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One watch stream of a connection. The server numbers watches in the order in which they were
 * asked for. Thread-safe.
 */
final class WatchStream {

  private final ReentrantLock lock = new ReentrantLock();
  private final ClientCall<WatchRequest, WatchResponse> call;
  private final Runnable onBroken;
  private final Queue<EtcdWatches.Watched> asked = new ArrayDeque<>();
  private final Map<Long, EtcdWatches.Watched> running = new HashMap<>();
  private boolean ended;

  WatchStream(Channel channel, Runnable onBroken) {
    this.call = channel.newCall(WatchGrpc.getWatchMethod(), CallOptions.DEFAULT);
    this.onBroken = onBroken;
    call.start(new Answers(), new Metadata());
    call.request(1);
  }

  boolean isEnded() {
    lock.lock();
    try {
      return ended;
    } finally {
      lock.unlock();
    }
  }

  void begin(EtcdWatches.Watched watched) {
    lock.lock();
    try {
      if (ended) {
        return;
      }
      asked.add(watched);
      call.sendMessage(
          WatchRequest.newBuilder()
              .setCreateRequest(
                  WatchCreateRequest.newBuilder()
                      .setKey(watched.key())
                      .setStartRevision(watched.from()))
              .build());
    } finally {
      lock.unlock();
    }
  }

  /** One that has no number yet is ended when it gets it. */
  void end(EtcdWatches.Watched watched) {
    lock.lock();
    try {
      running.entrySet().stream()
          .filter(entry -> entry.getValue() == watched)
          .map(Map.Entry::getKey)
          .findFirst()
          .ifPresent(this::cancelWatch);
    } finally {
      lock.unlock();
    }
  }

  /** With the lock. */
  private void cancelWatch(long id) {
    running.remove(id);
    if (!ended) {
      call.sendMessage(
          WatchRequest.newBuilder()
              .setCancelRequest(WatchCancelRequest.newBuilder().setWatchId(id))
              .build());
    }
  }

  void cancel() {
    call.cancel("replaced or closed", null);
  }

  private final class Answers extends ClientCall.Listener<WatchResponse> {

    @Override
    public void onMessage(WatchResponse response) {
      EtcdWatches.Watched heard = target(response);
      if (heard != null) {
        heard.heard(response);
      }
      call.request(1);
    }

    private EtcdWatches.@Nullable Watched target(WatchResponse response) {
      lock.lock();
      try {
        if (!response.getCreated()) {
          return response.getCanceled()
              ? running.remove(response.getWatchId())
              : running.get(response.getWatchId());
        }
        EtcdWatches.Watched created = asked.poll();
        if (created == null || response.getCanceled()) {
          return created; // not created after all, for instance for want of a right
        }
        running.put(response.getWatchId(), created);
        if (created.isOver()) {
          cancelWatch(response.getWatchId());
        }
        return null;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      lock.lock();
      try {
        ended = true;
        running.clear();
        asked.clear();
      } finally {
        lock.unlock();
      }
      onBroken.run();
    }
  }
}
