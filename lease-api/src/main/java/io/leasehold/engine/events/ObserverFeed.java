package io.leasehold.engine.events;

import io.leasehold.LeaseEvent;
import io.leasehold.LeaseObserver;
import io.leasehold.engine.time.Latches;
import io.leasehold.spi.LeaseClock;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries events to the observer on a thread of its own. Bounded: an observer that falls {@value
 * #CAPACITY} events behind loses the newest ones, and sees it by a gap in the sequence.
 */
public final class ObserverFeed implements Consumer<LeaseEvent> {

  public static final int CAPACITY = 1 << 16;

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");

  private final LeaseObserver observer;
  private final ArrayBlockingQueue<LeaseEvent> queue = new ArrayBlockingQueue<>(CAPACITY);
  private final AtomicLong dropped = new AtomicLong();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread;
  private volatile boolean closing;
  private volatile boolean stopped;
  private long delivered;
  private long toldMissing;

  public ObserverFeed(LeaseObserver observer, String clientName) {
    this.observer = observer;
    this.thread = new Thread(this::run, clientName + "-observer");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void accept(LeaseEvent event) {
    if (!queue.offer(event)) {
      dropped.getAndIncrement();
    }
  }

  private void run() {
    try {
      deliverAll();
    } finally {
      ended.countDown();
    }
  }

  private void deliverAll() {
    while (!stopped) {
      try {
        LeaseEvent event = queue.poll(100, TimeUnit.MILLISECONDS);
        if (event != null) {
          deliver(event);
        } else if (closing) {
          return;
        }
      } catch (InterruptedException e) {
        // The observer interrupted its own thread, or close() has no more time.
        if (closing) {
          return;
        }
      }
    }
  }

  @SuppressWarnings("CatchThrowable") // user code
  private void deliver(LeaseEvent event) {
    long missing = dropped.get();
    if (missing > toldMissing) {
      LOG.warn("The observer is {} events behind; {} were dropped so far", CAPACITY, missing);
      toldMissing = missing;
    }
    long sequence = ++delivered + missing;
    try {
      observer.on(
          new LeaseEvent(
              sequence,
              event.atNanos(),
              event.kind(),
              event.leaseName(),
              event.group(),
              event.owner(),
              event.fencingToken(),
              event.outcome(),
              event.took(),
              event.validUntilNanos(),
              event.detail()));
    } catch (Throwable t) {
      LOG.warn("The observer failed on {}; it goes on with the next event", event, t);
    }
  }

  /** Delivers what is queued, within the bound, then stops. */
  public void close(LeaseClock clock, long nanos) {
    closing = true;
    if (Thread.currentThread() != thread) {
      Latches.await(ended, clock, Math.max(0, nanos));
      stopped = true; // after close() it is called no more, whatever it makes of the interrupt
      thread.interrupt();
    }
  }
}
