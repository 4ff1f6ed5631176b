package io.leasehold.engine.time;

import io.leasehold.engine.watch.RenewalLane;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
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

  private static final int INTERRUPTS = 16;
  private static final long IDLE_SECONDS = 5;

  private final List<ThreadPoolExecutor> pools = new ArrayList<>();
  private final String clientName;

  /** As many as there are flights: two per lane, two lanes per domain ({@link RenewalLane}). */
  public final ExecutorService renewals;

  /** As many as its lanes are wide, see {@link Lanes}. */
  public final ExecutorService cleanup;

  public final ThreadPoolExecutor signals;
  public final ThreadPoolExecutor interrupts;

  /** One thread: log lines keep their order. */
  public final ThreadPoolExecutor logs;

  /** Attempts of asynchronous acquires; as many as their lanes are wide. */
  public final ExecutorService attempts;

  /** Completes the futures of asynchronous acquires, so that listeners cannot hold those up. */
  public final ThreadPoolExecutor completions;

  public Threads(String clientName) {
    this.clientName = clientName;
    this.renewals = onDemand("renewal");
    this.cleanup = onDemand("cleanup");
    this.signals = pool("signal", SIGNALS);
    this.interrupts = pool("interrupt", INTERRUPTS);
    this.attempts = onDemand("acquire");
    this.completions = pool("acquired", SIGNALS);
    this.logs = pool("log", 1);
  }

  /** For work that is counted where it comes from. */
  private ThreadPoolExecutor onDemand(String kind) {
    return keep(
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            factory(kind)));
  }

  /** An idle thread first, then a new one, and only then the queue. */
  private ThreadPoolExecutor pool(String kind, int size) {
    return keep(
        new ThreadPoolExecutor(
            0,
            size,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new HandOver(),
            factory(kind),
            Threads::enqueue));
  }

  /** Takes work only for a thread that waits for it; else the pool makes another. */
  private static final class HandOver extends LinkedTransferQueue<Runnable> {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean offer(Runnable work) {
      return tryTransfer(work);
    }
  }

  /** All threads are busy. One that ends looks into the queue before it goes. */
  private static void enqueue(Runnable work, ThreadPoolExecutor pool) {
    if (pool.isShutdown()) {
      throw new RejectedExecutionException("the client is closed");
    }
    pool.getQueue().add(work);
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

  /**
   * Whether the calling thread is one of those that run what an application has hung on this
   * client: listeners, and what follows on futures.
   */
  public boolean runsUserCode() {
    return Thread.currentThread() instanceof OwnThread own
        && own.client.equals(clientName)
        && (own.getName().contains("-signal-") || own.getName().contains("-acquired-"));
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
          end(pool);
        }
      } catch (InterruptedException e) {
        end(pool);
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Futures behind others that block are completed all the same: somebody may wait for them. */
  private void end(ThreadPoolExecutor pool) {
    List<Runnable> left = pool.shutdownNow();
    if (pool == completions && !left.isEmpty()) {
      factory("acquired").newThread(() -> left.forEach(Runnable::run)).start();
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
