package io.leasehold.tck.judge;

import static io.leasehold.tck.judge.Verdicts.breaks;
import static io.leasehold.tck.judge.Verdicts.keeps;
import static io.leasehold.tck.judge.Verdicts.saysNothing;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.time.RemainingTime;
import io.leasehold.tck.judge.time.Resurrection;
import io.leasehold.tck.judge.time.SawTooth;
import io.leasehold.tck.judge.time.StoreExpiry;
import org.junit.jupiter.api.Test;

/** A's first ttl runs from 10 to 910. */
class TimeJudgesTest {

  private static final long MS = 1_000_000;

  private static Story got() {
    return new Story().got("A/1", 10, 12, 1);
  }

  /** The store's word within a millisecond. */
  private static Story left(Story story, long at, String owner, long remaining) {
    return story.event(
        at + 1,
        "eye",
        What.STORE,
        "n",
        owner,
        "asked",
        at * MS,
        "remaining",
        remaining < 0 ? remaining : remaining * MS);
  }

  private static Story refused(Story story, long at) {
    return story.call("B/" + at, "acquire", at, at + 1, "BUSY");
  }

  private static Story arrives(Story story, String owner, long at) {
    String by = owner.substring(0, 1);
    return story.event(
        at,
        by,
        What.FAULT,
        "n",
        owner,
        "fault",
        "ARRIVED",
        "call",
        "RENEW",
        "target",
        by,
        "phase",
        "call",
        "began",
        (at - 1) * MS);
  }

  @Test
  void theStoreKeepsWhatTheHolderWasTold() {
    keeps(RemainingTime::judge, left(got(), 100, "A/1", 810));
    keeps(RemainingTime::judge, left(got(), 100, "A/1", 805)); // the clocks' error
    breaks(RemainingTime::judge, left(got(), 100, "A/1", 795));
    breaks(RemainingTime::judge, left(got(), 100, "", -1));
    breaks(RemainingTime::judge, left(got(), 100, "B/1", 900));
    keeps(RemainingTime::judge, left(got().renewed("A/1", 300), 400, "A/1", 800));
    breaks(RemainingTime::judge, left(got().renewed("A/1", 300), 400, "A/1", 510));
  }

  @Test
  void nothingIsOwedOnceItIsOverOrGivenUp() {
    saysNothing(RemainingTime::judge, left(got(), 920, "", -1));
    saysNothing(RemainingTime::judge, left(got().released("A/1", 90), 100, "", -1));
    saysNothing(
        RemainingTime::judge,
        left(got().event(50, "kit", What.SENT, "n", "", "call", "revoke"), 100, "", -1));
  }

  @Test
  void aStoreThatDoesNotTellIsNotJudged() {
    Judgement judgement = RemainingTime.judge(left(got(), 100, "A/1", -1).history());
    assertThat(judgement.decisive()).isZero();
    assertThat(judgement.pointless()).isNotEmpty();
  }

  @Test
  void theTeethAreOfOneHeight() {
    Story even = left(left(got(), 20, "A/1", 890).renewed("A/1", 300), 310, "A/1", 890);
    keeps(SawTooth::judge, even);
    Story odd = left(left(got(), 20, "A/1", 890).renewed("A/1", 300), 310, "A/1", 1_790);
    breaks(SawTooth::judge, odd);
    saysNothing(SawTooth::judge, left(got(), 20, "A/1", 890));
  }

  @Test
  void whatOthersAskMovesNothing() {
    Story still = left(refused(left(got(), 100, "A/1", 810), 150), 200, "A/1", 710);
    keeps(StoreExpiry::others, still);
    breaks(StoreExpiry::others, left(refused(left(got(), 100, "A/1", 810), 150), 200, "A/1", 600));
    breaks(StoreExpiry::others, left(refused(left(got(), 100, "A/1", 810), 150), 200, "A/1", 850));
    saysNothing(StoreExpiry::others, left(left(got(), 100, "A/1", 810), 200, "A/1", 850));
  }

  @Test
  void itsOwnRenewalsMoveTheEndByTheirTtlAndNoMore() {
    Story renewed = refused(left(got(), 100, "A/1", 810).renewed("A/1", 150), 160);
    keeps(StoreExpiry::others, left(renewed, 200, "A/1", 850));
    Story twice = refused(left(got(), 100, "A/1", 810).renewed("A/1", 150), 160);
    breaks(StoreExpiry::others, left(twice, 200, "A/1", 1_700));
    Story unknown =
        refused(left(got(), 100, "A/1", 810).call("A/1", "renew", 150, 155, "UNKNOWN"), 160);
    keeps(StoreExpiry::others, left(unknown, 200, "A/1", 850));
    Story refusedOne =
        refused(left(got(), 100, "A/1", 810).call("A/1", "renew", 150, 155, "REFUSED"), 160);
    breaks(StoreExpiry::others, left(refusedOne, 200, "A/1", 850));
  }

  @Test
  void aLateRenewalOfItsOwnAddsOneTtlFromItsExecution() {
    Story own = arrives(left(got(), 100, "A/1", 810), "A/1", 150);
    keeps(StoreExpiry::lateRenewals, left(own, 200, "A/1", 850));
    Story longer = arrives(left(got(), 100, "A/1", 810), "A/1", 150);
    breaks(StoreExpiry::lateRenewals, left(longer, 200, "A/1", 900));
    Story shorter = arrives(left(got(), 100, "A/1", 810), "A/1", 150);
    breaks(StoreExpiry::lateRenewals, left(shorter, 200, "A/1", 600));
  }

  @Test
  void aLateRenewalOfAnotherChangesNothing() {
    Story still = arrives(left(got(), 100, "A/1", 810), "C/1", 150);
    keeps(StoreExpiry::lateRenewals, left(still, 200, "A/1", 710));
    Story longer = arrives(left(got(), 100, "A/1", 810), "C/1", 150);
    breaks(StoreExpiry::lateRenewals, left(longer, 200, "A/1", 850));
    saysNothing(StoreExpiry::others, left(longer, 201, "A/1", 850));
  }

  @Test
  void whatDiedByItsTtlStaysDead() {
    keeps(Resurrection::judge, left(arrives(got(), "A/1", 950), 960, "", -1));
    breaks(Resurrection::judge, left(arrives(got(), "A/1", 950), 960, "A/1", 890));
    // A request that arrives before the end extends it, and it dies later.
    saysNothing(Resurrection::judge, left(arrives(got(), "A/1", 500), 960, "A/1", 440));
    breaks(Resurrection::judge, left(arrives(got(), "A/1", 500), 1_500, "A/1", 10));
    saysNothing(Resurrection::judge, left(got().with("lag", 100), 960, "A/1", 0));
  }
}
