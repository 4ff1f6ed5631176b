package io.leasehold.peers.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Exclusion;
import io.leasehold.tck.judge.Judge;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each judge on a history that keeps its rule and on one that breaks it. */
class JudgesTest {

  @Test
  void aLockSurvivesUntilItIsLetGo() {
    Told good = new Told().got(0, 1, "A", "a").busy(1_200, "B").lets(1_500, "A", "a");
    Told bad = new Told().got(0, 1, "A", "a").got(1_200, 1_201, "B", "b").lets(1_500, "A", "a");
    judged(Survival::judge, good, bad);
  }

  @Test
  void withinItsFirstTtlNothingIsProvedOfItsRenewal() {
    Told early = new Told().got(0, 1, "A", "a").busy(500, "B").lets(800, "A", "a");
    assertThat(Survival.judge(early.history()).decisive()).isZero();
  }

  @Test
  void whatNobodyHasGotIsFree() {
    Told good = new Told().asks(0, "A", 0).fails(3, "A", "INTERRUPTED").got(1_200, 1_201, "B", "b");
    Told bad = new Told().asks(0, "A", 0).fails(3, "A", "INTERRUPTED").busy(1_200, "B");
    judged(Orphans::judge, good, bad);
  }

  @Test
  void whatSomebodyHoldsIsNoOrphan() {
    Told held =
        new Told()
            .asks(0, "A", 0)
            .fails(3, "A", "INTERRUPTED")
            .got(1_100, 1_101, "C", "c")
            .busy(1_200, "B");
    assertThat(Orphans.judge(held.history()).findings()).isEmpty();
  }

  @Test
  void aTakeoverComesInTime() {
    Told good = new Told().got(0, 1, "A", "a").cut(10, "A", "begin").got(1_100, 1_101, "B", "b");
    Told bad = new Told().got(0, 1, "A", "a").cut(10, "A", "begin").asks(20, "B", 3_000);
    bad.add(3_020, "B", What.GOT, "b", Map.of("ttl", "1000000000", "asked", "20000000"));
    judged(Takeover::judge, good, bad);
  }

  @Test
  void aWaiterIsServedSoon() {
    judged(Waits::served, handOver(30), handOver(300));
  }

  private static Told handOver(long after) {
    Told told = new Told().got(0, 1, "A", "a").asks(10, "B", 3_000);
    told.lets(500, "A", "a").released(502, "A", "a", "RELEASED");
    return told.add(
        502 + after, "B", What.GOT, "b", Map.of("ttl", "1000000000", "asked", "10000000"));
  }

  @Test
  void aWaitInVainEndsInItsTime() {
    Told good = new Told().asks(0, "B", 400).fails(420, "B", "CONTENDED");
    judged(Waits::inTime, good, new Told().asks(0, "B", 400).fails(900, "B", "CONTENDED"));
    judged(Waits::inTime, good, new Told().asks(0, "B", 400).fails(300, "B", "CONTENDED"));
  }

  @Test
  void aClosedClientHoldsNothingForLong() {
    Told good = new Told().got(0, 1, "A", "a");
    good.add(100, "A", What.CLOSE, "", Map.of("phase", "end")).got(1_000, 1_001, "B", "b");
    Told bad = new Told().got(0, 1, "A", "a");
    bad.add(100, "A", What.CLOSE, "", Map.of("phase", "end")).busy(1_300, "B");
    judged(Closing::judge, good, bad);
  }

  @Test
  void aSuccessorIsNotDisturbed() {
    Told good = taken().busy(1_200, "C").lets(1_900, "B", "b");
    judged(Successor::undisturbed, good, taken().got(1_200, 1_201, "C", "c"));
    assertThat(Exclusion.judge(good.history()).findings()).isEmpty();
    assertThat(Exclusion.judge(taken().got(1_200, 1_201, "C", "c").history()).findings())
        .hasSize(1);
  }

  @Test
  void aLateReleaseIsToldThatItFreedNothing() {
    Told good = taken().lets(1_200, "A", "a").released(1_210, "A", "a", "NOT_OWNER");
    Told bad = taken().lets(1_200, "A", "a").released(1_210, "A", "a", "RELEASED");
    judged(Successor::told, good, bad);
  }

  private static Told taken() {
    Told told = new Told().got(0, 1, "A", "a").cut(10, "A", "begin");
    return told.got(1_100, 1_101, "B", "b").cut(1_150, "A", "end");
  }

  @Test
  void whatIsOverStaysOver() {
    Told good = new Told().got(0, 1, "A", "a");
    good.add(5, "A", What.HELD, "a", Map.of()).add(9, "A", What.NOT_HELD, "a", Map.of());
    Told bad = new Told().got(0, 1, "A", "a");
    bad.add(5, "A", What.NOT_HELD, "a", Map.of()).add(9, "A", What.HELD, "a", Map.of());
    judged(Finality::judge, good, bad);
  }

  @Test
  void tokensRise() {
    Told good = new Told().got(0, 1, "A", "a", 7).got(1_100, 1_101, "B", "b", 8);
    Told bad = new Told().got(0, 1, "A", "a", 7).got(1_100, 1_101, "B", "b", 7);
    judged(Tokens::judge, good, bad);
  }

  private static void judged(Judge judge, Told good, Told bad) {
    var kept = judge.judge(good.history());
    assertThat(kept.findings()).isEmpty();
    assertThat(kept.decisive()).isPositive();
    assertThat(judge.judge(bad.history()).findings()).isNotEmpty();
  }
}
