package io.leasehold.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

/**
 * Requests on one ZooKeeper handle. They are sent in the order in which they are made, and answered
 * in that order; every answer is a value.
 *
 * @param handle of the session
 * @param acl of every node that is made
 */
record SessionCalls(ZooKeeper handle, List<ACL> acl) {

  private static final byte[] EMPTY = new byte[0];

  CompletableFuture<Answer> multi(List<Op> ops) {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    handle.multi(
        ops,
        (rc, path, ctx, results) ->
            answer.complete(
                new Answer(Code.get(rc), null, null, results == null ? List.of() : results)),
        null);
    return answer;
  }

  CompletableFuture<Answer> get(String path, @Nullable Watcher watcher) {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    AsyncCallback.DataCallback callback =
        (rc, where, ctx, data, stat) ->
            answer.complete(new Answer(Code.get(rc), stat, text(data), List.of()));
    handle.getData(path, watcher, callback, null);
    return answer;
  }

  private static @Nullable String text(byte @Nullable [] data) {
    return data == null ? null : new String(data, StandardCharsets.UTF_8);
  }

  CompletableFuture<Answer> exists(String path, @Nullable Watcher watcher) {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    AsyncCallback.StatCallback callback =
        (rc, where, ctx, stat) -> answer.complete(new Answer(Code.get(rc), stat, null, List.of()));
    handle.exists(path, watcher, callback, null);
    return answer;
  }

  CompletableFuture<Answer> touch(String path) {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    handle.setData(
        path,
        EMPTY,
        -1,
        (rc, where, ctx, stat) -> answer.complete(new Answer(Code.get(rc), stat, null, List.of())),
        null);
    return answer;
  }

  /** The data of the answer is the node's path, which may have got a number. */
  CompletableFuture<Answer> create(String path, CreateMode mode) {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    AsyncCallback.StringCallback callback =
        (rc, where, ctx, name) -> answer.complete(new Answer(Code.get(rc), null, name, List.of()));
    handle.create(path, EMPTY, acl, mode, callback, null);
    return answer;
  }

  /**
   * The nodes below one.
   *
   * @param code OK or the fault
   * @param names without their paths, in no order
   */
  record Children(Code code, List<String> names) {}

  CompletableFuture<Children> children(String path) {
    CompletableFuture<Children> answer = new CompletableFuture<>();
    AsyncCallback.ChildrenCallback callback =
        (rc, where, ctx, names) ->
            answer.complete(
                new Children(Code.get(rc), names == null ? List.of() : List.copyOf(names)));
    handle.getChildren(path, false, callback, null);
    return answer;
  }

  /** Ends the watching of a node by this watcher; that there is none is no fault. */
  void unwatch(String path, Watcher watcher) {
    handle.removeWatches(
        path, watcher, Watcher.WatcherType.Data, true, (rc, where, ctx) -> {}, null);
  }

  CompletableFuture<Answer> delete(String path) {
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    handle.delete(path, -1, (rc, where, ctx) -> answer.complete(Answer.of(rc)), null);
    return answer;
  }

  /** Makes the persistent nodes that are not there; one answer for all. */
  CompletableFuture<Answer> makeAll(List<String> paths) {
    CompletableFuture<Answer> all = CompletableFuture.completedFuture(Answer.of(0));
    for (String path : paths) {
      all = all.thenCompose(before -> makeNext(before, path));
    }
    return all;
  }

  /** To a node that is there, who may not create it is answered NOAUTH. */
  private CompletableFuture<Answer> makeNext(Answer before, String path) {
    boolean goOn =
        before.isOk() || before.code() == Code.NODEEXISTS || before.code() == Code.NOAUTH;
    return goOn ? create(path, CreateMode.PERSISTENT) : CompletableFuture.completedFuture(before);
  }
}
