package io.leasehold.spi;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import java.math.BigInteger;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as options and properties write them: {@code 500ms}, {@code 30s}, {@code 2m}. */
public final class Durations {

  /** Longer than any machine runs. */
  private static final Duration UNLIMITED = Duration.ofDays(36500);

  private static final Pattern FORM = Pattern.compile("(\\d{1,18})(ns|us|ms|s|m|h|d)");

  private Durations() {}

  /**
   * Reads a whole number with a unit: ns, us, ms, s, m, h or d.
   *
   * @param what the option or property, for the message
   * @param text its value
   * @throws LeaseConfigurationException {@link ErrorCode#BAD_OPTION}
   */
  public static Duration parse(String what, String text) {
    Matcher form = FORM.matcher(text);
    if (form.matches()) {
      try {
        return Unit.valueOf(form.group(2)).length.multipliedBy(Long.parseLong(form.group(1)));
      } catch (ArithmeticException e) {
        throw bad(what, text, "is too long", e);
      }
    }
    throw bad(what, text, "is not a duration", null);
  }

  /**
   * Reads an option of a backend's address.
   *
   * @param config with the options
   * @param name of the option
   * @param ifAbsent the value where it is not given
   * @throws LeaseConfigurationException {@link ErrorCode#BAD_OPTION}
   */
  public static Duration option(BackendConfig config, String name, Duration ifAbsent) {
    String text = config.options().get(name);
    return text == null ? ifAbsent : parse("option " + name + " of " + config.masked(), text);
  }

  /**
   * Writes a duration in the form that {@link #parse} reads, in the largest unit that keeps it
   * whole.
   *
   * @param duration to write
   */
  public static String format(Duration duration) {
    if (duration.isZero()) {
      return "0s";
    }
    BigInteger nanos = nanos(duration); // a long has room for 292 years only
    for (Unit unit : Unit.values()) {
      BigInteger[] count = nanos.divideAndRemainder(nanos(unit.length));
      if (count[1].signum() == 0) {
        return count[0] + unit.name();
      }
    }
    throw new IllegalStateException("nanoseconds divide every duration: " + duration);
  }

  /**
   * Writes a measured duration for people: milliseconds below a second, else seconds, with at most
   * three decimals.
   *
   * @param duration to write
   */
  public static String show(Duration duration) {
    if (duration.compareTo(UNLIMITED) > 0) {
      return "unlimited";
    }
    long nanos = duration.toNanos();
    boolean seconds = Math.abs(nanos) >= 1_000_000_000;
    return thousandths(nanos, seconds ? 1_000_000 : 1_000) + (seconds ? " s" : " ms");
  }

  /** By hand: a loss tells times, thousands of leases may be lost at once, and formats are slow. */
  private static String thousandths(long value, long unit) {
    long rounded = (Math.abs(value) + unit / 2) / unit;
    StringBuilder text = new StringBuilder(value < 0 && rounded > 0 ? "-" : "");
    text.append(rounded / 1000);
    long rest = rounded % 1000;
    if (rest != 0) {
      text.append('.');
      for (long digit = 100; rest != 0; digit /= 10) {
        text.append(rest / digit);
        rest %= digit;
      }
    }
    return text.toString();
  }

  private static BigInteger nanos(Duration duration) {
    return BigInteger.valueOf(duration.getSeconds())
        .multiply(BigInteger.valueOf(1_000_000_000))
        .add(BigInteger.valueOf(duration.getNano()));
  }

  private static LeaseConfigurationException bad(
      String what, String text, String fault, @Nullable Throwable cause) {
    return new LeaseConfigurationException(
        ErrorCode.BAD_OPTION,
        what
            + " is \""
            + text
            + "\", which "
            + fault
            + "; write a whole number and a unit (ns, us,"
            + " ms, s, m, h, d), for instance 500ms, 30s, 2m or 1h",
        cause);
  }

  /**
   * Named as they are written; the largest first, the order in which a short form is looked for.
   */
  private enum Unit {
    d(ChronoUnit.DAYS),
    h(ChronoUnit.HOURS),
    m(ChronoUnit.MINUTES),
    s(ChronoUnit.SECONDS),
    ms(ChronoUnit.MILLIS),
    us(ChronoUnit.MICROS),
    ns(ChronoUnit.NANOS);

    private final Duration length;

    Unit(ChronoUnit unit) {
      length = unit.getDuration();
    }
  }
}
