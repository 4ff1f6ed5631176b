package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.redis.PauseStage.Moment;
import io.leasehold.tck.net.Direction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * A process that is stopped for longer than its ttl, anywhere in acquire, renew, release and in
 * between: a rival takes over, and the woken code holds nothing, knows it at once, is told once,
 * and can do no harm where the resource looks at the token.
 */
class RedisPauseTest {

  private static final int STAGES = 3;
  private static final int ANYWHERE = 6;

  @Test
  void aStoppedHolderHoldsNothingWhenItIsWokenAndItsLateWriteIsRefused() throws Exception {
    long seed = System.nanoTime();
    System.out.println("seed of these pauses: " + seed);
    List<Moment> moments = moments();
    Collections.shuffle(moments, new Random(seed));
    List<PauseStage> stages = new ArrayList<>();
    try {
      List<Together.Work<String>> works = new ArrayList<>();
      for (int n = 0; n < STAGES; n++) {
        PauseStage stage = new PauseStage(seed + n);
        stages.add(stage);
        List<Moment> part =
            moments.subList(n * moments.size() / STAGES, (n + 1) * moments.size() / STAGES);
        works.add(
            () -> {
              stage.play(part);
              return "";
            });
      }
      Together.all(works);
      stages.forEach(RedisPauseTest::judge);
    } finally {
      stages.forEach(PauseStage::close);
    }
    long lateRenewals = stages.stream().mapToLong(RedisPauseTest::lateRenewals).sum();
    assertThat(lateRenewals).as("renewals of which the woken code heard").isPositive();
    assertThat(stages.stream().mapToInt(stage -> stage.lateWrites).sum()).isGreaterThan(ANYWHERE);
    assertThat(stages).allMatch(stage -> stage.lateWrites == 0 || !stage.unfenced.isIntact());
  }

  private static List<Moment> moments() {
    List<Moment> moments = new ArrayList<>();
    for (RedisScript step : List.of(RedisScript.ACQUIRE, RedisScript.RENEW, RedisScript.RELEASE)) {
      for (Direction held : Direction.values()) {
        moments.add(new Moment(step, held, true));
        moments.add(new Moment(step, held, false));
      }
    }
    moments.addAll(Collections.nCopies(ANYWHERE, new Moment(null, Direction.REQUESTS, true)));
    return moments;
  }

  private static void judge(PauseStage stage) {
    assertThat(stage.history.violations()).isEmpty();
    int late = stage.lateWrites;
    assertThat(stage.fenced.isIntact()).as("every late write was refused").isTrue();
    assertThat(stage.fenced.refused()).isEqualTo(late);
    toldOnce(stage);
    System.out.println(
        stage.history.size()
            + " grants, "
            + late
            + " late writes, "
            + lateRenewals(stage)
            + " renewals answered after the pause");
  }

  private static long lateRenewals(PauseStage stage) {
    return stage.said.stream()
        .map(Object::toString)
        .filter(text -> text.equals("RENEWED LAPSED") || text.equals("RENEWED STALE"))
        .count();
  }

  /** Each lease has one end, and each that ended as lost was told so once. */
  private static void toldOnce(PauseStage stage) {
    Map<String, Integer> ends = new HashMap<>();
    Map<String, Integer> losses = new HashMap<>();
    Map<String, Integer> told = new HashMap<>();
    stage.said.forEach(
        event -> {
          String token = event.value().split(" ")[0];
          if (event.key().equals("ENDED")) {
            ends.merge(token, 1, Integer::sum);
            losses.merge(token, event.value().endsWith("LOST") ? 1 : 0, Integer::sum);
            told.merge(token, 0, Integer::sum);
          } else if (event.key().equals("LOST")) {
            told.merge(token, 1, Integer::sum);
          }
        });
    assertThat(ends.values()).containsOnly(1);
    assertThat(told).isEqualTo(losses);
  }
}
