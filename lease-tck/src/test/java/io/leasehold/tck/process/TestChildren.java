package io.leasehold.tck.process;

import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Main classes that the tests run as child JVMs. */
final class TestChildren {

  private TestChildren() {}

  /** Counts without end. */
  static final class Ticker {
    public static void main(String[] args) {
      ChildMain child = ChildMain.start();
      for (long n = 0; ; n++) {
        child.emit("TICK", n);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      }
    }
  }

  /** Fails before it says anything. */
  static final class DiesAtOnce {
    public static void main(String[] args) {
      System.err.println("no such store: " + args[0]);
      System.exit(3);
    }
  }

  /** Prints more than any pipe holds, on both outputs, before and after its one event. */
  static final class Flood {
    public static void main(String[] args) {
      ChildMain child = ChildMain.start();
      String line = "x".repeat(1000);
      for (int n = 0; n < 3_000; n++) {
        System.out.println(line);
        System.err.println(line);
        child.emit("NOISE", n);
      }
      System.out.println("y".repeat(1_000_000));
      child.emit("DONE", "");
    }
  }

  /** Repeats each command, and says when a second passed without one. */
  static final class Echo {
    public static void main(String[] args) throws InterruptedException {
      ChildMain child = ChildMain.start();
      child.emit("READY", ProcessHandle.current().pid());
      while (true) {
        child.nextCommand(Duration.ofMinutes(1)).ifPresent(line -> child.emit("ECHO", line));
      }
    }
  }

  /** Ends by itself. */
  static final class EndsWell {
    public static void main(String[] args) {
      ChildMain.start().emit("BYE", "");
    }
  }

  /** Says what a contender says of one lease: two renewals under way at once, one unanswered. */
  static final class Contender {
    private static long sequence;

    public static void main(String[] args) {
      HoldLog log = new HoldLog(ChildMain.start());
      log.on(event(Kind.ATTEMPT_SENT, 100, "", 0));
      log.on(event(Kind.ATTEMPT_ANSWERED, 120, "GRANTED", 19));
      log.got("name", 7, "a", 90, 130);
      log.on(event(Kind.RENEWAL_SENT, 200, "", 0));
      log.on(event(Kind.RENEWAL_ANSWERED, 250, "UNKNOWN", 50));
      log.on(event(Kind.RENEWAL_SENT, 300, "", 0));
      log.on(event(Kind.RENEWAL_SENT, 400, "", 0));
      log.on(event(Kind.RENEWAL_ANSWERED, 450, "RENEWED", 50));
      log.held("a", 460);
      log.on(event(Kind.RENEWAL_ANSWERED, 500, "UNKNOWN", 200));
      log.on(event(Kind.ENDED, 600, "LOST", 0));
      if (args.length > 0) {
        log.let("a", 470);
      }
    }

    private static LeaseEvent event(Kind kind, long at, String outcome, long took) {
      Duration duration = Duration.ofNanos(took);
      return new LeaseEvent(++sequence, at, kind, "name", "", "a", 7, outcome, duration, 0, "");
    }
  }

  /** Starts a child of its own, stops it if told so, and says its pid; then never ends. */
  static final class Parent {
    public static void main(String[] args) throws InterruptedException {
      ChildMain self = ChildMain.start();
      ChildJvm child = ChildCommand.main(Ticker.class).start();
      child.await("TICK", Duration.ofSeconds(60));
      if (args[0].equals("stopped")) {
        child.stop(Duration.ofSeconds(60));
      }
      self.emit("CHILD", child.pid());
      if (self.nextCommand(Duration.ofMinutes(1)).isPresent()) {
        System.exit(0);
      }
      new CountDownLatch(1).await();
    }
  }
}
