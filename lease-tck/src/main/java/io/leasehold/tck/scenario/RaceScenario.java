package io.leasehold.tck.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Many clients of one process want the same few names, hold them for random times, let them go, and
 * close. Each holds a name of its own all the time. Now and then one holds for so long that it is
 * renewed, and meanwhile gives up an attempt on another name: that is no other acquisition's
 * affair.
 */
public final class RaceScenario {

  /** The scenario. */
  public static final Scenario RACE =
      Scenario.of(
              "race",
              "clients of one process take, hold and let go the same few names",
              RaceScenario::play)
          .with("clients", 4)
          .with("names", 2)
          .with("rounds", 12);

  private static final int LONG_HOLD_EVERY = 5;

  private RaceScenario() {}

  private static void play(Stage stage) throws InterruptedException {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < stage.parameter("names"); i++) {
      names.add(stage.name());
    }
    List<Contender> contenders = new ArrayList<>();
    List<Cast.Part> parts = new ArrayList<>();
    for (int i = 0; i < stage.parameter("clients"); i++) {
      Contender contender = stage.contender();
      contenders.add(contender);
      Random random = new Random(stage.random().nextLong());
      int first = i;
      parts.add(() -> contend(stage, contender, names, random, first));
    }
    stage.cast().together(stage.ttl().multipliedBy(60), parts);
    for (Contender contender : contenders) {
      names.add(giveUp(stage, contender));
    }
    stage.cast().together(stage.ttl().multipliedBy(4), closing(contenders));
    for (String name : names) {
      lookUntilFree(stage, name);
    }
  }

  private static void contend(
      Stage stage, Contender contender, List<String> names, Random random, int first)
      throws InterruptedException {
    Duration wait = stage.ttl().multipliedBy(4);
    var own = contender.tryTake(stage.name());
    for (int i = 0; i < stage.parameter("rounds"); i++) {
      String name = names.get(random.nextInt(names.size()));
      var holding = contender.take(name, wait);
      if (holding.isPresent()) {
        hold(stage, contender, random, (i + first) % LONG_HOLD_EVERY == 0);
        // Its own second request is one more contender: nothing is re-entered.
        contender.tryTake(name).ifPresent(Holding::release);
        holding.get().isHeld();
        stage.eye().look(name);
        holding.get().release();
      }
    }
    own.ifPresent(Holding::release);
  }

  private static void hold(Stage stage, Contender contender, Random random, boolean isLong)
      throws InterruptedException {
    long interval = stage.terms().interval().toNanos();
    if (isLong) {
      giveUp(stage, contender);
      stage.pass(Duration.ofNanos(interval + interval * (2 + random.nextInt(3)) / 10));
    } else {
      stage.pass(Duration.ofNanos(random.nextLong(interval / 6)));
    }
  }

  /** An attempt that is granted, but nobody is told: the engine has to abandon it. */
  private static String giveUp(Stage stage, Contender contender) {
    String other = stage.name();
    contender.faults().next(FaultyBackend.Call.ACQUIRE, other, Fate.LOSE_ANSWER, 1);
    contender.tryTake(other);
    return other;
  }

  private static List<Cast.Part> closing(List<Contender> contenders) {
    List<Cast.Part> parts = new ArrayList<>();
    contenders.forEach(contender -> parts.add(contender::close));
    return parts;
  }

  private static void lookUntilFree(Stage stage, String name) throws InterruptedException {
    Duration bound = stage.ttl().plus(stage.traits().takeoverLag()).multipliedBy(2);
    stage.until(bound, () -> stage.eye().look(name).isEmpty());
  }
}
