package io.leasehold.tck.judge;

import static io.leasehold.tck.judge.Verdicts.breaks;
import static io.leasehold.tck.judge.Verdicts.doubts;
import static io.leasehold.tck.judge.Verdicts.keeps;
import static io.leasehold.tck.judge.Verdicts.saysNothing;

import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.cut.BoundedCalls;
import io.leasehold.tck.judge.cut.FormerHolder;
import io.leasehold.tck.judge.cut.ShortCuts;
import io.leasehold.tck.judge.cut.SlowWays;
import io.leasehold.tck.judge.cut.Takeovers;
import io.leasehold.tck.judge.cut.ToldInTime;
import io.leasehold.tck.judge.cut.WorksAgain;
import org.junit.jupiter.api.Test;

/** A has the name from 10; its ttl ends at 910, its validity at 890. */
class CutJudgesTest {

  private static final long MS = 1_000_000;

  private static Story phase(Story story, String fault, String phase, long at, Object... more) {
    Object[] facts = new Object[6 + more.length];
    System.arraycopy(new Object[] {"fault", fault, "target", "A", "phase", phase}, 0, facts, 0, 6);
    System.arraycopy(more, 0, facts, 6, more.length);
    return story.event(at, "kit", What.FAULT, "", "", facts);
  }

  private static Story cut(String fault, long begin, long end) {
    Story story = phase(new Story().got("A/1", 10, 12, 1), fault, "begin", begin);
    return phase(story, fault, "end", end);
  }

  private static Story cut() {
    return cut("BLACK_HOLE", 100, 1_500);
  }

  private static Story waits(Story story, String by, long at, long wait) {
    return story.event(at, by, What.ASKED, "n", "", "wait", wait * MS, "ttl", 900 * MS);
  }

  private static Story stall(Story story, long at, long took) {
    return story.event(at, "kit", What.STALL, "", "", "took", took * MS);
  }

  @Test
  void whoIsCutOffIsToldBeforeItsTtlEnds() {
    keeps(ToldInTime::judge, cut().lost("A/1", 890, "UNREACHABLE").watchedUntil(2_000));
    breaks(ToldInTime::judge, cut().lost("A/1", 920, "UNREACHABLE").watchedUntil(2_000));
    breaks(ToldInTime::judge, cut().watchedUntil(2_000));
    keeps(ToldInTime::judge, stall(cut().lost("A/1", 930, "UNREACHABLE"), 925, 30));
    saysNothing(ToldInTime::judge, cut().released("A/1", 800).watchedUntil(2_000));
    Story whole = new Story().got("A/1", 10, 12, 1).watchedUntil(2_000);
    saysNothing(ToldInTime::judge, whole);
  }

  @Test
  void whoIsCutOffIsToldBeforeARivalHasTheName() {
    Story early = cut().got("B/1", 600, 601, 2).lost("A/1", 890, "UNREACHABLE");
    breaks(ToldInTime::judge, early.watchedUntil(2_000));
    // An answer that the engine believed and the store never gave: the rival proves it.
    Story believed = cut().renewed("A/1", 700).got("B/1", 920, 921, 2);
    breaks(ToldInTime::judge, believed.lost("A/1", 1_580, "UNREACHABLE").watchedUntil(2_000));
  }

  @Test
  void aRivalGetsTheNameAfterTheLastPossibleEnd() {
    Story soon = waits(cut(), "B", 50, 5_000).lost("A/1", 890, "UNREACHABLE");
    keeps(Takeovers::judge, soon.got("B/1", 1_000, 1_001, 2));
    Story late = waits(cut(), "B", 50, 5_000).lost("A/1", 890, "UNREACHABLE");
    breaks(Takeovers::judge, late.got("B/1", 1_400, 1_401, 2));
    Story unknown = waits(cut(), "B", 50, 5_000).call("A/1", "renew", 310, 410, "UNKNOWN");
    keeps(Takeovers::judge, unknown.lost("A/1", 890, "UNREACHABLE").got("B/1", 1_400, 1_401, 2));
    Story never = waits(cut(), "B", 50, 5_000).lost("A/1", 890, "UNREACHABLE");
    breaks(Takeovers::judge, never.watchedUntil(6_000));
    Story impatient = waits(cut(), "B", 50, 100).lost("A/1", 890, "UNREACHABLE");
    saysNothing(
        Takeovers::judge, impatient.event(150, "B", What.FAILED, "n", "", "code", "CONTENDED"));
  }

  @Test
  void callsReturnWithinTheirBound() {
    keeps(BoundedCalls::judge, cut().call("A/1", "renew", 310, 410, "UNKNOWN"));
    breaks(BoundedCalls::judge, cut().call("A/1", "renew", 310, 910, "UNKNOWN"));
    Story busy = stall(cut().call("A/1", "renew", 310, 910, "UNKNOWN"), 800, 480);
    keeps(BoundedCalls::judge, busy);
    Story hangs =
        cut()
            .event(310, "A", What.SENT, "n", "A/1", "call", "renew", "number", 77)
            .watchedUntil(2_000);
    breaks(BoundedCalls::judge, hangs);
    saysNothing(
        BoundedCalls::judge, cut("BLACK_HOLE", 600, 700).call("A/1", "renew", 310, 311, "RENEWED"));
  }

  @Test
  void aContendersOwnBoundCounts() {
    Story own = cut().call("A/1", "renew", 310, 910, "UNKNOWN");
    keeps(
        BoundedCalls::judge,
        own.event(0, "A", What.NOTE, "", "", "text", "own", "callTimeout", 1_000 * MS));
  }

  @Test
  void theSameClientWorksAgain() {
    Story asked = waitsForAnother(cut(), 1_510);
    keeps(
        WorksAgain::judge,
        asked.event(1_600, "A", What.GOT, "other", "A/2", "token", 2, "ttl", 900 * MS));
    Story fails = waitsForAnother(cut(), 1_510);
    breaks(
        WorksAgain::judge,
        fails.event(2_410, "A", What.FAILED, "other", "", "code", "UNAVAILABLE"));
    breaks(WorksAgain::judge, waitsForAnother(cut(), 1_510).watchedUntil(3_000));
    Story again = waitsForAnother(cut(), 1_510);
    saysNothing(WorksAgain::judge, phase(again, "BLACK_HOLE", "begin", 1_700));
  }

  private static Story waitsForAnother(Story story, long at) {
    return story.event(at, "A", What.ASKED, "other", "", "wait", 900 * MS, "ttl", 900 * MS);
  }

  @Test
  void aFormerHolderNeverHasItAgain() {
    Story told = cut().lost("A/1", 890, "UNREACHABLE");
    keeps(FormerHolder::judge, told);
    breaks(
        FormerHolder::judge, cut().lost("A/1", 890, "UNREACHABLE").seen(1_600, What.HELD, "A/1"));
    Story rival = cut().lost("A/1", 890, "UNREACHABLE").got("B/1", 920, 921, 2);
    keeps(
        FormerHolder::judge,
        rival.call("A/1", "release", 1_510, 1_511, "NOT_OWNER", "reason", "FOREIGN"));
    Story hit = cut().lost("A/1", 890, "UNREACHABLE").got("B/1", 920, 921, 2);
    breaks(FormerHolder::judge, hit.call("A/1", "release", 1_510, 1_511, "RELEASED"));
  }

  @Test
  void whoIsNotCutOffLosesNothing() {
    Story other = cut().lost("A/1", 890, "UNREACHABLE").got("B/1", 920, 921, 2);
    breaks(FormerHolder::judge, other.lost("B/1", 1_200, "NOT_OWNER"));
    Story gone = cut().lost("A/1", 890, "UNREACHABLE").got("B/1", 920, 921, 2);
    breaks(FormerHolder::judge, gone.look(1_000, 1_001, "", 0));
    Story busy = cut().lost("A/1", 890, "UNREACHABLE").got("B/1", 920, 921, 2);
    doubts(FormerHolder::judge, stall(busy.lost("B/1", 1_800, "UNREACHABLE"), 1_700, 700));
  }

  @Test
  void aShortCutCostsNoLease() {
    keeps(ShortCuts::judge, cut("BLACK_HOLE", 300, 390).watchedUntil(1_500));
    breaks(ShortCuts::judge, cut("BLACK_HOLE", 300, 390).lost("A/1", 890, "UNREACHABLE"));
    saysNothing(ShortCuts::judge, cut("BLACK_HOLE", 300, 450).lost("A/1", 890, "UNREACHABLE"));
    Story busy = cut("BLACK_HOLE", 300, 390).lost("A/1", 890, "UNREACHABLE");
    doubts(ShortCuts::judge, stall(busy, 700, 300));
  }

  private static Story slow(long roundTrip, long spread) {
    Story story = new Story().got("A/1", 10, 12, 1);
    return phase(story, "DELAY", "begin", 100, "roundTrip", roundTrip * MS, "spread", spread * MS);
  }

  @Test
  void aSlowWayThatIsCoveredCostsNoLease() {
    keeps(SlowWays::varying, slow(80, 20).watchedUntil(3_000));
    breaks(SlowWays::varying, slow(80, 20).lost("A/1", 890, "UNREACHABLE"));
    saysNothing(SlowWays::varying, slow(80, 0).lost("A/1", 890, "UNREACHABLE"));
    breaks(SlowWays::steady, slow(80, 0).lost("A/1", 890, "UNREACHABLE"));
    saysNothing(SlowWays::steady, slow(200, 0).lost("A/1", 890, "UNREACHABLE"));
    doubts(SlowWays::varying, stall(slow(80, 20).lost("A/1", 890, "UNREACHABLE"), 600, 50));
  }

  @Test
  void tooFarIsToldInTimeAndAsWhatItIs() {
    keeps(ToldInTime::tooFar, slow(300, 0).lost("A/1", 890, "UNREACHABLE").watchedUntil(2_000));
    breaks(ToldInTime::tooFar, slow(300, 0).lost("A/1", 1_000, "UNREACHABLE").watchedUntil(2_000));
    keeps(SlowWays::notCovered, asksFar("UNAVAILABLE"));
    breaks(SlowWays::notCovered, asksFar("CONTENDED"));
    Story free = waits(asksFar("UNAVAILABLE"), "B", 510, 5_000);
    keeps(SlowWays::notCovered, free.got("B/1", 900, 901, 2));
    Story orphan = waits(asksFar("UNAVAILABLE"), "B", 510, 5_000);
    breaks(SlowWays::notCovered, orphan.got("B/1", 2_900, 2_901, 2));
  }

  private static Story asksFar(String code) {
    Story story = phase(new Story(), "DELAY", "begin", 100, "roundTrip", 300 * MS, "spread", 0);
    return waits(story, "A", 200, 200).event(500, "A", What.FAILED, "n", "", "code", code);
  }
}
