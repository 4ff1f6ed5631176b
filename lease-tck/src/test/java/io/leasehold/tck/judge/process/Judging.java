package io.leasehold.tck.judge.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.judge.Judge;
import io.leasehold.tck.judge.Judgement;

/** What a judge says of a story. */
final class Judging {

  private Judging() {}

  static void passes(Judge judge, Story story) {
    Judgement judgement = judge.judge(story.history());
    assertThat(judgement.findings()).isEmpty();
    assertThat(judgement.decisive()).isPositive();
  }

  static void fails(Judge judge, Story story) {
    assertThat(judge.judge(story.history()).findings()).isNotEmpty();
  }

  static void saysNothing(Judge judge, Story story) {
    Judgement judgement = judge.judge(story.history());
    assertThat(judgement.findings()).isEmpty();
    assertThat(judgement.decisive()).isZero();
  }
}
