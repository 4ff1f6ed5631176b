package io.leasehold.tck.judge;

import static org.assertj.core.api.Assertions.assertThat;

/** What a judge has to say of a story. */
final class Verdicts {

  private Verdicts() {}

  static void keeps(Judge judge, Story story) {
    Judgement judgement = judge.judge(story.history());
    assertThat(judgement.findings()).isEmpty();
    assertThat(judgement.decisive()).isPositive();
  }

  static void breaks(Judge judge, Story story) {
    assertThat(judge.judge(story.history()).findings()).isNotEmpty();
  }

  static void saysNothing(Judge judge, Story story) {
    Judgement judgement = judge.judge(story.history());
    assertThat(judgement.findings()).isEmpty();
    assertThat(judgement.decisive()).isZero();
  }

  static void doubts(Judge judge, Story story) {
    Judgement judgement = judge.judge(story.history());
    assertThat(judgement.findings()).isEmpty();
    assertThat(judgement.doubts()).isNotEmpty();
  }
}
