package io.leasehold.zookeeper;

import io.leasehold.spi.LeaseName;
import io.leasehold.spi.Subscription;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;

/** Tells waiters that a lease's node has gone. */
final class Vacancies {

  private final Sessions sessions;
  private final Paths paths;
  private volatile boolean closed;

  Vacancies(Sessions sessions, Paths paths) {
    this.sessions = sessions;
    this.paths = paths;
  }

  Subscription onVacant(LeaseName name, Runnable hint) {
    Watch watch = new Watch(paths.lease(name), hint);
    watch.arm();
    return watch;
  }

  void close() {
    closed = true;
  }

  private final class Watch implements Subscription {

    private final String path;
    private final Runnable hint;
    private volatile boolean ended;

    Watch(String path, Runnable hint) {
      this.path = path;
      this.hint = hint;
    }

    void arm() {
      if (ended || closed) {
        return;
      }
      sessions
          .eye()
          .ifPresent(
              eye -> {
                CompletableFuture<Void> unused =
                    eye.calls()
                        .exists(path, this::onEvent)
                        .thenAccept(
                            answer -> {
                              if (answer.code() == org.apache.zookeeper.KeeperException.Code.NONODE
                                  && !ended) {
                                hint.run();
                              }
                            });
              });
    }

    private void onEvent(WatchedEvent event) {
      if (event.getType() == EventType.NodeDeleted
          || event.getType() == EventType.NodeCreated
          || event.getType() == EventType.NodeDataChanged) {
        arm();
      }
    }

    @Override
    public void close() {
      ended = true;
    }
  }
}
