package io.leasehold.tck.judge;

import static io.leasehold.tck.judge.Verdicts.breaks;
import static io.leasehold.tck.judge.Verdicts.keeps;
import static io.leasehold.tck.judge.Verdicts.saysNothing;

import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.cut.TrueAnswers;
import org.junit.jupiter.api.Test;

/** A has the name from 10 to 910, and its connections are reset from 100 to 800. */
class TrueAnswersTest {

  private static final long MS = 1_000_000;

  private static Story resets(Story story) {
    return story
        .event(100, "kit", What.FAULT, "", "", "fault", "RESETS", "target", "A", "phase", "begin")
        .event(800, "kit", What.FAULT, "", "", "fault", "RESETS", "target", "A", "phase", "end");
  }

  private static Story got() {
    return resets(new Story().got("A/1", 10, 12, 1));
  }

  @Test
  void nobodyIsToldOfALossThatIsNone() {
    breaks(
        TrueAnswers::judge, got().call("A/1", "renew", 310, 320, "NOT_OWNER", "reason", "ABSENT"));
    keeps(
        TrueAnswers::judge, got().call("A/1", "renew", 930, 940, "NOT_OWNER", "reason", "ABSENT"));
    saysNothing(TrueAnswers::judge, got().call("A/1", "renew", 310, 320, "UNKNOWN"));
  }

  @Test
  void whatIsToldAsGivenIsThere() {
    keeps(TrueAnswers::judge, got().renewed("A/1", 310).look(330, 331, "A/1", 1));
    breaks(TrueAnswers::judge, got().renewed("A/1", 310).look(330, 331, "", 0));
    breaks(TrueAnswers::judge, got().renewed("A/1", 310).look(330, 331, "B/1", 2));
    saysNothing(TrueAnswers::judge, got().renewed("A/1", 310));
  }

  @Test
  void whatAnotherHasIsNotGiven() {
    Story taken = resets(new Story().got("B/1", 150, 151, 1));
    breaks(TrueAnswers::judge, taken.call("A/2", "acquire", 200, 210, "GRANTED", "token", 2));
    Story vacant = resets(new Story().got("B/1", 150, 151, 1).released("B/1", 190));
    saysNothing(TrueAnswers::judge, vacant.call("A/2", "acquire", 200, 210, "GRANTED", "token", 2));
  }

  @Test
  void whatIsToldAsGoneIsNotThere() {
    Story gone = got().seen(300, What.LET, "A/1").call("A/1", "release", 300, 310, "RELEASED");
    keeps(TrueAnswers::judge, gone.look(320, 321, "", 0));
    Story there = got().seen(300, What.LET, "A/1").call("A/1", "release", 300, 310, "RELEASED");
    breaks(TrueAnswers::judge, there.look(320, 321, "A/1", 1));
    Story absent =
        got()
            .seen(300, What.LET, "A/1")
            .call("A/1", "release", 300, 310, "NOT_OWNER", "reason", "ABSENT");
    breaks(TrueAnswers::judge, absent.look(320, 321, "A/1", 1));
  }

  @Test
  void busyNeedsSomebody() {
    breaks(TrueAnswers::judge, resets(new Story()).call("A/1", "acquire", 200, 210, "BUSY"));
    Story another = resets(new Story().got("B/1", 10, 12, 1));
    keeps(TrueAnswers::judge, another.call("A/1", "acquire", 200, 210, "BUSY"));
  }

  @Test
  void whatIsToldAsRefusedDidNotRun() {
    Story ran = resets(new Story()).call("A/1", "acquire", 200, 210, "REFUSED");
    breaks(TrueAnswers::judge, ran.look(220, 221, "A/1", 1));
    Story did = got().call("A/1", "renew", 310, 320, "REFUSED");
    breaks(TrueAnswers::judge, left(did, 330, 885));
    // What ran is the one before, later than its caller gave it up.
    Story before = got().call("A/1", "renew", 270, 280, "UNKNOWN");
    keeps(TrueAnswers::judge, left(before.call("A/1", "renew", 310, 320, "REFUSED"), 330, 860));
    Story didNot = got().call("A/1", "renew", 310, 320, "REFUSED");
    keeps(TrueAnswers::judge, left(didNot, 330, 580));
  }

  private static Story left(Story story, long at, long remaining) {
    return story.event(
        at + 1, "eye", What.STORE, "n", "A/1", "asked", at * MS, "remaining", remaining * MS);
  }

  @Test
  void otherContendersAndOtherTimesAreNotItsMatter() {
    Story before = new Story().call("A/1", "acquire", 10, 20, "BUSY");
    saysNothing(TrueAnswers::judge, before.watchedUntil(30));
    saysNothing(TrueAnswers::judge, resets(new Story()).call("B/1", "acquire", 200, 210, "BUSY"));
  }
}
