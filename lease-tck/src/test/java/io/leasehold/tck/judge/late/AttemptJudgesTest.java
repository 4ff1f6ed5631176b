package io.leasehold.tck.judge.late;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judge;
import io.leasehold.tck.judge.Judgement;
import org.junit.jupiter.api.Test;

/** Attempts without an answer, judged on histories that are made by hand. */
class AttemptJudgesTest {

  private static Tale unanswered() {
    return new Tale().slow(10, "a1", "acquire", "UNKNOWN", 300).told(9_000, "A", What.CLOSE);
  }

  private static void passes(Judge judge, Tale tale) {
    Judgement judgement = judge.judge(tale.history());
    assertThat(judgement.findings()).isEmpty();
    assertThat(judgement.decisive()).isPositive();
  }

  private static void fails(Judge judge, Tale tale) {
    assertThat(judge.judge(tale.history()).findings()).isNotEmpty();
  }

  private static void saysNothing(Judge judge, Tale tale) {
    Judgement judgement = judge.judge(tale.history());
    assertThat(judgement.findings()).isEmpty();
    assertThat(judgement.decisive()).isZero();
  }

  @Test
  void anOrphanMayStandForOneTtl() {
    passes(Orphans::judge, unanswered().look(1_300, "a1", 5).look(1_400, "", -1));
  }

  @Test
  void anOrphanThatStandsLongerIsFound() {
    fails(Orphans::judge, unanswered().look(1_320, "a1", 500));
    fails(
        Orphans::judge,
        unanswered().call(1_330, "b1", "acquire", "BUSY", "holder", "a1").look(1_400, "", -1));
  }

  @Test
  void anOrphanCountsFromItsArrival() {
    passes(
        Orphans::judge,
        unanswered().arrived(900, "a1", "ACQUIRE", Tale.GRANTED).look(1_800, "a1", 90));
    fails(
        Orphans::judge,
        unanswered().arrived(900, "a1", "ACQUIRE", Tale.GRANTED).look(1_920, "a1", 90));
  }

  @Test
  void anOrphanThatIsRenewedIsFound() {
    fails(Orphans::judge, unanswered().call(400, "a1", "renew", "RENEWED"));
  }

  @Test
  void aSessionKeepsAnOrphanUntilItsAbandon() {
    Tale tale = new Tale("SESSION").slow(10, "a1", "acquire", "UNKNOWN", 300);
    passes(Orphans::judge, tale.look(2_000, "a1", 500));
  }

  @Test
  void whatArrivesAfterItsAbandonIsRefused() {
    Tale tale = unanswered().call(320, "a1", "abandon", "ABANDONED");
    passes(Zombies::judge, tale.arrived(500, "a1", "ACQUIRE", "Refused[...]").look(510, "", -1));
  }

  @Test
  void whatArrivesAfterItsAbandonAndIsGrantedIsFound() {
    Tale granted = unanswered().call(320, "a1", "abandon", "ABANDONED");
    fails(Zombies::judge, granted.arrived(500, "a1", "ACQUIRE", Tale.GRANTED));
    Tale secretly = unanswered().call(320, "a1", "abandon", "ABANDONED");
    fails(
        Zombies::judge,
        secretly.arrived(500, "a1", "ACQUIRE", "Unknown[...]").look(510, "a1", 900));
  }

  @Test
  void whatArrivesBeforeItsAbandonIsAnswered_isNoZombie() {
    saysNothing(
        Zombies::judge,
        unanswered()
            .arrived(315, "a1", "ACQUIRE", Tale.GRANTED)
            .call(320, "a1", "abandon", "ABANDONED"));
    saysNothing(
        Zombies::judge,
        unanswered()
            .call(320, "a1", "abandon", "UNKNOWN")
            .arrived(500, "a1", "ACQUIRE", Tale.GRANTED));
  }

  @Test
  void whatNobodyGotIsGivenBack() {
    passes(
        GivenBack::judge, unanswered().call(320, "a1", "abandon", "ABANDONED").look(330, "", -1));
    passes(
        GivenBack::judge,
        new Tale()
            .call(10, "a1", "acquire", "GRANTED")
            .call(20, "a1", "release", "RELEASED")
            .told(9_000, "A", What.CLOSE));
  }

  @Test
  void whatIsNeverGivenBackOrStaysIsFound() {
    fails(GivenBack::judge, unanswered());
    fails(
        GivenBack::judge,
        new Tale().call(10, "a1", "acquire", "GRANTED").told(9_000, "A", What.CLOSE));
    fails(
        GivenBack::judge,
        unanswered().call(320, "a1", "abandon", "ABANDONED").look(330, "a1", 900));
  }

  @Test
  void aClosedClientGivesBackInItsOwnWay() {
    saysNothing(
        GivenBack::judge,
        new Tale().call(10, "a1", "acquire", "UNKNOWN").told(20, "A", What.CLOSE));
  }

  @Test
  void anAbandonIsRepeated() {
    passes(
        GivenBack::ofAbandons,
        unanswered()
            .call(320, "a1", "abandon", "REFUSED")
            .call(370, "a1", "abandon", "UNKNOWN")
            .call(450, "a1", "abandon", "ABANDONED"));
    fails(GivenBack::ofAbandons, unanswered().call(320, "a1", "abandon", "UNKNOWN"));
  }

  @Test
  void thePausesBetweenAbandonsMayGrow() {
    passes(
        GivenBack::ofAbandons,
        unanswered()
            .call(320, "a1", "abandon", "UNKNOWN")
            .call(800, "a1", "abandon", "UNKNOWN")
            .call(2_600, "a1", "abandon", "ABANDONED"));
  }

  @Test
  void anOwnerIsSentOnce() {
    passes(OwnersOnce::judge, unanswered().call(400, "a2", "acquire", "GRANTED"));
    fails(OwnersOnce::judge, unanswered().call(400, "a1", "acquire", "GRANTED"));
  }

  @Test
  void theCallerIsToldWhatIsKnown() {
    passes(Refusals::judge, asked(0, "REFUSED").told(30, "A", What.FAILED, "code", "REFUSED"));
    passes(Refusals::judge, asked(0, "UNKNOWN").told(30, "A", What.FAILED, "code", "UNAVAILABLE"));
    fails(Refusals::judge, asked(0, "REFUSED").told(30, "A", What.FAILED, "code", "UNAVAILABLE"));
    fails(Refusals::judge, asked(0, "UNKNOWN").told(30, "A", What.FAILED, "code", "REFUSED"));
    passes(Refusals::judge, asked(0, "THREW").told(30, "A", What.FAILED, "code", "UNAVAILABLE"));
    fails(Refusals::judge, asked(0, "THREW").told(30, "A", What.FAILED, "code", "REFUSED"));
    saysNothing(Refusals::judge, asked(0, "BUSY").told(30, "A", What.FAILED, "code", "CONTENDED"));
  }

  @Test
  void aWaitingCallerIsServedByAnotherAttempt() {
    passes(Refusals::judge, asked(2_000, "REFUSED").taken(100, "a2"));
    fails(
        Refusals::judge, asked(2_000, "REFUSED").told(2_020, "A", What.FAILED, "code", "REFUSED"));
  }

  private static Tale asked(long wait, String outcome) {
    return new Tale()
        .told(10, "A", What.ASKED, "wait", wait * 1_000_000)
        .call(12, "a1", "acquire", outcome);
  }

  @Test
  void whoGivesUpLeavesNothing() {
    passes(GaveUp::judge, gaveUp().call(150, "a1", "abandon", "ABANDONED").look(200, "", -1));
    passes(GaveUp::judge, gaveUp().call(150, "a1", "release", "RELEASED").look(200, "", -1));
  }

  @Test
  void whatIsLeftBehindIsFound() {
    fails(GaveUp::judge, gaveUp());
    Tale asksOn = gaveUp().call(150, "a1", "abandon", "ABANDONED");
    fails(GaveUp::judge, asksOn.call(400, "a2", "acquire", "BUSY"));
    Tale renews = gaveUp().call(900, "a1", "renew", "RENEWED");
    fails(GaveUp::judge, renews.call(950, "a1", "release", "RELEASED"));
  }

  private static Tale gaveUp() {
    return new Tale()
        .told(10, "A", What.ASKED, "wait", 2_000_000_000L)
        .slow(12, "a1", "acquire", "GRANTED", 130)
        .told(100, "A", What.FAILED, "code", "CANCELLED", "took", 90_000_000)
        .told(9_000, "A", What.CLOSE);
  }

  @Test
  void aFlagThatIsGoneIsFound() {
    passes(GaveUp::ofFlags, new Tale().told(10, "A", What.INTERRUPT, "phase", "kept"));
    fails(GaveUp::ofFlags, new Tale().told(10, "A", What.INTERRUPT, "phase", "swallowed"));
    saysNothing(GaveUp::ofFlags, new Tale().told(10, "A", What.INTERRUPT, "phase", "sent"));
  }
}
