package io.leasehold.tck.judge;

import static io.leasehold.tck.judge.Verdicts.breaks;
import static io.leasehold.tck.judge.Verdicts.doubts;
import static io.leasehold.tck.judge.Verdicts.keeps;
import static io.leasehold.tck.judge.Verdicts.saysNothing;

import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.loss.ServedAgain;
import io.leasehold.tck.judge.loss.Undisturbed;
import org.junit.jupiter.api.Test;

/** A client comes to a bad end with a name before 1000, and asks for it again at 1000. */
class RetakeJudgesTest {

  private static final long MS = 1_000_000;

  private static Story lost() {
    return new Story()
        .got("A/1", 10, 12, 1)
        .event(20, "A", What.FAULT, "n", "A/1", "fault", "LOSE_REQUEST", "phase", "call")
        .lost("A/1", 891, "UNREACHABLE");
  }

  private static Story asks(Story story, long at, long wait) {
    return story.event(at, "A", What.ASKED, "n", "", "ask", 2, "wait", wait * MS);
  }

  private static Story gets(Story story) {
    return asks(story, 1000, 3000).got("A/2", 1001, 1002, 2);
  }

  private static Story renewed(Story story, long until) {
    for (long at = 1300; at < until; at += 300) {
      story.renewed("A/2", at);
    }
    return story;
  }

  @Test
  void theNextLeaseIsRenewedAndKept() {
    keeps(Undisturbed::afterABadEnd, renewed(gets(lost()), 2100).released("A/2", 2200));
    breaks(Undisturbed::afterABadEnd, gets(lost()).watchedUntil(1700));
    breaks(Undisturbed::afterABadEnd, renewed(gets(lost()), 1400).watchedUntil(2100));
    breaks(Undisturbed::afterABadEnd, gets(lost()).lost("A/2", 1200, "NOT_OWNER"));
    saysNothing(Undisturbed::afterABadEnd, renewed(gets(lost()), 1400).released("A/2", 1500));
    doubts(Undisturbed::afterABadEnd, gets(lost()).watchedUntil(1700).gap("B"));
  }

  @Test
  void onlyAfterABadEnd() {
    Story well = new Story().got("A/1", 10, 12, 1).released("A/1", 500);
    saysNothing(Undisturbed::afterABadEnd, gets(well).watchedUntil(1700));
    Story another = new Story().got("B/1", 10, 12, 1).lost("B/1", 891, "UNREACHABLE");
    saysNothing(Undisturbed::afterABadEnd, gets(another).watchedUntil(1700));
    Story unknown = new Story().got("A/1", 10, 12, 1).seen(500, What.RELEASED, "A/1", RESULT);
    breaks(Undisturbed::afterABadEnd, gets(unknown).watchedUntil(1700));
    breaks(Undisturbed::afterABadEnd, gets(failed("INTERRUPTED")).watchedUntil(1700));
    saysNothing(Undisturbed::afterABadEnd, gets(failed("CONTENDED")).watchedUntil(1700));
  }

  private static final Object[] RESULT = {"result", "UNKNOWN"};

  private static Story failed(String code) {
    return new Story().event(500, "A", What.FAILED, "n", "", "ask", 1, "code", code);
  }

  @Test
  void whatDisturbsTheNextLeaseIsNoFaultOfTheEngine() {
    Story fault = gets(lost()).event(1100, "A", What.FAULT, "n", "A/2", "fault", "LOSE_REQUEST");
    saysNothing(Undisturbed::afterABadEnd, fault.watchedUntil(2000));
    Story open =
        lost().event(900, "kit", What.FAULT, "", "", CUT).event(901, "A", What.NOTE, "", "");
    saysNothing(Undisturbed::afterABadEnd, gets(open).watchedUntil(2000));
    Story mended =
        lost()
            .event(900, "kit", What.FAULT, "", "", CUT)
            .event(950, "kit", What.FAULT, "", "", MENDED);
    breaks(Undisturbed::afterABadEnd, gets(mended).watchedUntil(2000));
  }

  private static final Object[] CUT = {"fault", "CUT_OFF", "target", "A", "phase", "begin"};
  private static final Object[] MENDED = {"fault", "CUT_OFF", "target", "A", "phase", "end"};

  private static Story refused(Story story, long wait, String code) {
    return asks(story, 1000, wait).event(1000 + wait, "A", What.FAILED, "n", "", answer(code));
  }

  private static Object[] answer(String code) {
    return new Object[] {"ask", 2, "code", code};
  }

  @Test
  void theNextAcquireIsServed() {
    keeps(
        ServedAgain::judge, asks(lost(), 1000, 0).event(1002, "A", What.GOT, "n", "A/2", "ask", 2));
    breaks(ServedAgain::judge, refused(lost(), 0, "HELD_BY_ANOTHER"));
    breaks(ServedAgain::judge, refused(lost(), 3000, "CONTENDED"));
    breaks(ServedAgain::judge, refused(failed("INTERRUPTED"), 3000, "CONTENDED"));
    saysNothing(ServedAgain::judge, refused(lost(), 3000, "UNAVAILABLE"));
    saysNothing(ServedAgain::judge, refused(new Story(), 3000, "CONTENDED"));
    doubts(ServedAgain::judge, refused(lost(), 3000, "CONTENDED").gap("A"));
  }

  @Test
  void whatItsClientHasLeftRunsOut() {
    breaks(ServedAgain::judge, busy(lost(), 3000));
    saysNothing(ServedAgain::judge, busy(lost(), 500));
    saysNothing(ServedAgain::judge, busy(lost().got("B/1", 950, 951, 2), 3000));
    Story before = lost().got("B/1", 950, 951, 2).released("B/1", 990);
    breaks(ServedAgain::judge, busy(before, 3000));
    Story fault = busy(lost(), 3000);
    saysNothing(
        ServedAgain::judge,
        fault.event(1100, "A", What.FAULT, "n", "A/2", "fault", "LOSE_REQUEST", "phase", "call"));
    Story stall = busy(lost(), 3000);
    saysNothing(ServedAgain::judge, stall.event(2000, "kit", What.STALL, "", "", "took", 300 * MS));
  }

  /** The store says each time that it is taken. */
  private static Story busy(Story story, long wait) {
    return refused(story, wait, "CONTENDED").call("A/2", "acquire", 1001, 1002, "BUSY");
  }

  @Test
  void whoHasCompanyOfItsOwnClientStandsInLine() {
    Story other = lost().event(995, "A", What.ASKED, "n", "", "ask", 3, "wait", 5000 * MS);
    saysNothing(ServedAgain::judge, refused(other, 0, "HELD_BY_ANOTHER"));
    Story has = lost().got("A/3", 950, 951, 2);
    saysNothing(ServedAgain::judge, refused(has, 0, "HELD_BY_ANOTHER"));
    Story had = lost().got("A/3", 950, 951, 2).released("A/3", 990);
    breaks(ServedAgain::judge, refused(had, 0, "HELD_BY_ANOTHER"));
  }
}
