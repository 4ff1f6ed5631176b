package io.leasehold.tck.cli;

import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.Durations;
import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How values of options are read; each refusal says what would do. */
final class Values {

  private static final double MOST_MINUTES = 7 * 24 * 60;

  private Values() {}

  /** A seed. */
  static final class Seed implements ITypeConverter<Long> {

    Seed() {}

    @Override
    public Long convert(String value) {
      try {
        return Long.valueOf(value);
      } catch (NumberFormatException e) {
        throw new TypeConversionException(
            "\"" + value + "\" is not a whole number of at most 18 digits");
      }
    }
  }

  /** Minutes, also parts of one. */
  static final class Minutes implements ITypeConverter<Duration> {

    Minutes() {}

    @Override
    public Duration convert(String value) {
      try {
        double minutes = Double.parseDouble(value);
        if (minutes > 0 && minutes <= MOST_MINUTES) {
          return Duration.ofMillis(Math.round(minutes * 60_000));
        }
      } catch (NumberFormatException e) {
        // said below
      }
      throw new TypeConversionException(
          String.format(
              Locale.ROOT,
              "\"%s\" is not a number of minutes above 0 and up to %.0f, such as 10 or 0.5",
              value,
              MOST_MINUTES));
    }
  }

  /** The bound of a call. */
  static final class CallTimeout implements ITypeConverter<Duration> {

    CallTimeout() {}

    @Override
    public Duration convert(String value) {
      Duration bound;
      try {
        bound = Durations.parse("--call-timeout", value);
      } catch (LeaseConfigurationException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
      if (bound.isZero() || bound.compareTo(Duration.ofMinutes(1)) > 0) {
        throw new TypeConversionException(
            "\"" + value + "\" is not above 0 and up to 1m; usual are 100ms to 5s");
      }
      return bound;
    }
  }

  /** A number of a scenario. */
  static final class WholeNumber implements ITypeConverter<Integer> {

    WholeNumber() {}

    @Override
    public Integer convert(String value) {
      try {
        return Integer.valueOf(value);
      } catch (NumberFormatException e) {
        throw new TypeConversionException(
            "\"" + value + "\" is not a whole number; write for instance race.clients=8");
      }
    }
  }
}
