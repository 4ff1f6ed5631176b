package io.leasehold.engine.time;

import io.leasehold.engine.watch.RenewalLane;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of one client besides its watchdog: daemons, made when needed, ended when idle. Each
 * kind of work has its own, so that one that hangs holds up no other kind.
 */
public final class Threads {

  /** Listeners of so many leases at once may block before the next has to wait. */
  public static final int SIGNALS = 256;

  private static final int CLEANUP = 2;
  private static final int CLEANUP_AT_CLOSE = 16;
  private static final int INTERRUPTS = 16;
  private static final int ATTEMPTS = 16;
  private static final long IDLE_SECONDS = 5;

  private final List<ThreadPoolExecutor> pools = new ArrayList<>();
  private final String clientName;

  /** As many as there are flights: two per domain ({@link RenewalLane}). */
  public final ExecutorService renewals;

  public final ThreadPoolExecutor cleanup;
  public final ThreadPoolExecutor signals;
  public final ThreadPoolExecutor interrupts;

  /** One thread: log lines keep their order. */
  public final ThreadPoolExecutor logs;

  /** Attempts of asynchronous acquires. */
  public final ThreadPoolExecutor attempts;

  public Threads(String clientName) {
    this.clientName = clientName;
    this.renewals =
        keep(
            new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                factory("renewal")));
    this.cleanup = pool("cleanup", CLEANUP);
    this.signals = pool("signal", SIGNALS);
    this.interrupts = pool("interrupt", INTERRUPTS);
    this.attempts = pool("acquire", ATTEMPTS);
    this.logs = pool("log", 1);
  }

  private ThreadPoolExecutor pool(String kind, int size) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            size, size, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory(kind));
    pool.allowCoreThreadTimeOut(true);
    return keep(pool);
  }

  private ThreadPoolExecutor keep(ThreadPoolExecutor pool) {
    pools.add(pool);
    return pool;
  }

  private ThreadFactory factory(String kind) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new OwnThread(task, clientName, kind + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  public String clientName() {
    return clientName;
  }

  /** For the end of the client: frees go out in parallel. */
  public void widenCleanup() {
    cleanup.setMaximumPoolSize(CLEANUP_AT_CLOSE);
    cleanup.setCorePoolSize(CLEANUP_AT_CLOSE);
  }

  /** Whether the calling thread is one of those that run listeners of this client. */
  public boolean isSignalThread() {
    return Thread.currentThread() instanceof OwnThread own
        && own.client.equals(clientName)
        && own.getName().contains("-signal-");
  }

  /** Lets running work end within the bound, then interrupts it; nothing new is taken. */
  public void close(long nanos) {
    for (ThreadPoolExecutor pool : pools) {
      pool.shutdown();
    }
    long share = Math.max(0, nanos) / pools.size();
    for (ThreadPoolExecutor pool : pools) {
      try {
        if (!pool.awaitTermination(share, TimeUnit.NANOSECONDS)) {
          pool.shutdownNow();
        }
      } catch (InterruptedException e) {
        pool.shutdownNow();
        Thread.currentThread().interrupt();
      }
    }
  }

  private static final class OwnThread extends Thread {
    private final String client;

    OwnThread(Runnable task, String client, String name) {
      super(task, client + "-" + name);
      this.client = client;
    }
  }
}
