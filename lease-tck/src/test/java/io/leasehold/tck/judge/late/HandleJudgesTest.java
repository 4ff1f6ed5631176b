package io.leasehold.tck.judge.late;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judge;
import io.leasehold.tck.judge.Judgement;
import org.junit.jupiter.api.Test;

/** Leases in somebody's hands, judged on histories that are made by hand. */
class HandleJudgesTest {

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

  /** A has had it, and a copy of its release arrives while B has it. */
  private static Tale lateRelease() {
    return new Tale()
        .taken(10, "a1")
        .event(50, "a1", What.LET)
        .call(51, "a1", "release", "RELEASED")
        .taken(100, "b1")
        .arrived(200, "a1", "RELEASE", "NotOwner[reason=FOREIGN]");
  }

  @Test
  void aBystanderStaysWhoItIs() {
    passes(
        Bystanders::ofArrivals,
        lateRelease().look(210, "b1", 890).call(300, "b1", "renew", "RENEWED"));
  }

  @Test
  void aBystanderThatIsHitIsFound() {
    fails(Bystanders::ofArrivals, lateRelease().look(210, "", -1));
    fails(Bystanders::ofArrivals, lateRelease().look(210, "c1", 900));
    fails(
        Bystanders::ofArrivals,
        lateRelease().call(300, "b1", "renew", "NOT_OWNER", "reason", "ABSENT"));
  }

  @Test
  void aBystanderWhoseTimeChangesIsFound() {
    fails(Bystanders::ofArrivals, lateRelease().look(210, "b1", 700));
    fails(Bystanders::ofArrivals, lateRelease().look(210, "b1", 990));
  }

  @Test
  void aBystanderThatHadRunOutProvesNothing() {
    saysNothing(
        Bystanders::ofArrivals,
        lateRelease().call(1_200, "b1", "renew", "NOT_OWNER", "reason", "ABSENT"));
    saysNothing(Bystanders::ofArrivals, lateRelease().event(205, "b1", What.LET).look(210, "", -1));
  }

  @Test
  void whatItsOwnRequestsDoIsNoMatterOfBystanders() {
    saysNothing(
        Bystanders::ofArrivals,
        new Tale()
            .taken(10, "a1")
            .arrived(100, "a1", "RENEW", "Renewed[age=PT0S]")
            .look(120, "a1", 981));
  }

  @Test
  void aStaleHandleTouchesNobody() {
    passes(Bystanders::ofStaleHandles, staleRelease().look(210, "b1", 890));
    fails(Bystanders::ofStaleHandles, staleRelease().look(210, "", -1));
  }

  private static Tale staleRelease() {
    return new Tale()
        .taken(10, "a1")
        .event(50, "a1", What.LOST, "reason", "UNREACHABLE")
        .event(51, "a1", What.ENDED, "state", "LOST")
        .taken(100, "b1")
        .event(200, "a1", What.RELEASED, "result", "NOT_OWNER");
  }

  /** A renewal leaves before the lease is let go and is answered after. */
  private static Tale lateRenewal() {
    return new Tale()
        .taken(10, "a1")
        .event(340, "a1", What.HELD)
        .slow(343, "a1", "renew", "RENEWED", 250)
        .event(400, "a1", What.LET)
        .call(595, "a1", "release", "RELEASED")
        .event(597, "a1", What.RELEASED, "result", "RELEASED")
        .event(598, "a1", What.ENDED, "state", "RELEASED");
  }

  @Test
  void aLateRenewalRevivesNothing() {
    passes(LateRenewals::judge, lateRenewal().event(700, "a1", What.NOT_HELD));
    fails(LateRenewals::judge, lateRenewal().event(700, "a1", What.HELD));
    fails(LateRenewals::judge, lateRenewal().event(700, "a1", What.ENDED, "state", "LOST"));
  }

  @Test
  void aRenewalThatArrivesAfterTheReleaseBringsNothingBack() {
    String no = "NotOwner[reason=ABSENT]";
    passes(LateRenewals::judge, lateRenewal().arrived(800, "a1", "RENEW", no).look(900, "", -1));
    fails(LateRenewals::judge, lateRenewal().arrived(800, "a1", "RENEW", "Renewed[age=PT0S]"));
    fails(LateRenewals::judge, lateRenewal().arrived(800, "a1", "RENEW", no).look(900, "a1", 900));
  }

  @Test
  void aRenewalProvesOneTtlFromItsSend() {
    Tale tale = new Tale().taken(10, "a1").slow(300, "a1", "renew", "RENEWED", 280);
    passes(LateRenewals::judge, tale.event(1_270, "a1", What.HELD));
    fails(LateRenewals::judge, tale.event(1_300, "a1", What.HELD));
  }

  @Test
  void aFailedRenewalIsFollowedByAnother() {
    passes(
        Retries::judge,
        new Tale()
            .taken(10, "a1")
            .call(340, "a1", "renew", "UNKNOWN")
            .call(400, "a1", "renew", "RENEWED")
            .event(1_300, "a1", What.LET));
    fails(
        Retries::judge,
        new Tale()
            .taken(10, "a1")
            .call(340, "a1", "renew", "UNKNOWN")
            .event(990, "a1", What.LOST, "reason", "UNREACHABLE"));
  }

  @Test
  void aLeaseThatIsLetGoNeedsNoOtherRenewal() {
    saysNothing(
        Retries::judge,
        new Tale().taken(10, "a1").call(340, "a1", "renew", "UNKNOWN").event(500, "a1", What.LET));
  }

  @Test
  void aLossThatTheStoreDidNotSpeakOfIsFound() {
    Tale tale = new Tale().taken(10, "a1").call(340, "a1", "renew", "UNKNOWN");
    fails(Retries::judge, tale.event(345, "a1", What.LOST, "reason", "NOT_OWNER"));
    Tale denied = new Tale().taken(10, "a1").call(340, "a1", "renew", "UNKNOWN");
    passes(
        Retries::judge,
        denied
            .call(400, "a1", "renew", "NOT_OWNER", "reason", "ABSENT")
            .event(405, "a1", What.LOST, "reason", "NOT_OWNER"));
  }

  @Test
  void aStandstillExcusesALateRetry() {
    passes(Retries::judge, lateRetry().told(800, "kit", What.STALL, "took", 150_000_000));
    fails(Retries::judge, lateRetry());
    saysNothing(Retries::judge, lateRetry().told(800, "kit", What.STALL, "took", 450_000_000));
  }

  private static Tale lateRetry() {
    return new Tale()
        .taken(10, "a1")
        .call(340, "a1", "renew", "UNKNOWN")
        .call(900, "a1", "renew", "RENEWED");
  }

  private static Tale released(String second, String reason, String result, String state) {
    return new Tale()
        .taken(10, "a1")
        .event(50, "a1", What.LET)
        .call(51, "a1", "release", "UNKNOWN")
        .call(100, "a1", "release", second, "reason", reason)
        .event(105, "a1", What.RELEASED, "result", result)
        .event(106, "a1", What.ENDED, "state", state);
  }

  @Test
  void aReleaseSaysWhatIsKnown() {
    passes(Releases::judge, released("RELEASED", "", "RELEASED", "RELEASED"));
    passes(Releases::judge, released("NOT_OWNER", "ABSENT", "RELEASED", "RELEASED"));
    passes(Releases::judge, released("UNKNOWN", "TIMEOUT", "UNKNOWN", "RELEASE_UNKNOWN"));
  }

  @Test
  void aReleaseThatSaysMoreIsFound() {
    fails(Releases::judge, released("UNKNOWN", "TIMEOUT", "RELEASED", "RELEASED"));
    fails(Releases::judge, released("REFUSED", "OVERLOADED", "NOT_OWNER", "LOST"));
    fails(Releases::judge, released("RELEASED", "", "RELEASED", "RELEASE_UNKNOWN"));
  }

  @Test
  void anAbsentRecordAfterTheTtlProvesNothing() {
    fails(
        Releases::judge,
        new Tale()
            .taken(10, "a1")
            .event(900, "a1", What.LET)
            .slow(901, "a1", "release", "UNKNOWN", 300)
            .call(1_250, "a1", "release", "NOT_OWNER", "reason", "ABSENT")
            .event(1_255, "a1", What.RELEASED, "result", "RELEASED"));
  }

  @Test
  void aNameWithAnUnknownReleaseBecomesFree() {
    Tale tale = released("UNKNOWN", "TIMEOUT", "UNKNOWN", "RELEASE_UNKNOWN");
    passes(Releases::judge, tale.look(1_000, "a1", 10).look(1_100, "", -1));
    fails(Releases::judge, tale.look(1_050, "a1", 10));
  }

  private static Tale lost() {
    return new Tale().taken(10, "a1").event(1_000, "a1", What.ENDED, "state", "LOST");
  }

  @Test
  void anEndedHandleSaysHowItEnded() {
    passes(
        EndedHandles::judge,
        lost()
            .event(1_100, "a1", What.RELEASED, "result", "NOT_OWNER")
            .event(1_200, "a1", What.RENEWED, "result", "LOST_UNREACHABLE")
            .event(1_300, "a1", What.NOT_HELD));
  }

  @Test
  void anEndedHandleThatSaysOtherwiseIsFound() {
    fails(EndedHandles::judge, lost().event(1_100, "a1", What.RELEASED, "result", "RELEASED"));
    fails(EndedHandles::judge, lost().event(1_100, "a1", What.RENEWED, "result", "RENEWED"));
    fails(EndedHandles::judge, lost().event(1_100, "a1", What.HELD));
    fails(EndedHandles::judge, lost().call(1_100, "a1", "renew", "NOT_OWNER"));
  }
}
