package io.leasehold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.memory.ManualClock;
import io.leasehold.memory.MemoryStore;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** No duration, however odd, gets past the builder or out of it without a code. */
class LeaseClientBuilderTest {

  private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

  static Stream<Arguments> settings() {
    return Stream.of(
        setting("callTimeout", LeaseClientBuilder::callTimeout, "1ms to 1m"),
        setting("defaultTtl", LeaseClientBuilder::defaultTtl, "1ms to 30d"),
        setting("defaultMaxHold", LeaseClientBuilder::defaultMaxHold, "1ms to unlimited"),
        setting("renewalWindow", LeaseClientBuilder::renewalWindow, "0s to 1s"),
        setting("backoff", LeaseClientBuilder::backoff, "1ms to 10s"),
        setting("pollInterval", LeaseClientBuilder::pollInterval, "1ms to 1m"),
        setting("closeTimeout", LeaseClientBuilder::closeTimeout, "1ms to 10m"));
  }

  private static Arguments setting(
      String name, BiFunction<LeaseClientBuilder, Duration, LeaseClientBuilder> set, String range) {
    return Arguments.of(name, set, range);
  }

  @ParameterizedTest
  @MethodSource("settings")
  void whatIsOutsideIsRefusedAndNamedHoweverFar(
      String name, BiFunction<LeaseClientBuilder, Duration, LeaseClientBuilder> set, String range) {
    for (Duration value :
        new Duration[] {FOREVER, Duration.ofSeconds(Long.MIN_VALUE), Duration.ofMillis(-1)}) {
      assertThatThrownBy(() -> set.apply(LeaseClient.builder(), value))
          .isInstanceOfSatisfying(
              LeaseConfigurationException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_OPTION))
          .hasMessageContaining(name)
          .hasMessageContaining(range)
          .hasMessageContaining("choose a value inside");
    }
  }

  @Test
  void aHoldWithoutAnEndHasOneName() {
    assertThat(LeaseRequest.of("a").maxHold(LeaseRequest.UNLIMITED).maxHold())
        .contains(LeaseRequest.UNLIMITED);
    assertThatThrownBy(() -> LeaseRequest.of("a").maxHold(FOREVER))
        .isInstanceOfSatisfying(
            LeaseRequestException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_DURATION))
        .hasMessageContaining("LeaseRequest.UNLIMITED");
  }

  @Test
  void aUriAndABackendAtOnceAreRefused() {
    MemoryStore store = new MemoryStore(new ManualClock());
    LeaseClientBuilder both =
        LeaseClient.builder().uri("memory:x").backend(store.connect(Duration.ofSeconds(1)));
    assertThatThrownBy(both::open)
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining("give one of them");
  }
}
