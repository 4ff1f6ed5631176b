package io.leasehold.engine.watch;

import io.leasehold.LeaseEvent.Kind;
import io.leasehold.engine.events.Events;
import io.leasehold.engine.time.EngineLog;
import io.leasehold.engine.time.Health;
import io.leasehold.spi.LeaseClock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Runs the watchdog's rounds on one daemon thread, and goes on after whatever a round throws. */
public final class WatchdogThread {

  private static final long AFTER_ERROR = TimeUnit.MILLISECONDS.toNanos(10);

  private final Watchdog watchdog;
  private final LeaseClock clock;
  private final Health health;
  private final Events events;
  private final EngineLog log;
  private final String name;
  private volatile Thread thread;
  private volatile boolean stopped;

  public WatchdogThread(
      Watchdog watchdog,
      LeaseClock clock,
      Health health,
      Events events,
      EngineLog log,
      String clientName) {
    this.watchdog = watchdog;
    this.clock = clock;
    this.health = health;
    this.events = events;
    this.log = log;
    this.name = clientName + "-watchdog";
    this.thread = fresh();
    watchdog.alarm = () -> LockSupport.unpark(thread);
    thread.start();
  }

  private Thread fresh() {
    Thread fresh = new Thread(this::run, name);
    fresh.setDaemon(true);
    return fresh;
  }

  private void run() {
    boolean goesOn = true;
    while (goesOn && !stopped) {
      goesOn = rounds() || !replaced();
    }
  }

  /** Until it is stopped; false if not even the handling of an Error could go on. */
  @SuppressWarnings("CatchThrowable") // without a watchdog nothing is renewed and nobody is told
  private boolean rounds() {
    try {
      while (!stopped) {
        oneRound();
      }
      return true;
    } catch (Throwable t) {
      LockSupport.parkNanos(this, AFTER_ERROR);
      return false;
    }
  }

  /** A new thread takes over; false if the machine has none, then the old one goes on. */
  @SuppressWarnings("CatchThrowable")
  private boolean replaced() {
    try {
      Thread next = fresh();
      next.start();
      thread = next;
      return true;
    } catch (Throwable t) {
      return false;
    }
  }

  private void oneRound() {
    try {
      long nap = watchdog.round() - clock.nanos();
      if (nap > 0) {
        LockSupport.parkNanos(this, nap);
        Thread.interrupted(); // an interrupt means nothing here and must not make us spin
      }
    } catch (Throwable t) {
      health.failed(clock.nanos());
      events.ofClient(Kind.ENGINE_HEALED, 0, t.toString());
      log.error("The watchdog failed; it goes on", t);
      LockSupport.parkNanos(this, AFTER_ERROR);
    }
  }

  /** Ends the thread; no round begins after this. */
  public void stop() {
    stopped = true;
    LockSupport.unpark(thread);
  }
}
