package io.leasehold.tck.judge.life;

import io.leasehold.tck.history.What;
import org.junit.jupiter.api.Test;

/** Waits, judged on histories that are made by hand. */
class WaitJudgeTest {

  /** B holds it until 500, and A waits. */
  private static Story heldByB() {
    return new Story()
        .taken(10, "b1")
        .asked(100, "A", 1, 5000)
        .event(500, "b1", What.LET)
        .call(500, 1, "b1", "release", "RELEASED");
  }

  @Test
  void aWaiterIsServedWithinThePollBound() {
    heldByB().event(750, "a1", What.GOT, "ask", 1).until(3000).passes(WaitJudge::served);
    heldByB().event(950, "a1", What.GOT, "ask", 1).until(3000).fails(WaitJudge::served);
    heldByB().until(3000).fails(WaitJudge::served);
    heldByB().failed(600, "A", 1, "INTERRUPTED").until(3000).saysNothing(WaitJudge::served);
  }

  @Test
  void aDeathCostsOnePollBound() {
    dying().event(750, "c1", What.GOT, "ask", 2).until(3000).passes(WaitJudge::afterADeath);
    dying().event(1200, "c1", What.GOT, "ask", 2).until(3000).fails(WaitJudge::afterADeath);
    dying()
        .event(501, "a9", What.FAULT, "fault", "LOSE_ANSWER", "call", "ACQUIRE")
        .event(1200, "c1", What.GOT, "ask", 2)
        .until(3000)
        .passes(WaitJudge::afterADeath);
    dying().until(3000).fails(WaitJudge::afterADeath);
    dying().until(3000).saysNothing(WaitJudge::served);
  }

  private static Story dying() {
    return heldByB()
        .asked(150, "C", 2, 5000)
        .add(499, "A", What.ROLE, "n", "", "role", WaitJudge.DIES);
  }

  @Test
  void onlyOneOfALineAsks() {
    line()
        .call(200, 5, "a1", "acquire", "BUSY")
        .call(210, 5, "a2", "acquire", "BUSY")
        .passes(WaitJudge::oneAtATime);
    line()
        .call(200, 50, "a1", "acquire", "BUSY")
        .call(210, 5, "a2", "acquire", "BUSY")
        .fails(WaitJudge::oneAtATime);
  }

  private static Story line() {
    return new Story().asked(10, "A", 1, 5000).asked(100, "A", 2, 5000);
  }

  @Test
  void aLineHasItsOrder() {
    line()
        .event(500, "a1", What.GOT, "ask", 1)
        .event(600, "a2", What.GOT, "ask", 2)
        .passes(LineJudge::inOrder);
    line()
        .event(500, "a2", What.GOT, "ask", 2)
        .event(600, "a1", What.GOT, "ask", 1)
        .fails(LineJudge::inOrder);
    line()
        .client(95, "kit", What.STALL, "took", 70 * Story.MS)
        .event(500, "a2", What.GOT, "ask", 2)
        .event(600, "a1", What.GOT, "ask", 1)
        .saysNothing(LineJudge::inOrder);
  }

  @Test
  void nobodyIsOvertakenTwice() {
    overtaken(1).passes(LineJudge::fair);
    overtaken(2).fails(LineJudge::fair);
  }

  private static Story overtaken(int times) {
    Story story = new Story().asked(10, "A", 1, 5000);
    for (int i = 0; i < times; i++) {
      story
          .asked(100 + 100 * i, "A", 10 + i, 0)
          .event(101 + 100 * i, "a" + (2 + i), What.GOT, "ask", 10 + i);
    }
    return story.event(900, "a1", What.GOT, "ask", 1);
  }

  @Test
  void aWaitEndsInItsTime() {
    waited().failed(620, "A", 1, "CONTENDED").passes(LineJudge::endsInTime);
    waited().failed(500, "A", 1, "CONTENDED").fails(LineJudge::endsInTime);
    waited().failed(900, "A", 1, "CONTENDED").fails(LineJudge::endsInTime);
    waited().until(3000).fails(LineJudge::endsInTime);
    waited().until(700).saysNothing(LineJudge::endsInTime);
  }

  @Test
  void aWaitEndsWithTheRightWord() {
    waited().failed(620, "A", 1, "UNAVAILABLE").fails(LineJudge::endsInTime);
    waited().failed(620, "A", 1, "TIMED_OUT").fails(LineJudge::endsInTime);
    waited()
        .call(300, 1, "a2", "acquire", "UNKNOWN")
        .failed(620, "A", 1, "UNAVAILABLE")
        .passes(LineJudge::endsInTime);
    waited().asked(50, "A", 2, 5000).failed(620, "A", 1, "TIMED_OUT").passes(LineJudge::endsInTime);
  }

  private static Story waited() {
    return new Story().asked(100, "A", 1, 500).call(101, 1, "a1", "acquire", "BUSY");
  }

  @Test
  void nothingIsLeftOfWhoGaveUp() {
    waited()
        .failed(620, "A", 1, "CONTENDED")
        .closed(2000, 2100, "A")
        .passes(LineJudge::nothingLeft);
    waited()
        .failed(620, "A", 1, "CONTENDED")
        .call(800, 1, "a2", "acquire", "BUSY")
        .closed(2000, 2100, "A")
        .fails(LineJudge::nothingLeft);
  }
}
