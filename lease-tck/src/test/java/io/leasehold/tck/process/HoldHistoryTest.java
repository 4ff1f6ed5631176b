package io.leasehold.tck.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.process.HoldHistory.Hold;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The judge of what contenders said: each contradiction is found, and nothing else is one. */
class HoldHistoryTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  /** A ttl of 1,000 ns, of which 10 do not count. */
  private final HoldHistory history =
      new HoldHistory(Duration.ofNanos(1_000), Duration.ofNanos(10));

  private void say(String key, String value) {
    history.add(1, new ChildEvent(key, value, 0));
  }

  private Hold only() {
    assertThat(history.holds()).hasSize(1);
    return history.holds().get(0);
  }

  @Test
  void aLeaseThatWasLetGoEndsThen() {
    say("GOT", "name 7 a 100 120");
    say("LET", "a 500");
    assertThat(only()).isEqualTo(new Hold(1, "name", 7, "a", 100, 120, 500, true));
  }

  @Test
  void aLeaseThatWasNotLetGoEndsOneTtlAfterTheLastConfirmedWrite() {
    say("GOT", "name 7 a 100 120");
    assertThat(only().end()).isEqualTo(100 + 990);
    say("CONFIRMED", "a 400");
    say("CONFIRMED", "a 300");
    assertThat(only()).isEqualTo(new Hold(1, "name", 7, "a", 100, 120, 400 + 990, false));
  }

  @Test
  void whoTakesItForHeldLaterKeepsOthersOutUntilThen() {
    say("GOT", "name 7 a 100 120");
    say("HELD", "a 2000");
    say("HELD", "a 1500");
    assertThat(only().end()).isEqualTo(2_000);
  }

  @Test
  void whatWasConfirmedBeforeTheGrantWasToldCountsToo() {
    say("CONFIRMED", "a 110");
    say("GOT", "name 7 a 100 120");
    say("STALL", "a 5000");
    assertThat(only().end()).isEqualTo(110 + 990);
  }

  @Test
  void leasesOneAfterTheOtherAndOfOtherNamesAreSound() {
    say("GOT", "name 7 a 100 120");
    say("LET", "a 500");
    say("GOT", "name 8 b 300 500");
    say("GOT", "other 8 c 100 120");
    say("GOT", "other 9 d 130 1090");
    assertThat(history.size()).isEqualTo(4);
    assertThat(history.violations()).isEmpty();
  }

  @Test
  void aGrantBeforeTheEndOfAnotherIsFound() {
    say("GOT", "name 7 a 100 120");
    say("GOT", "name 8 b 300 1089");
    assertThat(history.violations()).singleElement().asString().contains("before one", "PT0.0");
  }

  @Test
  void aGrantUnderALongHoldIsFoundAlthoughAShortOneCameBetween() {
    say("GOT", "name 7 a 100 120");
    say("GOT", "name 8 b 130 140");
    say("LET", "b 150");
    say("GOT", "name 9 c 160 170");
    assertThat(history.violations()).hasSize(2);
  }

  @Test
  void aTokenThatFallsIsFound() {
    say("GOT", "name 8 a 100 120");
    say("LET", "a 200");
    say("GOT", "name 7 b 300 320");
    assertThat(history.violations()).hasSize(1);
  }

  @Test
  void aTokenThatComesTwiceIsFound() {
    say("GOT", "name 7 a 100 120");
    say("LET", "a 200");
    say("GOT", "name 7 b 300 320");
    assertThat(history.violations()).singleElement().asString().contains("twice");
  }

  @Test
  void namesGrantedToOthersAreCountedFromAMoment() {
    say("GOT", "name 7 a 100 120");
    history.got(2, "other", 8, "b", 200, 220);
    history.got(2, "other", 9, "c", 300, 320);
    history.got(3, "third", 9, "d", 300, 320);
    assertThat(history.namesGrantedSince(150, 1)).isEqualTo(2);
    assertThat(history.namesGrantedSince(150, 3)).isEqualTo(1);
    assertThat(history.namesGrantedSince(250, 2)).isEqualTo(1);
  }

  @Test
  void childrenAreHeardOutAndTheEarlierOfTwoRenewalsUnderWayCounts() throws Exception {
    try (ChildGroup group = new ChildGroup(history::add)) {
      group.start(ChildCommand.main(TestChildren.Contender.class));
      group.start(ChildCommand.main(TestChildren.Contender.class).args("let"));
      group.collectToEnd(0, LONG);
      assertThat(only()).isEqualTo(new Hold(0, "name", 7, "a", 90, 130, 300 + 990, false));
      group.collectUntil("the second has let go", () -> only().let(), LONG);
      assertThat(only()).isEqualTo(new Hold(1, "name", 7, "a", 90, 130, 470, true));
      assertThat(group.size()).isEqualTo(2);
      assertThat(group.get(1).awaitExit(LONG)).isZero();
    }
  }
}
