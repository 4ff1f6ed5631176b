package io.leasehold.tck.judge;

import static io.leasehold.tck.judge.Verdicts.breaks;
import static io.leasehold.tck.judge.Verdicts.doubts;
import static io.leasehold.tck.judge.Verdicts.keeps;
import static io.leasehold.tck.judge.Verdicts.saysNothing;

import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.race.Endings;
import io.leasehold.tck.judge.race.Fencing;
import io.leasehold.tck.judge.race.NothingLeft;
import io.leasehold.tck.judge.race.Progress;
import io.leasehold.tck.judge.race.Refusals;
import io.leasehold.tck.judge.race.StoreWord;
import io.leasehold.tck.judge.race.Takeovers;
import io.leasehold.tck.judge.race.TerminalRelease;
import org.junit.jupiter.api.Test;

class RaceJudgesTest {

  private static Story heldAndReleased() {
    return new Story().got("A/1", 10, 12, 1).released("A/1", 100);
  }

  @Test
  void twoHandlesAtOnceBreakExclusionByMoreThanTheClocksError() {
    keeps(Exclusion::judge, heldAndReleased().got("B/1", 101, 103, 2));
    keeps(Exclusion::judge, heldAndReleased().got("B/1", 90, 96, 2));
    breaks(Exclusion::judge, heldAndReleased().got("B/1", 90, 94, 2));
    // nobody lets go: until the end of the ttl less the margin
    Story held = new Story().got("A/1", 10, 12, 1);
    breaks(Exclusion::judge, held.got("B/1", 880, 884, 2));
    keeps(Exclusion::judge, new Story().got("A/1", 10, 12, 1).got("B/1", 880, 886, 2));
  }

  @Test
  void aReadingOfTrueCountsEvenAfterTheEndOfValidity() {
    breaks(
        Exclusion::judge,
        new Story().got("A/1", 10, 12, 1).seen(950, What.HELD, "A/1").got("B/1", 915, 920, 2));
  }

  @Test
  void exclusionEndsWithADeletedRecord() {
    Story story = new Story().got("A/1", 10, 12, 1);
    story.event(50, "kit", What.FAULT, "n", "", "fault", "DELETE_RECORD", "phase", "call");
    keeps(Exclusion::judge, story.got("B/1", 51, 53, 2));
  }

  @Test
  void tokensRise() {
    keeps(Fencing::rises, heldAndReleased().got("B/1", 101, 103, 2));
    breaks(Fencing::rises, heldAndReleased().got("B/1", 101, 103, 1));
    saysNothing(Fencing::rises, heldAndReleased().got("B/1", 11, 13, 1));
    saysNothing(Fencing::rises, heldAndReleased().got("B/1", 16, 18, 1));
    Story wiped = heldAndReleased();
    wiped.event(99, "kit", What.FAULT, "", "", "fault", "WIPE", "phase", "call");
    saysNothing(Fencing::rises, wiped.got("B/1", 101, 103, 1));
  }

  @Test
  void noTokenIsGivenTwice() {
    keeps(Fencing::isUnique, heldAndReleased().got("B/1", 11, 13, 2));
    breaks(Fencing::isUnique, heldAndReleased().got("B/1", 11, 13, 1));
  }

  @Test
  void everyLeaseEndsOnceInOneStory() {
    keeps(Endings::judge, heldAndReleased().closed("A", 200));
    breaks(Endings::judge, new Story().got("A/1", 10, 12, 1).closed("A", 200));
    doubts(Endings::judge, new Story().got("A/1", 10, 12, 1));
    breaks(Endings::judge, heldAndReleased().seen(150, What.ENDED, "A/1", "state", "RELEASED"));
    breaks(Endings::judge, heldAndReleased().seen(150, What.LOST, "A/1", "reason", "NOT_OWNER"));
    Story told = new Story().got("A/1", 10, 12, 1);
    keeps(Endings::judge, told.lost("A/1", 50, "NOT_OWNER"));
    breaks(Endings::judge, told.seen(51, What.LOST, "A/1", "reason", "NOT_OWNER"));
    breaks(
        Endings::judge,
        new Story()
            .got("A/1", 10, 12, 1)
            .seen(50, What.LOST, "A/1", "reason", "NOT_OWNER")
            .seen(50, What.ENDED, "A/1", "state", "LOST", "reason", "UNREACHABLE"));
    breaks(
        Endings::judge,
        new Story()
            .got("A/1", 10, 12, 1)
            .lost("A/1", 50, "NOT_OWNER")
            .seen(60, What.RELEASED, "A/1", "result", "RELEASED"));
  }

  @Test
  void theStoreNamesItsOwner() {
    keeps(StoreWord::judge, heldAndReleased().look(50, 51, "A/1", 1));
    breaks(StoreWord::judge, heldAndReleased().look(50, 51, "", 0));
    breaks(StoreWord::judge, heldAndReleased().look(50, 51, "A/1", 2));
    breaks(StoreWord::judge, heldAndReleased().look(50, 51, "B/1", 1));
    saysNothing(StoreWord::judge, heldAndReleased().look(11, 51, "", 0));
    saysNothing(StoreWord::judge, heldAndReleased().look(50, 101, "", 0));
    breaks(StoreWord::judge, heldAndReleased().look(110, 111, "A/1", 1));
    doubts(StoreWord::judge, heldAndReleased().look(50, 51, "", 0).gap("B"));
  }

  @Test
  void aGrantThatStandsIsNotTakenOver() {
    Story story = new Story().got("A/1", 10, 12, 1);
    keeps(Takeovers::judge, story.call("B/1", "acquire", 100, 101, "BUSY"));
    keeps(Takeovers::judge, story.got("B/2", 902, 906, 2));
    breaks(Takeovers::judge, new Story().got("A/1", 10, 12, 1).got("B/1", 890, 904, 2));
    breaks(
        Takeovers::judge,
        new Story().got("A/1", 10, 12, 1).renewed("A/1", 300).got("B/1", 1190, 1194, 2));
    saysNothing(Takeovers::judge, heldAndReleased().got("B/1", 99, 101, 2));
    Story revoked = new Story().got("A/1", 10, 12, 1);
    revoked.event(50, "C", What.SENT, "n", "", "call", "revoke", "now", "true", "number", 99);
    saysNothing(Takeovers::judge, revoked.got("B/1", 60, 62, 2));
    Story asked = new Story().got("A/1", 10, 12, 1);
    asked.event(50, "C", What.SENT, "n", "", "call", "revoke", "now", "false", "number", 99);
    breaks(Takeovers::judge, asked.got("B/1", 60, 62, 2));
    doubts(Takeovers::judge, new Story().got("A/1", 10, 12, 1).got("B/1", 60, 62, 2).gap("A"));
  }

  @Test
  void aHolderIsRefusedOnlyWhenItsLeaseHasEnded() {
    Story story = new Story().got("A/1", 10, 12, 1).renewed("A/1", 300);
    keeps(Refusals::judge, story);
    keeps(Refusals::judge, story.call("A/1", "renew", 1190, 1196, "NOT_OWNER", "reason", "ABSENT"));
    breaks(Refusals::judge, refused(300, 301));
    breaks(Refusals::judge, refused(890, 904));
    saysNothing(Refusals::judge, refused(890, 906));
    saysNothing(
        Refusals::judge,
        refused(300, 301)
            .event(200, "C", What.SENT, "n", "", "call", "revoke", "now", "false", "number", 99));
    saysNothing(Refusals::judge, refused(300, 301).got("B/1", 200, 202, 2));
    saysNothing(Refusals::judge, refused(300, 301).call("A/1", "release", 200, 210, "UNKNOWN"));
    saysNothing(
        Refusals::judge,
        refused(300, 301).event(200, "kit", What.FAULT, "", "", "fault", "WIPE", "phase", "call"));
    breaks(Refusals::judge, refused(300, 301).call("B/1", "acquire", 200, 202, "BUSY"));
    doubts(Refusals::judge, refused(300, 301).gap("A"));
    doubts(Refusals::judge, refused(300, 301).gap("B"));
    breaks(
        Refusals::judge,
        new Story()
            .got("A/1", 10, 12, 1)
            .call("A/1", "release", 100, 101, "NOT_OWNER", "reason", "ABSENT"));
  }

  private static Story refused(long sent, long answered) {
    return new Story()
        .got("A/1", 10, 12, 1)
        .call("A/1", "renew", sent, answered, "NOT_OWNER", "reason", "ABSENT");
  }

  @Test
  void noRenewalIsSentBehindARelease() {
    keeps(TerminalRelease::judge, heldAndReleased().watchedUntil(600));
    saysNothing(TerminalRelease::judge, heldAndReleased().watchedUntil(200));
    breaks(TerminalRelease::judge, heldAndReleased().renewed("A/1", 400).watchedUntil(600));
    Story before = new Story().got("A/1", 10, 12, 1).seen(100, What.LET, "A/1");
    before.renewed("A/1", 101).call("A/1", "release", 103, 104, "RELEASED");
    keeps(TerminalRelease::judge, before.watchedUntil(600));
    Story behind = new Story().got("A/1", 10, 12, 1).seen(100, What.LET, "A/1");
    behind.call("A/1", "release", 103, 110, "RELEASED").renewed("A/1", 105);
    breaks(TerminalRelease::judge, behind.watchedUntil(600));
    breaks(
        TerminalRelease::judge,
        new Story()
            .got("A/1", 10, 12, 1)
            .seen(100, What.LET, "A/1")
            .renewed("A/1", 300)
            .watchedUntil(600));
  }

  @Test
  void nothingIsLeftBehind() {
    Story closed = heldAndReleased().closed("A", 200);
    keeps(NothingLeft::judge, closed.look(201, 202, "", 0));
    breaks(NothingLeft::judge, heldAndReleased().closed("A", 200).look(201, 202, "A/1", 1));
    saysNothing(NothingLeft::judge, heldAndReleased().look(201, 202, "A/1", 1));
    Story unknown = new Story().got("A/1", 10, 12, 1).call("A/1", "release", 90, 95, "UNKNOWN");
    unknown.closed("A", 100).look(300, 301, "A/1", 1);
    saysNothing(NothingLeft::judge, unknown);
    keeps(NothingLeft::judge, unknown.look(900, 901, "", 0));
    Story forgotten = new Story().got("A/1", 10, 12, 1).closed("A", 100);
    breaks(NothingLeft::judge, forgotten.look(1010, 1011, "A/1", 1));
    Story abandoned = new Story().call("A/1", "acquire", 10, 20, "UNKNOWN");
    abandoned.call("A/1", "abandon", 21, 22, "ABANDONED").closed("A", 100);
    breaks(NothingLeft::judge, abandoned.look(101, 102, "A/1", 1));
  }

  @Test
  void aWaiterGetsANameThatStaysFree() {
    keeps(Progress::judge, waiting().got("B/2", 102, 103, 2));
    breaks(Progress::judge, waiting().event(1052, "B", What.FAILED, "n", "", "code", "CONTENDED"));
    // still held by another for most of the time
    Story held = new Story().got("A/1", 10, 12, 1);
    ask(held).released("A/1", 900).event(1052, "B", What.FAILED, "n", "", "code", "CONTENDED");
    keeps(Progress::judge, held);
    breaks(Progress::judge, waiting().watchedUntil(3000));
    saysNothing(Progress::judge, waiting().watchedUntil(1100));
    breaks(Progress::judge, waiting().event(1800, "B", What.FAILED, "n", "", "code", "CONTENDED"));
    doubts(Progress::judge, waiting().watchedUntil(3000).gap("A"));
  }

  private static Story waiting() {
    return ask(heldAndReleased());
  }

  private static Story ask(Story story) {
    story.event(50, "B", What.ASKED, "n", "", "wait", 1_000_000_000L, "ttl", 900_000_000L);
    return story.call("B/1", "acquire", 51, 52, "BUSY");
  }
}
