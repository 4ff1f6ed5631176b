package io.leasehold.tck.cli;

import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.run.Progress;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Shows how far a run is: a bar that moves, or, where nobody can see one move, a line with every
 * tenth and at least twice a minute. Thread-safe.
 */
final class ProgressLine implements Progress {

  private static final int CELLS = 24;
  private static final int TENTHS = 10;
  private static final long SILENCE = Duration.ofSeconds(30).toNanos();

  private final Terminal terminal;
  private final Duration time;
  private final LeaseClock clock = LeaseClock.system();
  private final long begin = clock.nanos();
  private final ReentrantLock lock = new ReentrantLock();
  private long lastLine = begin;
  private int lastTenth;

  /**
   * Begins.
   *
   * @param time for how long the run repeats itself; zero if it does not
   */
  ProgressLine(Terminal terminal, Duration time) {
    this.terminal = terminal;
    this.time = time;
  }

  @Override
  public void step(int done, int of, String what) {
    lock.lock();
    try {
      long now = clock.nanos() - begin;
      double steps = of == 0 ? 1 : (double) done / of;
      double share =
          time.isZero() ? steps : Math.min(steps, (double) now / Math.max(1, time.toNanos()));
      String count = time.isZero() ? done + " of " + of : done + " done";
      if (terminal.isInteractive()) {
        bar(share, count, what, now);
      } else {
        line(share, count, what, now);
      }
    } finally {
      lock.unlock();
    }
  }

  private void bar(double share, String count, String what, long now) {
    int full = (int) Math.round(share * CELLS);
    String mark = terminal.look().signs() ? "█" : "#";
    String rest = terminal.look().signs() ? "░" : ".";
    terminal
        .err()
        .printf(
            Locale.ROOT,
            "\r  %s%s %3d %%  %s, %s  %s\u001b[K",
            mark.repeat(full),
            rest.repeat(CELLS - full),
            (int) (share * 100),
            count,
            elapsed(now),
            what);
    terminal.err().flush();
  }

  private void line(double share, String count, String what, long now) {
    int tenth = (int) (share * TENTHS);
    if (tenth > lastTenth || clock.nanos() - lastLine >= SILENCE) {
      lastTenth = Math.max(tenth, lastTenth);
      lastLine = clock.nanos();
      terminal
          .err()
          .printf(
              Locale.ROOT, "%3d %%  %s, %s  %s%n", (int) (share * 100), count, elapsed(now), what);
    }
  }

  private static String elapsed(long nanos) {
    long seconds = Duration.ofNanos(nanos).toSeconds();
    return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
  }
}
