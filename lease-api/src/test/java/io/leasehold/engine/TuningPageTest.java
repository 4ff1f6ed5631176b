package io.leasehold.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.LeaseClient;
import io.leasehold.LeaseClientBuilder;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseRequestException;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.lease.LeaseTerms;
import io.leasehold.engine.time.Pace;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/tuning.md says what the code does: every option, every default, every worked number. */
class TuningPageTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration TTL = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofSeconds(25);

  private final PageTables page = PageTables.of("../docs/tuning.md");

  TuningPageTest() throws IOException {}

  @Test
  void everyOptionOfTheClientHasARow() {
    assertThat(page.rows("Options of the client").keySet())
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(LeaseClientBuilder.class.getMethods())
                .filter(method -> method.getReturnType() == LeaseClientBuilder.class)
                .map(Method::getName)
                .toList());
  }

  @Test
  void everyOptionOfARequestHasARow() {
    assertThat(page.rows("Options of a request").keySet())
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(LeaseRequest.class.getMethods())
                .filter(method -> method.getReturnType() == LeaseRequest.class)
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .map(Method::getName)
                .toList());
  }

  @Test
  void theDefaultsOfTheClientAreThoseOfTheBuilder() throws ReflectiveOperationException {
    Map<String, List<String>> rows = page.rows("Options of the client");
    for (String option :
        List.of("defaultTtl", "defaultMaxHold", "renewalWindow", "backoff", "pollInterval")) {
      assertThat(PageTables.duration(cell(rows, option, 0)))
          .as(option)
          .isEqualTo(builderDefault(option));
    }
    assertThat(cell(rows, "acquisitionStacks", 0))
        .isEqualTo(builderDefault("acquisitionStacks").toString());
    try (LeaseClient client = LeaseClient.open("memory:")) {
      assertThat(PageTables.duration(cell(rows, "callTimeout", 0)))
          .isEqualTo(client.traits().callTimeout());
    }
  }

  @Test
  void theClientTakesEachFloorAndCeilingAndRefusesWhatIsBeyond()
      throws ReflectiveOperationException {
    Map<String, List<String>> rows = page.rows("Options of the client");
    int checked = 0;
    for (Method option : LeaseClientBuilder.class.getMethods()) {
      if (List.of(option.getParameterTypes()).equals(List.of(Duration.class))) {
        Duration floor = PageTables.duration(cell(rows, option.getName(), 1));
        Duration ceiling = PageTables.duration(cell(rows, option.getName(), 2));
        option.invoke(LeaseClient.builder(), floor);
        option.invoke(LeaseClient.builder(), ceiling);
        refuses(option, floor.minusNanos(1));
        if (!ceiling.equals(LeaseRequest.UNLIMITED)) {
          refuses(option, ceiling.plusNanos(1));
        }
        checked++;
      }
    }
    assertThat(checked).isEqualTo(7);
  }

  @Test
  void theDefaultsOfARequestAreThoseOfTheCode() {
    LeaseRequest request = LeaseRequest.of("a");
    Map<String, List<String>> rows = page.rows("Options of a request");
    assertThat(cell(rows, "ttl", 0)).isEqualTo("the client's `defaultTtl`");
    assertThat(request.ttl()).isEmpty();
    assertThat(PageTables.duration(cell(rows, "wait", 0))).isEqualTo(request.waitTime());
    assertThat(cell(rows, "maxHold", 0)).isEqualTo("the client's `defaultMaxHold`");
    assertThat(request.maxHold()).isEmpty();
    assertThat(cell(rows, "renewedByHand", 0)).isEqualTo("" + request.isRenewedByHand());
    assertThat(cell(rows, "group", 0)).isEqualTo("empty");
    assertThat(request.group()).isEmpty();
    assertThat(request.wait(PageTables.duration(cell(rows, "wait", 1)))).isNotNull();
    assertThatThrownBy(() -> request.maxHold(Duration.ZERO))
        .isInstanceOf(LeaseRequestException.class);
  }

  @Test
  void whatFollowsFromTheTtlIsWhatTheEngineComputes() throws ReflectiveOperationException {
    LeaseTerms terms = terms();
    Map<String, List<String>> rows = page.rows("What follows from the ttl");
    long interval = terms.interval();
    assertThat(PageTables.duration(cell(rows, "interval", 1))).isEqualTo(nanos(interval));
    assertThat(PageTables.duration(cell(rows, "margin", 1))).isEqualTo(nanos(terms.margin()));
    assertThat(cell(rows, "local validity after each confirmed renewal", 1))
        .isEqualTo(seconds(TTL.toNanos() - terms.margin()));
    assertThat(cell(rows, "jitter of the interval", 1))
        .isEqualTo(
            seconds(pace(0).afterSuccess(0, interval))
                + " to "
                + seconds(pace(1).afterSuccess(0, interval)));
    assertThat(cell(rows, "first retry of a renewal without a definite answer", 1))
        .isEqualTo(
            millis(pace(0).afterFailure(0, 1, interval))
                + " to "
                + millis(pace(1).afterFailure(0, 1, interval)));
    assertThat(cell(rows, "longest pause between retries", 1))
        .isEqualTo(seconds(pace(1).afterFailure(0, 20, interval)));
  }

  @Test
  void theSmallestTtlsAreThoseThatTheCheckAccepts() throws ReflectiveOperationException {
    assertThat(page.cells("The slack inequality").stream().map(row -> row.get(2)).toList())
        .containsExactly(
            least(1, 1, 0, 3, SECOND),
            least(1, 1, 0, 3, Duration.ofMillis(200)),
            least(uncertain(SECOND)),
            least(uncertain(Duration.ofMillis(200))),
            least(1, 1000, 2000, 3, SECOND),
            least(1, 1000, 2000, 3, Duration.ofMillis(583)),
            least(2, 1, 6000, 4, SECOND),
            least(2, 1, 0, 4, SECOND),
            leastByHand(traits(1, 1, 0, 3, SECOND)),
            leastByHand(uncertain(SECOND)));
  }

  @Test
  void theRoomThatAThirtySecondTtlLeavesIsAsSaid() throws ReflectiveOperationException {
    assertThat(page.section("The slack inequality")).contains("leaves 16.34 s");
    Duration half = Duration.ofMillis(16_340 / 2);
    assertThatThrownBy(() -> accept(SECOND.plus(half)))
        .isInstanceOf(LeaseRequestException.class)
        .hasMessageContaining("LEASE-126");
    accept(SECOND.plus(half).minusNanos(1));
  }

  @Test
  void aPauseEndsTheLeaseFromTheSecondThatThePageNames() throws ReflectiveOperationException {
    LeaseTerms terms = terms();
    long validity = TTL.toNanos() - terms.margin();
    long longest = pace(1).afterSuccess(0, terms.interval());
    long lastSafe = validity - PAUSE.toNanos();
    long rivalFrom = TTL.minus(PAUSE).toNanos();
    assertThat(page.section("A pause of 25 s"))
        .contains("less than " + seconds(lastSafe))
        .contains(seconds(lastSafe) + " to " + seconds(rivalFrom))
        .contains("for up to " + seconds(terms.margin()))
        .contains(
            "for up to "
                + seconds(longest - rivalFrom)
                + " if the last send was "
                + seconds(longest))
        .contains("about " + 100 * (terms.interval() - lastSafe) / terms.interval() + " of 100")
        .contains("A pause below " + seconds(validity - longest))
        .contains("one of " + seconds(validity) + " or more never does");
    assertThat(isHeldAfterPause(terms, lastSafe - 1)).isTrue();
    assertThat(isHeldAfterPause(terms, lastSafe)).isFalse();
  }

  @Test
  void theTtlThatSurvivesEveryPauseIsTheSmallestWholeSecondThatDoes()
      throws ReflectiveOperationException {
    int seconds = 1;
    while (!survives(Duration.ofSeconds(seconds))) {
      seconds++;
    }
    assertThat(page.section("A pause of 25 s")).contains("for 25 s that is a ttl of " + seconds);
  }

  @Test
  void theTakeoverTimesFollowFromTtlIntervalAndPoll() throws ReflectiveOperationException {
    long longest = pace(1).afterSuccess(0, terms().interval());
    Duration poll = (Duration) builderDefault("pollInterval");
    assertThat(page.section("Takeover after a kill").replace("\n ", ""))
        .contains(seconds(TTL.toNanos() - longest) + " to " + seconds(TTL.toNanos()))
        .contains("every " + seconds(poll.toNanos() / 2) + " to " + seconds(poll.toNanos()))
        .contains("at the latest " + seconds(TTL.plus(poll).toNanos()) + " after the kill")
        .contains("With ttl 6 s: " + seconds(Duration.ofSeconds(6).plus(poll).toNanos()));
  }

  // --- what the code computes ------------------------------------------------------------------

  private static boolean isHeldAfterPause(LeaseTerms terms, long sentBefore) {
    Grant grant = new Grant(new LeaseName("a"), OwnerToken.random(), TTL, 1, null);
    HeldLease lease = new HeldLease(terms, grant, 0, 0);
    return lease.isHeld(() -> sentBefore + PAUSE.toNanos());
  }

  private static boolean survives(Duration ttl) throws ReflectiveOperationException {
    long margin = check(traits(1, 1, 0, 3, SECOND)).marginOf(ttl).toNanos();
    long longest = pace(1).afterSuccess(0, ttl.toNanos() / 3);
    return ttl.toNanos() - margin - longest > PAUSE.toNanos();
  }

  private static String least(int lag, long step, long min, int perTtl, Duration callTimeout)
      throws ReflectiveOperationException {
    return least(traits(lag, step, min, perTtl, callTimeout));
  }

  private static String least(BackendTraits traits) throws ReflectiveOperationException {
    Duration least = check(traits).leastTtl();
    check(traits).check(LeaseRequest.of("a").ttl(least));
    Duration less = least.minus(traits.ttlStep());
    assertThatThrownBy(() -> check(traits).check(LeaseRequest.of("a").ttl(less)))
        .isInstanceOf(LeaseRequestException.class);
    return least.compareTo(SECOND) < 0 ? millis(least.toNanos()) : seconds(least.toNanos());
  }

  private static String leastByHand(BackendTraits traits) throws ReflectiveOperationException {
    RequestCheck check = check(traits);
    for (Duration ttl = SECOND; ; ttl = ttl.plusMillis(1)) {
      try {
        check.check(LeaseRequest.of("a").ttl(ttl).renewedByHand());
        return seconds(ttl.toNanos());
      } catch (LeaseRequestException e) {
        assertThat(ttl).isLessThan(TTL);
      }
    }
  }

  private static LeaseTerms terms() throws ReflectiveOperationException {
    return accept(SECOND);
  }

  private static LeaseTerms accept(Duration callTimeout) throws ReflectiveOperationException {
    return check(traits(1, 1, 0, 3, callTimeout)).check(LeaseRequest.of("a").ttl(TTL));
  }

  private static BackendTraits traits(
      int lag, long step, long min, int perTtl, Duration callTimeout) {
    Duration steps = Duration.ofMillis(step);
    return BackendTraits.of("a", callTimeout)
        .ttl(min == 0 ? steps : Duration.ofMillis(min), Duration.ofDays(1), steps)
        .renewal(perTtl, lag)
        .build();
  }

  /** As Redis is; a test there compares it with the page, too. */
  private static BackendTraits uncertain(Duration callTimeout) {
    return BackendTraits.of("a", callTimeout)
        .ttl(Duration.ofMillis(1), Duration.ofDays(1), Duration.ofMillis(1))
        .validityUncertainty(Duration.ofMillis(1))
        .build();
  }

  private static RequestCheck check(BackendTraits traits) throws ReflectiveOperationException {
    return new RequestCheck(
        traits,
        new EngineSettings(
            null,
            null,
            null,
            (Duration) builderDefault("defaultTtl"),
            false,
            (Duration) builderDefault("defaultMaxHold"),
            (Duration) builderDefault("renewalWindow"),
            (Duration) builderDefault("backoff"),
            (Duration) builderDefault("pollInterval"),
            null,
            true,
            null,
            LeaseClock.system()));
  }

  private static Pace pace(int random) throws ReflectiveOperationException {
    return new Pace(((Duration) builderDefault("backoff")).toNanos(), () -> random);
  }

  private static Object builderDefault(String option) throws ReflectiveOperationException {
    Field field = LeaseClientBuilder.class.getDeclaredField(option);
    field.setAccessible(true);
    return field.get(LeaseClient.builder());
  }

  private static void refuses(Method option, Duration value) {
    assertThatThrownBy(() -> option.invoke(LeaseClient.builder(), value))
        .as("%s %s", option.getName(), value)
        .cause()
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContaining("LEASE-107");
  }

  // --- what the page says ----------------------------------------------------------------------

  private static String cell(Map<String, List<String>> rows, String row, int column) {
    assertThat(rows).containsKey(row);
    return rows.get(row).get(column);
  }

  private static Duration nanos(long nanos) {
    return Duration.ofNanos(nanos);
  }

  private static String seconds(long nanos) {
    return PageTables.decimal(nanos, 1_000_000_000) + " s";
  }

  private static String millis(long nanos) {
    return PageTables.decimal(nanos, 1_000_000) + " ms";
  }
}
