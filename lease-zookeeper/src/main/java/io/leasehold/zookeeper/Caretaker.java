package io.leasehold.zookeeper;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one thread of a backend that looks after its sessions. It never waits for a server. */
final class Caretaker {

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");

  private Caretaker() {}

  static ScheduledExecutorService thread() {
    ScheduledThreadPoolExecutor thread =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread made = new Thread(work, "leasehold-zookeeper-caretaker");
              made.setDaemon(true);
              return made;
            });
    thread.setRemoveOnCancelPolicy(true);
    return thread;
  }

  /** What throws once is done again next time all the same. */
  static void every(ScheduledExecutorService thread, Duration pause, Runnable work) {
    Runnable safe =
        () -> {
          try {
            work.run();
          } catch (RuntimeException e) {
            LOG.warn("the care for ZooKeeper sessions failed; it goes on", e);
          }
        };
    ScheduledFuture<?> unused =
        thread.scheduleWithFixedDelay(safe, pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
  }
}
