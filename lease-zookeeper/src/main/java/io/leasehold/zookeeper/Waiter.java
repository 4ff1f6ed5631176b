package io.leasehold.zookeeper;

import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.Subscription;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.jspecify.annotations.Nullable;

/**
 * A client's place in the line for a name. The first in line watches the lease's node and is told
 * when it has gone; each other watches the one before it. So a name that becomes free wakes one
 * client, however many wait.
 *
 * <p>Places are ephemeral nodes in the session for questions. Whatever goes wrong costs no more
 * than a hint: who waits asks again by itself. Nothing here blocks; after the first step all
 * happens on the driver's thread.
 */
final class Waiter implements Subscription, Watcher {

  private static final Comparator<String> BY_NUMBER =
      Comparator.comparing(name -> name.substring(name.lastIndexOf('-') + 1));

  /** A place that is deleted again and again by somebody is given up. */
  private static final int TRIES = 5;

  private final Sessions sessions;
  private final String lease;
  private final String line;
  private final Runnable hint;
  private final String id = OwnerToken.random() + "-";
  private final AtomicReference<@Nullable LeaseSession> session = new AtomicReference<>();
  private volatile @Nullable String place;
  private volatile @Nullable String watched;
  private final AtomicInteger tries = new AtomicInteger();
  private volatile boolean ended;

  /**
   * Not in line yet.
   *
   * @param sessions where the session for questions is
   * @param lease the path of the node that has to go
   * @param line the path below which the places are
   * @param hint runs on the driver's thread
   */
  Waiter(Sessions sessions, String lease, String line, Runnable hint) {
    this.sessions = sessions;
    this.lease = lease;
    this.line = line;
    this.hint = hint;
  }

  /** Goes to the end of the line. */
  void enter() {
    if (!ended) {
      tries.set(0);
      sessions
          .eye()
          .ifPresent(
              eye -> {
                session.set(eye);
                whenUsable(eye, () -> take(eye));
              });
    }
  }

  private void whenUsable(LeaseSession eye, Runnable step) {
    CompletableFuture<Void> unused =
        eye.usable()
            .thenAccept(
                why -> {
                  if (why.isEmpty()) {
                    step.run();
                  } else {
                    lost(eye);
                  }
                });
  }

  /**
   * The session is over, and its places with it: to the end of the line in the next one. The event
   * that says so may be here before the session itself knows; so its end is waited for.
   */
  private void lost(LeaseSession eye) {
    CompletableFuture<Void> unused =
        eye.ended()
            .thenRun(
                () -> {
                  if (session.compareAndSet(eye, null)) {
                    place = null;
                    enter();
                  }
                });
  }

  private void take(LeaseSession eye) {
    if (ended) {
      return;
    } else if (tries.incrementAndGet() > TRIES) {
      watchLease(eye, true);
      return;
    }
    CompletableFuture<Void> unused =
        eye.calls()
            .create(line + "/" + id, CreateMode.EPHEMERAL_SEQUENTIAL)
            .thenAccept(answer -> taken(eye, answer));
  }

  private void taken(LeaseSession eye, Answer answer) {
    switch (answer.code()) {
      case OK -> {
        place = answer.data();
        look(eye);
      }
      case NONODE -> {
        CompletableFuture<Void> unused =
            eye.calls().create(line, CreateMode.CONTAINER).thenAccept(made -> take(eye));
      }
      case CONNECTIONLOSS -> whenUsable(eye, () -> look(eye)); // perhaps it has its place
      case SESSIONEXPIRED -> lost(eye);
      default -> watchLease(eye, true); // for instance a server before 3.5: then all are told
    }
  }

  /** Looks who is before it. */
  private void look(LeaseSession eye) {
    CompletableFuture<Void> unused =
        eye.calls().children(line).thenAccept(answer -> looked(eye, answer));
  }

  private void looked(LeaseSession eye, SessionCalls.Children answer) {
    if (answer.code() == Code.CONNECTIONLOSS) {
      whenUsable(eye, () -> look(eye));
      return;
    } else if (answer.code() == Code.SESSIONEXPIRED) {
      lost(eye);
      return;
    }
    List<String> all = answer.names().stream().sorted(BY_NUMBER).toList();
    int own = 0;
    while (own < all.size() && !all.get(own).startsWith(id)) {
      own++;
    }
    if (own == all.size()) {
      take(eye);
      return;
    }
    place = line + "/" + all.get(own);
    if (ended) {
      leave(eye);
    } else if (own == 0) {
      watchLease(eye, true);
    } else {
      watchOther(eye, line + "/" + all.get(own - 1));
    }
  }

  private void watchOther(LeaseSession eye, String before) {
    watched = before;
    CompletableFuture<Void> unused =
        eye.calls()
            .exists(before, this)
            .thenAccept(
                answer -> {
                  if (answer.code() == Code.NONODE) {
                    look(eye);
                  } else if (answer.code() == Code.CONNECTIONLOSS) {
                    whenUsable(eye, () -> look(eye));
                  }
                });
  }

  private void watchLease(LeaseSession eye, boolean tell) {
    watched = lease;
    CompletableFuture<Void> unused =
        eye.calls()
            .exists(lease, this)
            .thenAccept(
                answer -> {
                  if (answer.code() == Code.NONODE && tell && !ended) {
                    hint.run();
                  } else if (answer.code() == Code.CONNECTIONLOSS) {
                    whenUsable(eye, () -> watchLease(eye, true));
                  }
                });
  }

  @Override
  public void process(WatchedEvent event) {
    LeaseSession eye = session.get();
    if (ended || eye == null) {
      return;
    }
    switch (event.getType()) {
      case None -> {
        if (event.getState() == Event.KeeperState.Expired
            || event.getState() == Event.KeeperState.Closed) {
          lost(eye);
        }
      }
      case NodeDeleted -> {
        if (lease.equals(event.getPath())) {
          hint.run();
          watchLease(eye, false); // whoever is faster is watched next
        } else {
          look(eye);
        }
      }
      default -> {
        if (lease.equals(event.getPath())) {
          watchLease(eye, true);
        }
      }
    }
  }

  @Override
  public void close() {
    ended = true;
    LeaseSession eye = session.get();
    if (eye != null && !eye.isOver()) {
      String path = watched;
      if (path != null) {
        eye.calls().unwatch(path, this);
      }
      leave(eye);
    }
  }

  /** A place that is not known yet is left once it is. */
  private void leave(LeaseSession eye) {
    String path = place;
    if (path != null) {
      CompletableFuture<Void> unused =
          eye.calls()
              .delete(path)
              .thenAccept(
                  answer -> {
                    if (answer.code() == Code.CONNECTIONLOSS) {
                      whenUsable(eye, () -> leave(eye));
                    }
                  });
    }
  }
}
