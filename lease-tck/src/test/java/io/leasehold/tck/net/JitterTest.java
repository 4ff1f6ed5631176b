package io.leasehold.tck.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** The random numbers of the delays; all of them follow from the seed. */
class JitterTest {

  private static final Duration MEAN = Duration.ofMillis(20);
  private static final Duration SPREAD = Duration.ofMillis(10);

  private static double[] delays(double correlation, long seed, long connection) {
    Jitter.Source source = new Jitter(MEAN, SPREAD, correlation, seed).source(connection);
    return DoubleStream.generate(source::next).limit(5_000).toArray();
  }

  /** How much each delay has to do with the one before it, from -1 to 1. */
  private static double dependence(double[] delays) {
    double mean = DoubleStream.of(delays).average().orElseThrow();
    double together = 0;
    double alone = 0;
    for (int i = 1; i < delays.length; i++) {
      together += (delays[i] - mean) * (delays[i - 1] - mean);
      alone += (delays[i] - mean) * (delays[i] - mean);
    }
    return together / alone;
  }

  @Test
  void delaysStayWithinTheSpreadAndAverageToTheMean() {
    double[] delays = delays(0, 1, 1);
    assertThat(DoubleStream.of(delays).min().orElseThrow()).isBetween(10e6, 10.1e6);
    assertThat(DoubleStream.of(delays).max().orElseThrow()).isBetween(29.9e6, 30e6);
    assertThat(DoubleStream.of(delays).average().orElseThrow()).isBetween(19.5e6, 20.5e6);
  }

  @Test
  void withoutCorrelationADelaySaysNothingAboutTheNext() {
    assertThat(dependence(delays(0, 1, 1))).isBetween(-0.05, 0.05);
  }

  @Test
  void withCorrelationADelayFollowsTheOneBefore() {
    assertThat(dependence(delays(0.9, 1, 1))).isBetween(0.85, 0.95);
    assertThat(dependence(delays(0.5, 1, 1))).isBetween(0.45, 0.55);
  }

  @Test
  void withFullCorrelationTheFirstDelayStays() {
    double[] delays = delays(1, 1, 1);
    assertThat(DoubleStream.of(delays).distinct().count()).isEqualTo(1);
  }

  @Test
  void theSameSeedGivesTheSameDelaysAndEachConnectionItsOwn() {
    assertThat(delays(0.3, 5, 2)).isEqualTo(delays(0.3, 5, 2));
    assertThat(delays(0.3, 5, 2)).isNotEqualTo(delays(0.3, 5, 3));
    assertThat(delays(0.3, 5, 2)).isNotEqualTo(delays(0.3, 6, 2));
  }

  @Test
  void aConstantDelayDoesNotVary() {
    Jitter.Source source = Jitter.constant(MEAN).source(1);
    assertThat(source.next()).isEqualTo(MEAN.toNanos());
    assertThat(source.next()).isEqualTo(MEAN.toNanos());
  }

  @Test
  void delaysThatCannotBeAreRefusedWithTheirLimits() {
    assertThatThrownBy(() -> new Jitter(SPREAD, MEAN, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("spread must not exceed mean");
    assertThatThrownBy(() -> new Jitter(MEAN.negated(), Duration.ZERO, 0, 0))
        .hasMessageContaining("negative");
    for (double wrong : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> new Jitter(MEAN, SPREAD, wrong, 0))
          .hasMessageContaining(wrong + " must be from 0 to 1");
    }
  }
}
