package io.leasehold.tck.judge.late;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judge;
import io.leasehold.tck.judge.Judgement;
import org.junit.jupiter.api.Test;

/** Releases, judged on histories that are made by hand. */
class LettingGoJudgesTest {

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

  private static Tale answered(String answer, String result, String state) {
    return new Tale()
        .taken(10, "a1")
        .event(50, "a1", What.LET)
        .call(51, "a1", "release", answer, "reason", "FOREIGN")
        .event(55, "a1", What.RELEASED, "result", result)
        .event(56, "a1", What.ENDED, "state", state);
  }

  @Test
  void aReleaseSaysWhatTheStoreSaid() {
    passes(DefiniteReleases::judge, answered("NOT_OWNER", "NOT_OWNER", "LOST"));
    passes(DefiniteReleases::judge, answered("RELEASED", "RELEASED", "RELEASED"));
  }

  @Test
  void aReleaseThatSaysOtherwiseIsFound() {
    fails(DefiniteReleases::judge, answered("NOT_OWNER", "RELEASED", "RELEASED"));
    fails(DefiniteReleases::judge, answered("NOT_OWNER", "UNKNOWN", "RELEASE_UNKNOWN"));
    fails(DefiniteReleases::judge, answered("NOT_OWNER", "NOT_OWNER", "RELEASED"));
    fails(DefiniteReleases::judge, answered("RELEASED", "UNKNOWN", "RELEASE_UNKNOWN"));
  }

  @Test
  void aReleaseAfterOneWithoutAnAnswerIsAnothersMatter() {
    saysNothing(
        DefiniteReleases::judge,
        new Tale()
            .taken(10, "a1")
            .event(50, "a1", What.LET)
            .call(51, "a1", "release", "UNKNOWN")
            .call(90, "a1", "release", "NOT_OWNER", "reason", "ABSENT")
            .event(95, "a1", What.RELEASED, "result", "RELEASED"));
  }

  @Test
  void whatWasLostAndFreedByOthersIsNotOwned() {
    saysNothing(
        DefiniteReleases::judge,
        new Tale()
            .taken(10, "a1")
            .event(40, "a1", What.LOST, "reason", "UNREACHABLE")
            .call(51, "a1", "release", "RELEASED")
            .event(55, "a1", What.RELEASED, "result", "NOT_OWNER"));
    saysNothing(
        DefiniteReleases::judge,
        new Tale()
            .taken(10, "a1")
            .call(45, "a1", "release", "RELEASED") // by the engine, before it could tell the loss
            .event(50, "a1", What.LET)
            .event(55, "a1", What.RELEASED, "result", "NOT_OWNER"));
  }

  private static Tale twiceUnknown() {
    return new Tale()
        .taken(10, "a1")
        .event(50, "a1", What.LET)
        .call(51, "a1", "release", "UNKNOWN")
        .call(90, "a1", "release", "UNKNOWN")
        .event(95, "a1", What.RELEASED, "result", "UNKNOWN");
  }

  @Test
  void aReleaseIsSentUntilTheAnswerIsDefinite() {
    passes(
        ReleaseRetries::judge,
        twiceUnknown()
            .call(130, "a1", "release", "REFUSED")
            .call(300, "a1", "release", "RELEASED")
            .look(3_000, "", -1));
    passes(
        ReleaseRetries::judge,
        twiceUnknown()
            .call(130, "a1", "release", "NOT_OWNER", "reason", "ABSENT")
            .look(3_000, "", -1));
  }

  @Test
  void aReleaseThatIsLeftIsFound() {
    fails(ReleaseRetries::judge, twiceUnknown().look(3_000, "", -1));
    fails(
        ReleaseRetries::judge,
        twiceUnknown().call(1_040, "a1", "release", "RELEASED").look(3_000, "", -1));
  }

  @Test
  void whoIsClosedOrStoodStillIsNotExpectedToSendIt() {
    Tale closed = twiceUnknown().told(200, "A", What.CLOSE, "phase", "begin");
    assertThat(ReleaseRetries.judge(closed.look(3_000, "", -1).history()).findings()).isEmpty();
    Tale still = twiceUnknown().told(700, "kit", What.STALL, "took", 500_000_000);
    assertThat(ReleaseRetries.judge(still.look(3_000, "", -1).history()).findings()).isEmpty();
    assertThat(ReleaseRetries.judge(twiceUnknown().history()).findings()).isEmpty();
  }

  private static Tale interrupted(long answeredAfter, String result, String flag) {
    return new Tale()
        .taken(10, "a1")
        .event(50, "a1", What.INTERRUPT, "phase", "set")
        .event(51, "a1", What.LET)
        .slow(52, "a1", "release", "RELEASED", answeredAfter)
        .event(200, "a1", What.RELEASED, "result", result)
        .event(201, "a1", What.INTERRUPT, "phase", flag);
  }

  @Test
  void anInterruptedReleaseGoesOn() {
    passes(InterruptedReleases::judge, interrupted(100, "RELEASED", "kept"));
    fails(InterruptedReleases::judge, interrupted(100, "RELEASED", "swallowed"));
    fails(InterruptedReleases::judge, interrupted(200, "RELEASED", "kept"));
    fails(InterruptedReleases::judge, interrupted(100, "nothing, and threw", "kept"));
    fails(
        InterruptedReleases::judge,
        new Tale().taken(10, "a1").event(50, "a1", What.INTERRUPT, "phase", "set"));
  }

  @Test
  void theFlagOfAReleaseIsNoMatterOfAcquires() {
    saysNothing(GaveUp::ofFlags, interrupted(100, "RELEASED", "swallowed"));
  }

  @Test
  void validityEndsBeforeTheReleaseLeaves() {
    passes(
        ReleaseOrder::judge,
        interrupted(100, "RELEASED", "kept")
            .event(49, "a1", What.HELD)
            .event(60, "a1", What.NOT_HELD));
    fails(ReleaseOrder::judge, interrupted(100, "RELEASED", "kept").event(60, "a1", What.HELD));
    saysNothing(
        ReleaseOrder::judge, interrupted(100, "RELEASED", "kept").event(250, "a1", What.NOT_HELD));
  }
}
