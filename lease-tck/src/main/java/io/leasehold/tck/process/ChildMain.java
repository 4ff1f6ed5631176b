package io.leasehold.tck.process;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The child's side of the line protocol. A daemon thread reads standard input: each line is a
 * command for {@link #nextCommand}, and its end means that the parent is gone, so the child halts
 * at once, whatever its other threads do.
 */
public final class ChildMain {

  /** Exit code of a child whose parent is gone. */
  public static final int PARENT_GONE = 75;

  private final LinkedBlockingQueue<String> commands = new LinkedBlockingQueue<>();

  private ChildMain() {}

  /** Begins to watch the parent; call it first, and once. */
  public static ChildMain start() {
    ChildMain child = new ChildMain();
    Thread watch = new Thread(child::watchParent, "watch-parent");
    watch.setDaemon(true);
    watch.start();
    return child;
  }

  /** Prints one event line; one call is one line, whichever threads print at the same time. */
  public void emit(String key, Object value) {
    System.out.println(ChildEvent.format(key, value));
    System.out.flush();
  }

  /** The parent's next line; empty if none came within the time. */
  public Optional<String> nextCommand(Duration bound) throws InterruptedException {
    return Optional.ofNullable(commands.poll(bound.toNanos(), TimeUnit.NANOSECONDS));
  }

  private void watchParent() {
    LineReader in = new LineReader(System.in);
    for (String line = in.next(); line != null; line = in.next()) {
      commands.add(line);
    }
    // halt, not exit: a shutdown hook that waits for a store must not keep an orphan alive.
    Runtime.getRuntime().halt(PARENT_GONE);
  }
}
