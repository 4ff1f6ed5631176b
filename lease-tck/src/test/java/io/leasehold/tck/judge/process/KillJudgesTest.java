package io.leasehold.tck.judge.process;

import static io.leasehold.tck.judge.process.Judging.fails;
import static io.leasehold.tck.judge.process.Judging.passes;
import static io.leasehold.tck.judge.process.Judging.saysNothing;

import io.leasehold.tck.history.What;
import org.junit.jupiter.api.Test;

/** Killed holders, judged on histories that are made by hand. */
class KillJudgesTest {

  /** A has renewed at 340 (ttl over at 1340, at the store at the latest at 1342) and is killed. */
  private static Story killed() {
    return new Story().takes(10, "a1").calls(340, "a1", "renew", "RENEWED").killed(500, "A");
  }

  @Test
  void aTakeoverInTimePasses() {
    Story story = killed().asks(600, "B").granted(1345, "b2");
    passes(HaltedTakeover::killedInTime, story);
    passes(HaltedTakeover::killedNotEarly, story);
  }

  @Test
  void aLateTakeoverIsFound() {
    fails(HaltedTakeover::killedInTime, killed().asks(600, "B").granted(1700, "b2"));
  }

  @Test
  void whoAsksLateIsServedLate() {
    passes(HaltedTakeover::killedInTime, killed().asks(1690, "B").granted(1700, "b2"));
  }

  @Test
  void aMachineThatStoodStillIsAnExcuse() {
    passes(
        HaltedTakeover::killedInTime,
        killed()
            .asks(600, "B")
            .of("kit", 1690, What.STALL, "took", 300_000_000L)
            .granted(1700, "b2"));
  }

  @Test
  void anAttemptThatFindsTheDeadOwnerTooLateIsFound() {
    fails(
        HaltedTakeover::killedInTime,
        killed()
            .asks(600, "B")
            .calls(1400, "b9", "acquire", "BUSY", "holder", "a1")
            .granted(1450, "b2"));
  }

  @Test
  void aNameThatIsNeverGrantedIsFound() {
    fails(HaltedTakeover::killedInTime, killed().asks(600, "B").fails(4000, "B", 3400));
  }

  @Test
  void nobodyAskedSoNothingIsSaid() {
    saysNothing(HaltedTakeover::killedInTime, killed());
  }

  @Test
  void anUnansweredRenewalMayHaveBeenExecuted() {
    Story story =
        new Story()
            .takes(10, "a1")
            .calls(340, 0, "a1", "renew", "")
            .killed(500, "A")
            .asks(600, "B")
            .granted(1600, "b2");
    passes(HaltedTakeover::killedInTime, story);
    passes(HaltedTakeover::killedNotEarly, story);
  }

  @Test
  void anEarlyTakeoverIsFound() {
    fails(HaltedTakeover::killedNotEarly, killed().asks(600, "B").granted(1300, "b2"));
  }

  @Test
  void whatWasLetGoBeforeTheDeathIsFree() {
    Story story =
        new Story()
            .takes(10, "a1")
            .sees(100, "a1", What.LET)
            .calls(100, "a1", "release", "RELEASED")
            .killed(500, "A")
            .takes(600, "b2");
    saysNothing(HaltedTakeover::killedNotEarly, story);
    saysNothing(HaltedTakeover::killedInTime, story);
  }

  @Test
  void theStoreForgetsTheDead() {
    passes(DeadOwners::judge, killed().looks(900, "a1", 440).looks(1400, "", -1));
    fails(DeadOwners::judge, killed().looks(1400, "a1", 300));
    saysNothing(DeadOwners::judge, killed().looks(900, "a1", 440));
  }

  @Test
  void theLeasesOfOthersLiveOn() {
    Story holds = killed().takes(100, "c3").sees(1600, "c3", What.LET);
    passes(Bystanders::judge, holds);
    fails(
        Bystanders::judge,
        killed()
            .takes(100, "c3")
            .sees(600, "c3", What.LOST, "reason", "NOT_OWNER")
            .sees(1600, "c3", What.LET));
  }

  @Test
  void aGapLeavesADoubt() {
    saysNothing(
        HaltedTakeover::killedNotEarly,
        killed().of("A", 501, What.GAP, "reason", "clocks").asks(600, "B").granted(700, "b2"));
  }

  @Test
  void aKilledProcessHasToldAllThatItDid() {
    fails(
        HaltedTakeover::killedNotEarly,
        killed().of("A", 501, What.GAP, "reason", "killed").asks(600, "B").granted(700, "b2"));
  }
}
