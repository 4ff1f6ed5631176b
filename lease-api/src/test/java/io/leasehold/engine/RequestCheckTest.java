package io.leasehold.engine;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseRequestException;
import io.leasehold.engine.lease.LeaseTerms;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused before any call, and that the advice in the refusal works. */
class RequestCheckTest {

  private static final Pattern TTL = Pattern.compile("ask for a ttl of at least ([0-9.]+ m?s)");
  private static final Pattern CALL_TIMEOUT =
      Pattern.compile("set a callTimeout below ([0-9.]+ m?s)");

  private static BackendTraits.Draft redisLike(Duration callTimeout) {
    return BackendTraits.of("redis", callTimeout);
  }

  private static BackendTraits.Draft zooKeeperLike(Duration callTimeout) {
    return BackendTraits.of("zookeeper", callTimeout)
        .ttl(ofSeconds(6), ofSeconds(40), ofMillis(1))
        .renewal(4, 2);
  }

  private static RequestCheck check(BackendTraits.Draft traits) {
    return new RequestCheck(
        traits.build(),
        new EngineSettings(
            null,
            null,
            null,
            ofSeconds(30),
            false,
            ofHours(1),
            ofMillis(10),
            ofMillis(50),
            ofSeconds(1),
            null,
            false,
            null,
            LeaseClock.system()));
  }

  private static LeaseRequest ttl(Duration ttl) {
    return LeaseRequest.of("orders").ttl(ttl);
  }

  private static String refusal(BackendTraits.Draft traits, LeaseRequest request, ErrorCode code) {
    LeaseRequestException refused =
        catchThrowableOfType(LeaseRequestException.class, () -> check(traits).check(request));
    assertThat(refused).as("refusal of " + request).isNotNull();
    assertThat(refused.code()).isEqualTo(code);
    assertThat(refused).hasMessageStartingWith(code.id()).hasMessageContaining("\"orders\"");
    return refused.getMessage();
  }

  private static Duration read(Pattern pattern, String message) {
    Matcher matcher = pattern.matcher(message);
    assertThat(matcher.find()).as("advice in: " + message).isTrue();
    String[] parts = matcher.group(1).split(" ");
    double unit = parts[1].equals("s") ? 1e9 : 1e6;
    return Duration.ofNanos(Math.round(Double.parseDouble(parts[0]) * unit));
  }

  private static void assertTaken(BackendTraits.Draft traits, LeaseRequest request) {
    LeaseTerms terms = check(traits).check(request);
    assertThat(terms.ttl()).isEqualTo(request.ttl().orElseThrow());
  }

  // ---- signs and ranges

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT-0.000000001S"})
  void aTtlThatIsNotPositiveIsRefused(String text) {
    assertThatThrownBy(() -> ttl(Duration.parse(text)))
        .isInstanceOfSatisfying(
            LeaseRequestException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.TTL_NOT_POSITIVE))
        .hasMessageContainingAll("LEASE-122", Duration.parse(text).toString(), "orders", "30 s");
  }

  @Test
  void waitAndMaxHoldThatCannotBeAreRefused() {
    LeaseRequest request = LeaseRequest.of("orders");
    assertThatThrownBy(() -> request.wait(ofMillis(-1)))
        .hasMessageContainingAll("LEASE-127", "wait", "PT-0.001S", "orders", "zero");
    assertThatThrownBy(() -> request.maxHold(Duration.ZERO))
        .hasMessageContainingAll("LEASE-127", "maxHold", "PT0S", "orders", "UNLIMITED");
    assertThatThrownBy(() -> request.maxHold(ofMillis(-1))).hasMessageContaining("LEASE-127");
  }

  @Test
  void aTtlBelowTheMinimumIsRefusedAndTheMinimumNamed() {
    BackendTraits.Draft traits = zooKeeperLike(ofMillis(100));
    String message = refusal(traits, ttl(ofMillis(5_999)), ErrorCode.TTL_BELOW_MINIMUM);
    assertThat(message).contains("5.999 s", "the minimum 6 s of zookeeper", "at least");
    assertTaken(traits, ttl(ofSeconds(6)));
  }

  @Test
  void aTtlAboveTheMaximumIsRefusedAndTheMaximumNamed() {
    BackendTraits.Draft traits = zooKeeperLike(ofMillis(100));
    String message = refusal(traits, ttl(ofMillis(40_001)), ErrorCode.TTL_ABOVE_MAXIMUM);
    assertThat(message).contains("40.001 s", "the maximum 40 s of zookeeper", "at most");
    assertTaken(traits, ttl(ofSeconds(40)));
    refusal(traits, ttl(Duration.ofSeconds(Long.MAX_VALUE)), ErrorCode.TTL_ABOVE_MAXIMUM);
  }

  @Test
  void aTtlOffTheStepIsRefusedAndItsNeighboursNamed() {
    BackendTraits.Draft traits =
        BackendTraits.of("etcd", ofMillis(100)).ttl(ofSeconds(2), ofHours(1), ofSeconds(1));
    String message = refusal(traits, ttl(ofMillis(9_500)), ErrorCode.TTL_OFF_STEP);
    assertThat(message).contains("9.5 s", "the step 1 s of etcd", "ask for 9 s or 10 s");
    assertTaken(traits, ttl(ofSeconds(9)));
    assertTaken(traits, ttl(ofSeconds(10)));
  }

  // ---- the inequality

  @ParameterizedTest
  @CsvSource({"500", "1000", "2500", "3358"})
  void aTtlWithoutSlackIsRefusedAndBothRemediesWork(int millis) {
    assertRemediesWork(redisLike(ofSeconds(1)), ofMillis(millis));
  }

  @ParameterizedTest
  @CsvSource({"6000,2000", "7000,2000", "30000,7000"})
  void theRemediesWorkWhereValidityLags(int millis, int callTimeout) {
    assertRemediesWork(zooKeeperLike(ofMillis(callTimeout)), ofMillis(millis));
  }

  @Test
  void theRemediesWorkOnACoarseStep() {
    assertRemediesWork(
        BackendTraits.of("etcd", ofSeconds(1)).ttl(ofSeconds(2), ofHours(1), ofSeconds(1)),
        ofSeconds(3));
  }

  @Test
  void theRemediesWorkWithAnUncertainty() {
    assertRemediesWork(redisLike(ofSeconds(1)).validityUncertainty(ofMillis(300)), ofSeconds(3));
  }

  private static void assertRemediesWork(BackendTraits.Draft traits, Duration tooShort) {
    String message = refusal(traits, ttl(tooShort), ErrorCode.TTL_WITHOUT_SLACK);
    assertThat(message)
        .contains("1.1 * interval", "window 10 ms", "2 * callTimeout", "backoff 50 ms", "margin");
    Duration advised = read(TTL, message);
    assertThat(advised).isGreaterThan(tooShort);
    assertTaken(traits, ttl(advised));
    Duration step = traits.build().ttlStep();
    refusal(traits, ttl(advised.minus(step)), ErrorCode.TTL_WITHOUT_SLACK);

    Duration callTimeout = read(CALL_TIMEOUT, message);
    BackendTraits.Draft faster = traits.build().toDraft();
    assertTaken(faster.callTimeout(callTimeout.minusMillis(1)), ttl(tooShort));
    refusal(
        faster.callTimeout(callTimeout.plusMillis(1)), ttl(tooShort), ErrorCode.TTL_WITHOUT_SLACK);
  }

  @Test
  void whereNoCallTimeoutWouldDoOnlyTheTtlIsAdvised() {
    String message =
        refusal(redisLike(ofSeconds(1)), ttl(ofMillis(60)), ErrorCode.TTL_WITHOUT_SLACK);
    assertThat(message).doesNotContain("or set a callTimeout");
    assertTaken(redisLike(ofSeconds(1)), ttl(read(TTL, message)));
  }

  @Test
  void withADefaultCallTimeoutTheLeastTtlIsAboutThreePointFourSeconds() {
    assertThat(check(redisLike(ofSeconds(1))).leastTtl())
        .isBetween(ofMillis(3_300), ofMillis(3_450));
  }

  @Test
  void onATwoSecondTickZooKeeperTakesItsMinimumOfSixSeconds() {
    assertThat(check(zooKeeperLike(ofSeconds(1))).leastTtl()).isEqualTo(ofSeconds(6));
    assertTaken(zooKeeperLike(ofSeconds(1)), ttl(ofSeconds(6)));
  }

  @Test
  void onEtcdTheLeastTtlIsFourSecondsAndTwoNeedAShorterCallTimeout() {
    BackendTraits.Draft etcd =
        BackendTraits.of("etcd", ofSeconds(1)).ttl(ofSeconds(2), ofHours(1), ofSeconds(1));
    assertThat(check(etcd).leastTtl()).isEqualTo(ofSeconds(4));
    Duration below =
        read(CALL_TIMEOUT, refusal(etcd, ttl(ofSeconds(2)), ErrorCode.TTL_WITHOUT_SLACK));
    assertThat(below).isBetween(ofMillis(560), ofMillis(600));
  }

  @Test
  void theLeastTtlIsExactToAStepForManySettings() {
    for (int timeout = 5; timeout < 5_000; timeout += 173) {
      for (int perTtl = 2; perTtl <= 6; perTtl++) {
        for (int lag = 1; lag < perTtl && lag * 1.1 / perTtl < 0.9; lag++) {
          BackendTraits.Draft traits = redisLike(ofMillis(timeout)).renewal(perTtl, lag);
          Duration least = check(traits).leastTtl();
          assertTaken(traits, ttl(least));
          refusal(traits, ttl(least.minusMillis(2)), ErrorCode.TTL_WITHOUT_SLACK);
        }
      }
    }
  }

  // ---- by hand

  @Test
  void byHandTheTtlNeedsRoomForOneCall() {
    LeaseRequest tooShort = ttl(ofSeconds(1)).renewedByHand();
    String message = refusal(redisLike(ofSeconds(1)), tooShort, ErrorCode.TTL_WITHOUT_SLACK);
    assertThat(message).contains("callTimeout 1 s + margin 20 ms = 1.02 s", "1 s");
    Duration advised = read(TTL, message);
    assertTaken(redisLike(ofSeconds(1)), ttl(advised).renewedByHand());
    refusal(
        redisLike(ofSeconds(1)),
        ttl(advised.minusMillis(1)).renewedByHand(),
        ErrorCode.TTL_WITHOUT_SLACK);
    Duration callTimeout = read(CALL_TIMEOUT, message);
    assertTaken(redisLike(callTimeout.minusMillis(1)), tooShort);
    refusal(redisLike(callTimeout), tooShort, ErrorCode.TTL_WITHOUT_SLACK);
  }

  @Test
  void byHandALongCallTimeoutNeedsTheShareOfTheMargin() {
    LeaseRequest tooShort = ttl(ofSeconds(10)).renewedByHand();
    String message = refusal(redisLike(ofSeconds(10)), tooShort, ErrorCode.TTL_WITHOUT_SLACK);
    Duration advised = read(TTL, message);
    assertTaken(redisLike(ofSeconds(10)), ttl(advised).renewedByHand());
  }

  // ---- what follows from a request

  @Test
  void theDefaultsAreThoseOfTheClient() {
    LeaseTerms terms = check(redisLike(ofSeconds(1))).check(LeaseRequest.of("orders"));
    assertThat(terms.ttl()).isEqualTo(ofSeconds(30));
    assertThat(terms.interval()).isEqualTo(ofSeconds(10).toNanos());
    assertThat(terms.margin()).isEqualTo(ofMillis(600).toNanos());
    assertThat(terms.maxHold()).isEqualTo(ofHours(1).toNanos());
    assertThat(terms.usualAge()).isZero();
  }

  @Test
  void theMarginIsAFiftiethOfTheTtlAtLeastTwentyMillisAndWhatTheBackendAdds() {
    RequestCheck check = check(redisLike(ofMillis(10)).validityUncertainty(ofMillis(7)));
    assertThat(check.marginOf(ofMillis(500))).isEqualTo(ofMillis(27));
    assertThat(check.marginOf(ofSeconds(1))).isEqualTo(ofMillis(27));
    assertThat(check.marginOf(ofSeconds(10))).isEqualTo(ofMillis(207));
  }

  @Test
  void infinityHasToBeWrittenAndThenCounts() {
    LeaseTerms terms =
        check(redisLike(ofSeconds(1)))
            .check(LeaseRequest.of("orders").maxHold(LeaseRequest.UNLIMITED));
    assertThat(terms.maxHold()).isEqualTo(LeaseTerms.UNLIMITED);
  }

  @Test
  void whereValidityLagsThatAgeIsUsual() {
    LeaseTerms terms = check(zooKeeperLike(ofSeconds(1))).check(ttl(ofSeconds(8)));
    assertThat(terms.interval()).isEqualTo(ofSeconds(2).toNanos());
    assertThat(terms.usualAge()).isEqualTo(ofSeconds(2).toNanos());
  }
}
