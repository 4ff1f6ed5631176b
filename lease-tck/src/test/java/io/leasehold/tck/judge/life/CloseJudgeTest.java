package io.leasehold.tck.judge.life;

import io.leasehold.tck.history.What;
import org.junit.jupiter.api.Test;

/** Closings, judged on histories that are made by hand. */
class CloseJudgeTest {

  private static Story closedWhileHeld() {
    return new Story().taken(10, "a1").closed(200, 300, "A");
  }

  @Test
  void aLeaseEndsOnceWithItsClient() {
    closedWhileHeld().lost(210, "a1", "CLIENT_CLOSED").passes(CloseJudge::endedOnce);
    closedWhileHeld()
        .event(100, "a1", What.LET)
        .event(102, "a1", What.ENDED, "state", "RELEASED")
        .passes(CloseJudge::endedOnce);
    closedWhileHeld().fails(CloseJudge::endedOnce);
    closedWhileHeld()
        .lost(210, "a1", "CLIENT_CLOSED")
        .event(211, "a1", What.LOST, "reason", "CLIENT_CLOSED")
        .fails(CloseJudge::endedOnce);
    closedWhileHeld().lost(210, "a1", "NOT_OWNER").fails(CloseJudge::endedOnce);
    new Story().taken(10, "a1").saysNothing(CloseJudge::endedOnce);
  }

  @Test
  void whatLapsesInTheMiddleOfTheClosingMaySayItsOwnReason() {
    new Story()
        .taken(10, "a1")
        .closed(980, 1080, "A")
        .lost(995, "a1", "LOCAL_PAUSE")
        .passes(CloseJudge::endedOnce);
  }

  @Test
  void aClosedClientIsSilent() {
    closedWhileHeld().call(305, 1, "a1", "release", "RELEASED").passes(CloseJudge::silent);
    closedWhileHeld().call(305, 1, "a1", "renew", "RENEWED").fails(CloseJudge::silent);
    closedWhileHeld().call(305, 1, "a2", "acquire", "BUSY").fails(CloseJudge::silent);
    closedWhileHeld()
        .client(310, "A", What.CLOSE, "phase", "threads", "threads", 1, "alive", "[a-watchdog]")
        .fails(CloseJudge::silent);
  }

  @Test
  void itsNamesAreVacant() {
    look(closedWhileHeld().call(210, 1, "a1", "release", "RELEASED"), 310, "")
        .passes(CloseJudge::vacant);
    look(closedWhileHeld(), 310, "a1").fails(CloseJudge::vacant);
    look(closedWhileHeld().call(210, 1, "a1", "release", "RELEASED"), 310, "a1")
        .fails(CloseJudge::vacant);
  }

  @Test
  void whatCouldNotBeFreedIsVacantAfterItsTtl() {
    look(closedWhileHeld().call(210, 50, "a1", "release", "UNKNOWN"), 900, "a1")
        .saysNothing(CloseJudge::vacant);
    look(closedWhileHeld().call(210, 50, "a1", "release", "UNKNOWN"), 1400, "a1")
        .fails(CloseJudge::vacant);
    look(closedWhileHeld().call(210, 50, "a1", "release", "UNKNOWN"), 1400, "b1")
        .passes(CloseJudge::vacant);
  }

  private static Story look(Story story, long at, String owner) {
    return story.add(at, "eye", What.STORE, "n", owner, "asked", at * Story.MS);
  }

  @Test
  void closingHasABound() {
    new Story().closed(200, 1400, "A").passes(CloseJudge::inTime);
    new Story().closed(200, 1700, "A").fails(CloseJudge::inTime);
    new Story().client(200, "A", What.CLOSE, "phase", "begin", "call", 1).fails(CloseJudge::inTime);
    new Story()
        .closed(200, 1700, "A")
        .client(900, "kit", What.STALL, "took", 300 * Story.MS)
        .passes(CloseJudge::inTime);
  }

  @Test
  void waitersAndCallersAreToldThatItIsClosed() {
    waiting().failed(205, "A", 7, "CLIENT_CLOSED").passes(CloseJudge::answers);
    waiting().fails(CloseJudge::answers);
    waiting().failed(205, "A", 7, "CONTENDED").fails(CloseJudge::answers);
    waiting().failed(4000, "A", 7, "CLIENT_CLOSED").fails(CloseJudge::answers);
    waiting().event(400, "a1", What.GOT, "ask", 7).fails(CloseJudge::answers);
    later().failed(401, "A", 8, "CLIENT_CLOSED").passes(CloseJudge::answers);
    later().failed(401, "A", 8, "UNAVAILABLE").fails(CloseJudge::answers);
    later().event(401, "a1", What.GOT, "ask", 8).fails(CloseJudge::answers);
  }

  private static Story waiting() {
    return new Story().asked(10, "A", 7, 10_000).closed(200, 300, "A").until(5000);
  }

  private static Story later() {
    return new Story().closed(200, 300, "A").asked(400, "A", 8, 0).until(5000);
  }

  @Test
  void nothingIsHeldAfterwards() {
    closedWhileHeld().event(310, "a1", What.NOT_HELD).passes(CloseJudge::notHeld);
    closedWhileHeld().event(310, "a1", What.HELD).fails(CloseJudge::notHeld);
    closedWhileHeld().event(250, "a1", What.HELD).saysNothing(CloseJudge::notHeld);
  }

  @Test
  void nobodyIsCalledAfterwards() {
    closedWhileHeld().lost(210, "a1", "CLIENT_CLOSED").passes(AfterClose::judge);
    closedWhileHeld().lost(315, "a1", "CLIENT_CLOSED").passes(AfterClose::judge);
    closedWhileHeld().lost(350, "a1", "CLIENT_CLOSED").fails(AfterClose::judge);
    closedWhileHeld().event(350, "a1", What.ENDED, "state", "LOST").fails(AfterClose::judge);
    closedWhileHeld()
        .client(349, "kit", What.STALL, "took", 40 * Story.MS)
        .lost(350, "a1", "CLIENT_CLOSED")
        .passes(AfterClose::judge);
    new Story()
        .closed(200, 300, "A")
        .taken(210, "a1")
        .lost(350, "a1", "CLIENT_CLOSED")
        .saysNothing(AfterClose::judge);
    new Story().taken(10, "a1").lost(350, "a1", "UNREACHABLE").saysNothing(AfterClose::judge);
  }
}
