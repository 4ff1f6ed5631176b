package io.leasehold.spi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * {@code System.nanoTime()} plus the time the whole machine slept.
 *
 * <p>{@code nanoTime} counts garbage collections and SIGSTOP but stands still while the operating
 * system is suspended; the kernel's uptime does not. {@link #accountForSuspend()}, called by the
 * watchdog, adds what uptime outran. Where there is no {@code /proc/uptime} the offset stays zero.
 * A frozen virtual machine stops both and cannot be seen at all (docs/guarantees.md).
 */
public final class SystemLeaseClock implements LeaseClock {

  /** The one instance: the offset belongs to the machine, not to a client. */
  static final SystemLeaseClock INSTANCE = new SystemLeaseClock(new ProcUptime(), System::nanoTime);

  /** Uptime is printed in hundredths of a second; below this a difference is reading noise. */
  private static final long NOISE = TimeUnit.MILLISECONDS.toNanos(100);

  private final BootClock boot;
  private final LeaseClock raw;
  private final long origin;
  private final AtomicLong offset = new AtomicLong();

  /** Visible for tests, which give their own two clocks. */
  SystemLeaseClock(BootClock boot, LeaseClock raw) {
    this.boot = boot;
    this.raw = raw;
    // A pause between the two readings makes a difference too small, never too large.
    this.origin = Math.max(difference(0), Math.max(difference(0), difference(0)));
  }

  @Override
  public long nanos() {
    return raw.nanos() + offset.get();
  }

  @Override
  public long accountForSuspend() {
    long slept = difference(origin) - origin;
    long known = offset.get();
    // The offset only rises: two callers that see the same sleep agree on the same value.
    if (slept - known > NOISE && offset.compareAndSet(known, slept)) {
      return slept - known;
    }
    return 0;
  }

  private long difference(long ifUnknown) {
    long uptime = boot.nanosOrNegative();
    return uptime < 0 ? ifUnknown : uptime - raw.nanos();
  }

  /** Time since boot, suspended time included; negative where the system does not tell. */
  @FunctionalInterface
  interface BootClock {
    long nanosOrNegative();
  }

  private static final class ProcUptime implements BootClock {
    private static final Path FILE = Path.of("/proc/uptime");
    private final boolean present = Files.isReadable(FILE);

    @Override
    public long nanosOrNegative() {
      if (!present) {
        return -1;
      }
      try {
        String text = Files.readString(FILE);
        double seconds = Double.parseDouble(text.substring(0, text.indexOf(' ')));
        return (long) (seconds * 1e9);
      } catch (IOException | RuntimeException e) {
        return -1;
      }
    }
  }
}
