package io.leasehold.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** From when a session's timeout provably runs, with a tick of 400: a gap of 300. */
class ProofTest {

  private final Proof proof = new Proof(0, 400);

  @Test
  void theMakingOfTheSessionCountsAtOnce() {
    assertThat(proof.confirmed(10, 20)).isZero();
  }

  @Test
  void aWriteCountsOnceAnotherWasSentThreeQuartersOfATickAfterItsAnswer() {
    assertThat(proof.confirmed(100, 150)).isZero();
    assertThat(proof.confirmed(449, 460)).isZero();
    assertThat(proof.confirmed(450, 470)).isEqualTo(100);
  }

  /** A ping may have lain between the send of a write and its late answer, or not. */
  @Test
  void itsAnswerCountsNotItsSend() {
    assertThat(proof.confirmed(100, 900)).isZero();
    assertThat(proof.confirmed(950, 960)).isZero();
    assertThat(proof.confirmed(1200, 1210)).isEqualTo(100);
  }

  @Test
  void theLatestOfThoseThatCountCounts() {
    for (int at = 100; at <= 1_000; at += 100) {
      proof.confirmed(at, at + 10);
    }
    assertThat(proof.confirmed(1_100, 1_110)).isEqualTo(700);
  }

  /** Calls of several threads are confirmed in any order. */
  @Test
  void whatIsProvenNeverGoesBack() {
    proof.confirmed(500, 510);
    proof.confirmed(200, 520);
    assertThat(proof.confirmed(900, 910)).isEqualTo(500);
    assertThat(proof.confirmed(700, 950)).isEqualTo(500);
  }

  /** Far more writes than it remembers: then it may be a little behind, never ahead. */
  @Test
  void manyWritesProveNearlyAsMuch() {
    long proven = 0;
    for (int at = 0; at < 10_000; at++) {
      proven = proof.confirmed(at, at + 1);
      assertThat(proven).isLessThanOrEqualTo(Math.max(0, at - 301));
    }
    assertThat(proven).isGreaterThan(10_000 - 301 - 2 * (300 / 32 + 1));
  }
}
