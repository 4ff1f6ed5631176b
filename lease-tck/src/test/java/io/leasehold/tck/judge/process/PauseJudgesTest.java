package io.leasehold.tck.judge.process;

import static io.leasehold.tck.judge.process.Judging.fails;
import static io.leasehold.tck.judge.process.Judging.passes;
import static io.leasehold.tck.judge.process.Judging.saysNothing;

import io.leasehold.tck.history.What;
import org.junit.jupiter.api.Test;

/** Holders that stand still, judged on histories that are made by hand. */
class PauseJudgesTest {

  /** A stands still from 200 to 1500; its ttl is over at 1010; B has it from 1020 on. */
  private static Story paused() {
    return new Story()
        .takes(10, "a1")
        .sees(190, "a1", What.HELD)
        .asks(300, "B")
        .granted(1020, "b2")
        .stopped(200, 1500, "A");
  }

  @Test
  void theFirstLookSaysNotHeld() {
    passes(WokenReads::judge, paused().sees(1506, "a1", What.NOT_HELD, "took", 1_000L));
    fails(WokenReads::judge, paused().sees(1506, "a1", What.HELD));
    saysNothing(WokenReads::judge, paused());
  }

  @Test
  void aLookThatTakesLongHasAskedSomebody() {
    fails(WokenReads::judge, paused().sees(1990, "a1", What.NOT_HELD, "took", 480_000_000L));
    fails(WokenReads::judge, paused().sees(1990, "a1", What.NOT_HELD, "took", 1_900_000_000L));
    passes(WokenReads::judge, paused().sees(1506, "a1", What.NOT_HELD, "took", 1_310_000_000L));
  }

  @Test
  void aPauseThatIsTooShortToEndALeaseIsNoMatterOfLooks() {
    saysNothing(
        WokenReads::judge,
        new Story().takes(10, "a1").stopped(200, 900, "A").sees(901, "a1", What.HELD));
  }

  @Test
  void aTakeoverFromAStoppedHolderIsInTime() {
    passes(HaltedTakeover::stopped, paused());
    fails(
        HaltedTakeover::stopped,
        new Story().takes(10, "a1").asks(300, "B").granted(900, "b2").stopped(200, 1500, "A"));
    fails(
        HaltedTakeover::stopped,
        new Story().takes(10, "a1").asks(300, "B").granted(1400, "b2").stopped(200, 1500, "A"));
  }

  @Test
  void theFencedResourceRefusesLateWrites() {
    Story written = paused().writes(20, "a1", true, true).writes(1030, "b2", true, true);
    passes(LateWrites::fenced, written.writes(1510, "a1", true, false));
    fails(
        LateWrites::fenced, paused().writes(1030, "b2", true, true).writes(1510, "a1", true, true));
    fails(LateWrites::fenced, paused().writes(1030, "b2", true, false));
    saysNothing(LateWrites::fenced, paused().writes(1030, "b2", true, true));
  }

  @Test
  void theUnfencedResourceShowsTheDanger() {
    Story written = paused().writes(1030, "b2", false, true);
    passes(LateWrites::unfenced, written.writes(1510, "a1", false, true));
    fails(LateWrites::unfenced, paused().writes(1030, "b2", false, true));
  }

  private static Story told() {
    return paused().sees(1508, "a1", What.LOST, "reason", "LOCAL_PAUSE");
  }

  @Test
  void aLossIsToldOnceAtOnceAndWithAReason() {
    passes(ToldWhenWoken::judge, told().sees(1509, "a1", What.ENDED, "state", "LOST"));
    fails(ToldWhenWoken::judge, paused().sees(1509, "a1", What.ENDED, "state", "LOST"));
    fails(
        ToldWhenWoken::judge,
        told()
            .sees(1509, "a1", What.LOST, "reason", "LOCAL_PAUSE")
            .sees(1509, "a1", What.ENDED, "state", "LOST"));
    fails(
        ToldWhenWoken::judge,
        paused()
            .sees(1900, "a1", What.LOST, "reason", "LOCAL_PAUSE")
            .sees(1901, "a1", What.ENDED, "state", "LOST"));
    fails(
        ToldWhenWoken::judge,
        paused()
            .sees(1508, "a1", What.LOST, "reason", "CLIENT_CLOSED")
            .sees(1509, "a1", What.ENDED, "state", "LOST"));
    fails(ToldWhenWoken::judge, told());
  }

  /** B renews at 1350; A's renewal comes late, at 1510. */
  private static Story late() {
    return late(1700);
  }

  private static Story late(double let) {
    return paused()
        .calls(1350, "b2", "renew", "RENEWED")
        .calls(199, 1512, "a1", "renew", "NOT_OWNER")
        .sees(let, "b2", What.LET);
  }

  @Test
  void aSuccessorIsNotTouched() {
    passes(Successors::judge, late().looks(1520, "b2", 830));
    fails(Successors::judge, late().looks(1520, "", -1));
    fails(Successors::judge, late().looks(1520, "a1", 900));
    fails(Successors::judge, late().looks(1520, "b2", 990));
    passes(Successors::judge, late().looks(1520, "b2", 990).watched());
    fails(Successors::judge, late().looks(1520, "a1", 990).watched());
    fails(Successors::judge, late().sees(1600, "b2", What.LOST, "reason", "NOT_OWNER"));
    fails(Successors::judge, late(3000).looks(2300, "a1", 900));
    passes(Successors::judge, late(3000).looks(2400, "a1", 900)); // its own ttl was over at 2350
  }

  @Test
  void withoutAnythingLateASuccessorProvesNothing() {
    saysNothing(Successors::judge, paused().looks(1520, "b2", 490).sees(1700, "b2", What.LET));
  }

  @Test
  void aShortPauseCostsNothing() {
    Story kept = new Story().takes(10, "a1").stopped(200, 400, "A");
    passes(ShortPauses::judge, kept.sees(1500, "a1", What.LET));
    fails(
        ShortPauses::judge,
        new Story()
            .takes(10, "a1")
            .stopped(200, 400, "A")
            .sees(401, "a1", What.NOT_HELD)
            .sees(1500, "a1", What.LET));
    saysNothing(ShortPauses::judge, new Story().takes(10, "a1").stopped(200, 950, "A"));
  }

  private static Story stepped(long apart) {
    return new Story()
        .takes(10, "a1")
        .of(
            "A",
            300,
            What.FAULT,
            "fault",
            "CLOCK_STEP",
            "target",
            "A",
            "phase",
            "call",
            "hours",
            1,
            "apart",
            apart);
  }

  @Test
  void aStepOfTheClockCostsNothing() {
    long hour = 3_600_000;
    passes(ClockSteps::judge, stepped(hour).sees(1500, "a1", What.LET));
    fails(
        ClockSteps::judge, stepped(hour).sees(310, "a1", What.NOT_HELD).sees(1500, "a1", What.LET));
    fails(ClockSteps::judge, stepped(hour).takes(500, "b2").sees(1500, "a1", What.LET));
    fails(ClockSteps::judge, stepped(hour).looks(500, "", -1).sees(1500, "a1", What.LET));
    saysNothing(ClockSteps::judge, stepped(0).sees(1500, "a1", What.LET));
  }

  @Test
  void aStallExcusesOnlyWhatHasLapsed() {
    Story stalled = stepped(3_600_000).of("kit", 1_000, What.STALL, "took", 690_000_000L);
    saysNothing(
        ClockSteps::judge, stalled.sees(1_001, "a1", What.NOT_HELD).sees(1500, "a1", What.LET));
    fails(
        ClockSteps::judge,
        stepped(3_600_000)
            .of("kit", 1_000, What.STALL, "took", 690_000_000L)
            .sees(700, "a1", What.NOT_HELD)
            .sees(1500, "a1", What.LET));
  }
}
