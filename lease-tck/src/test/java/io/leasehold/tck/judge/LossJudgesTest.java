package io.leasehold.tck.judge;

import static io.leasehold.tck.judge.Verdicts.breaks;
import static io.leasehold.tck.judge.Verdicts.doubts;
import static io.leasehold.tck.judge.Verdicts.keeps;
import static io.leasehold.tck.judge.Verdicts.saysNothing;

import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.loss.AfterLoss;
import io.leasehold.tck.judge.loss.Notice;
import io.leasehold.tck.judge.loss.Readings;
import io.leasehold.tck.judge.loss.Reasons;
import io.leasehold.tck.judge.loss.Told;
import io.leasehold.tck.judge.loss.Undisturbed;
import org.junit.jupiter.api.Test;

/** Validity of the lease in these stories ends at 890, the store's ttl at 910. */
class LossJudgesTest {

  private static final Object[] TOOK = {"took", 5_000_000};

  private static Story got() {
    return new Story().got("A/1", 10, 12, 1);
  }

  private static Story cutOff() {
    return got().call("A/1", "renew", 310, 311, "UNKNOWN", "reason", "TIMEOUT");
  }

  @Test
  void aLossIsToldOnce() {
    keeps(Told::judge, cutOff().lost("A/1", 891, "UNREACHABLE"));
    breaks(Told::judge, cutOff().lost("A/1", 891, "UNREACHABLE").lost("A/1", 892, "UNREACHABLE"));
    breaks(Told::judge, cutOff().seen(891, What.ENDED, "A/1", "state", "LOST"));
    breaks(Told::judge, cutOff().lost("A/1", 891, ""));
    breaks(Told::judge, cutOff().watchedUntil(1300));
    saysNothing(Told::judge, cutOff().watchedUntil(1100));
    saysNothing(Told::judge, cutOff().closed("A", 800).watchedUntil(1300));
    saysNothing(Told::judge, got().released("A/1", 100).watchedUntil(1300));
    doubts(Told::judge, cutOff().watchedUntil(1300).gap("A"));
  }

  @Test
  void aLossIsToldBeforeTheStoreCanGiveTheNameAway() {
    keeps(Notice::inTime, cutOff().lost("A/1", 909, "UNREACHABLE"));
    breaks(Notice::inTime, cutOff().lost("A/1", 911, "UNREACHABLE"));
    keeps(Notice::inTime, cutOff().renewed("A/1", 400).lost("A/1", 1299, "UNREACHABLE"));
    breaks(Notice::inTime, got().renewed("A/1", 400).lost("A/1", 1301, "UNREACHABLE"));
    Story stall = cutOff().lost("A/1", 920, "UNREACHABLE");
    keeps(Notice::inTime, stall.event(915, "kit", What.STALL, "", "", "took", 20_000_000));
    breaks(
        Notice::inTime,
        cutOff()
            .lost("A/1", 920, "UNREACHABLE")
            .event(500, "kit", What.STALL, "", "", "took", 20_000_000));
  }

  @Test
  void aLossIsToldAtOnce() {
    keeps(Notice::atOnce, cutOff().lost("A/1", 900, "UNREACHABLE"));
    keeps(Notice::atOnce, cutOff().lost("A/1", 909, "UNREACHABLE"));
    breaks(Notice::atOnce, cutOff().lost("A/1", 931, "UNREACHABLE"));
    breaks(
        Notice::atOnce,
        cutOff().got("B/1", 10, 12, 1).lost("A/1", 908, "NOT_OWNER").lost("B/1", 909, "NOT_OWNER"));
    Story refused = got().call("A/1", "renew", 300, 301, "NOT_OWNER", "reason", "ABSENT");
    breaks(Notice::atOnce, refused.lost("A/1", 342, "NOT_OWNER"));
  }

  @Test
  void isHeldIsFalseFromTheEndOfValidityOn() {
    keeps(Readings::areHonest, got().seen(889, What.HELD, "A/1").seen(891, What.NOT_HELD, "A/1"));
    breaks(Readings::areHonest, got().seen(890, What.HELD, "A/1"));
    saysNothing(Readings::areHonest, got().renewed("A/1", 300).seen(890, What.HELD, "A/1"));
    breaks(
        Readings::areHonest,
        got().call("A/1", "renew", 300, 900, "RENEWED").seen(895, What.HELD, "A/1"));
    saysNothing(Readings::areHonest, got().seen(300, What.NOT_HELD, "A/1"));
  }

  @Test
  void whatIsOverStaysOver() {
    keeps(
        Readings::areFinal, got().seen(500, What.NOT_HELD, "A/1").seen(600, What.NOT_HELD, "A/1"));
    breaks(Readings::areFinal, got().seen(500, What.NOT_HELD, "A/1").seen(501, What.HELD, "A/1"));
    breaks(Readings::areFinal, got().lost("A/1", 500, "REVOKED").seen(501, What.HELD, "A/1"));
    saysNothing(Readings::areFinal, got().seen(500, What.HELD, "A/1"));
  }

  @Test
  void aLeaseIsGivenOutWhileItIsValid() {
    keeps(Readings::areGivenOutValid, got());
    breaks(Readings::areGivenOutValid, new Story().got("A/1", 10, 891, 1));
    breaks(
        Readings::areGivenOutValid,
        new Story()
            .seen(11, What.GOT, "A/1", "token", 1, "ttl", 900_000_000)
            .call("A/1", "acquire", 10, 12, "GRANTED", "token", 1, "ttl", 900_000_000));
  }

  @Test
  void onlyAfterTheAnswerCanValidityRunOutUnseen() {
    keeps(Readings::areGivenOutValid, givenOutLate(12).event(891, "kit", What.STALL, "", "", TOOK));
    breaks(
        Readings::areGivenOutValid, givenOutLate(890).event(889, "kit", What.STALL, "", "", TOOK));
    breaks(
        Readings::areGivenOutValid, givenOutLate(12).event(600, "kit", What.STALL, "", "", TOOK));
  }

  /** Answered at some time, and given out one millisecond after the end of validity. */
  private static Story givenOutLate(long answered) {
    return new Story()
        .call("A/1", "acquire", 10, answered, "GRANTED", "token", 1, "ttl", 900_000_000)
        .seen(891, What.GOT, "A/1", "token", 1, "ttl", 900_000_000);
  }

  @Test
  void aHandleWithoutAGrantIsNoLease() {
    Story busy = new Story().call("A/1", "acquire", 10, 12, "BUSY");
    breaks(Readings::areGivenOutValid, busy.seen(13, What.GOT, "A/1", "ttl", 900_000_000));
    Story nothing = new Story().call("A/1", "acquire", 10, 12, "BUSY");
    breaks(Readings::areGivenOutValid, nothing.seen(13, What.GOT, "A/2", "ttl", 900_000_000));
    doubts(
        Readings::areGivenOutValid,
        new Story().seen(13, What.GOT, "A/1", "ttl", 900_000_000).gap("A"));
    // Another library's contender: nobody records its calls.
    doubts(Readings::areGivenOutValid, new Story().seen(13, What.GOT, "A/1", "ttl", 900_000_000));
  }

  @Test
  void aLeaseIsGivenOutASecondTimeOnlyWhileItIsValid() {
    keeps(Readings::areGivenOutValid, got().seen(300, What.GOT, "A/1"));
    breaks(Readings::areGivenOutValid, got().seen(900, What.GOT, "A/1"));
  }

  @Test
  void nothingIsRenewedAfterALoss() {
    Story lost = cutOff().lost("A/1", 891, "UNREACHABLE");
    keeps(AfterLoss::isNotRenewed, lost.watchedUntil(1300));
    breaks(
        AfterLoss::isNotRenewed,
        cutOff().lost("A/1", 891, "UNREACHABLE").renewed("A/1", 1000).watchedUntil(1300));
    keeps(
        AfterLoss::isNotRenewed,
        cutOff().lost("A/1", 891, "UNREACHABLE").renewed("A/1", 895).watchedUntil(1300));
    saysNothing(
        AfterLoss::isNotRenewed, cutOff().lost("A/1", 891, "UNREACHABLE").watchedUntil(1000));
  }

  @Test
  void whatIsLostIsFreed() {
    keeps(AfterLoss::isFreed, lapsed().call("A/1", "release", 891, 892, "RELEASED"));
    breaks(AfterLoss::isFreed, lapsed().watchedUntil(1900));
    saysNothing(AfterLoss::isFreed, lapsed().watchedUntil(1700));
    Story once = lapsed().call("A/1", "release", 891, 892, "UNKNOWN");
    breaks(AfterLoss::isFreed, once.watchedUntil(1900));
    keeps(
        AfterLoss::isFreed,
        once.call("A/1", "release", 1000, 1001, "UNKNOWN")
            .call("A/1", "release", 1300, 1301, "UNKNOWN"));
    Story refused = got().call("A/1", "renew", 300, 301, "NOT_OWNER", "reason", "ABSENT");
    saysNothing(AfterLoss::isFreed, refused.lost("A/1", 302, "NOT_OWNER").watchedUntil(1900));
    Story revoked = got().call("A/1", "renew", 300, 301, "NOT_OWNER", "reason", "REVOKED");
    breaks(AfterLoss::isFreed, revoked.lost("A/1", 302, "REVOKED").watchedUntil(1900));
  }

  private static Story lapsed() {
    return cutOff().lost("A/1", 891, "UNREACHABLE");
  }

  @Test
  void theReasonIsWhatHappened() {
    keeps(Reasons::judge, lapsed());
    breaks(Reasons::judge, cutOff().lost("A/1", 891, "NOT_OWNER"));
    breaks(Reasons::judge, cutOff().lost("A/1", 891, "HOLD_LIMIT"));
    breaks(Reasons::judge, cutOff().lost("A/1", 500, "UNREACHABLE"));
    reason("ABSENT", "NOT_OWNER");
    reason("FOREIGN", "NOT_OWNER");
    reason("REVOKED", "REVOKED");
    reason("SESSION_ENDED", "SESSION_ENDED");
    keeps(Reasons::judge, asked(300, false).lost("A/1", 891, "HOLD_LIMIT"));
    // Its limit is at 312: an answer from after that extends nothing.
    keeps(Reasons::judge, asked(300, false).renewed("A/1", 314).lost("A/1", 891, "HOLD_LIMIT"));
    breaks(Reasons::judge, asked(300, false).renewed("A/1", 200).lost("A/1", 891, "HOLD_LIMIT"));
    breaks(Reasons::judge, asked(300, false).lost("A/1", 891, "UNREACHABLE"));
    breaks(Reasons::judge, asked(300, false).lost("A/1", 891, "LOCAL_PAUSE"));
    keeps(Reasons::judge, stalled(700, asked(300, false)).lost("A/1", 891, "LOCAL_PAUSE"));
    breaks(Reasons::judge, asked(0, true).lost("A/1", 840, "NOT_RENEWED"));
    keeps(Reasons::judge, stalled(8, asked(0, true)).lost("A/1", 840, "NOT_RENEWED"));
    keeps(Reasons::judge, asked(0, true).lost("A/1", 891, "NOT_RENEWED"));
    breaks(Reasons::judge, asked(0, true).lost("A/1", 891, "UNREACHABLE"));
    keeps(Reasons::judge, got().closed("A", 300).lost("A/1", 301, "CLIENT_CLOSED"));
    breaks(Reasons::judge, got().closed("A", 300).lost("A/1", 301, "UNREACHABLE"));
    breaks(Reasons::judge, cutOff().lost("A/1", 891, "CLIENT_CLOSED").closed("A", 900));
  }

  /** The machine stood still for 50 ms, until then. */
  private static Story stalled(long until, Story story) {
    return story.event(until, "kit", What.STALL, "", "", "took", 50_000_000);
  }

  private static void reason(String answer, String reason) {
    Story right = got().call("A/1", "renew", 300, 301, "NOT_OWNER", "reason", answer);
    keeps(Reasons::judge, right.lost("A/1", 302, reason));
    Story wrong = got().call("A/1", "renew", 300, 301, "NOT_OWNER", "reason", answer);
    breaks(Reasons::judge, wrong.lost("A/1", 302, "UNREACHABLE"));
  }

  private static Story asked(long maxHold, boolean byHand) {
    return got()
        .event(
            9,
            "A",
            What.ASKED,
            "n",
            "",
            "wait",
            0,
            "maxHold",
            maxHold * 1_000_000,
            "byHand",
            byHand);
  }

  @Test
  void whatNobodyDisturbsIsRenewedAndNotLost() {
    Story story = asked(0, false);
    for (long at = 310; at < 2100; at += 300) {
      story.renewed("A/1", at);
    }
    keeps(Undisturbed::judge, story.released("A/1", 2200));
    saysNothing(Undisturbed::judge, asked(0, false).renewed("A/1", 310).released("A/1", 600));
    breaks(Undisturbed::judge, asked(0, false).watchedUntil(600));
    breaks(Undisturbed::judge, asked(0, false).renewed("A/1", 310).watchedUntil(900));
    breaks(Undisturbed::judge, asked(0, false).renewed("A/1", 310).lost("A/1", 400, "NOT_OWNER"));
    saysNothing(Undisturbed::judge, asked(0, true).watchedUntil(2000));
    saysNothing(Undisturbed::judge, asked(500, false).watchedUntil(2000));
    Story cut = asked(0, false).event(20, "A", What.FAULT, "n", "A/1", "fault", "LOSE_REQUEST");
    saysNothing(Undisturbed::judge, cut.watchedUntil(2000));
    Story other =
        asked(0, false).event(20, "B", What.FAULT, "m", "", "fault", "LOSE_REQUEST", "target", "B");
    breaks(Undisturbed::judge, other.watchedUntil(2000));
    breaks(Undisturbed::judge, withFaultOfAnotherName("ACQUIRE").watchedUntil(2000));
    saysNothing(Undisturbed::judge, withFaultOfAnotherName("RENEW").watchedUntil(2000));
    doubts(Undisturbed::judge, asked(0, false).watchedUntil(2000).gap("B"));
  }

  private static Story withFaultOfAnotherName(String call) {
    return asked(0, false)
        .event(
            20, "A", What.FAULT, "m", "A/9", "fault", "LOSE_ANSWER", "call", call, "phase", "call");
  }
}
