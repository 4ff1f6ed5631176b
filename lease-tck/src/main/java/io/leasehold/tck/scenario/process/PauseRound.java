package io.leasehold.tck.scenario.process;

import io.leasehold.tck.history.What;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Holding;
import io.leasehold.tck.scenario.Register;
import io.leasehold.tck.scenario.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** One process that is stopped again and again, and the rival that takes over. */
final class PauseRound {

  /**
   * Where it is stopped.
   *
   * @param call in the middle of which call; empty for anywhere in a hold
   * @param before whether just before the request leaves, or just after the answer has come
   * @param isLong whether for longer than the ttl, or for so short that nothing may be lost
   */
  record Point(String call, boolean before, boolean isLong) {
    boolean isAimed() {
      return !call.isEmpty();
    }
  }

  /** Before and after each call. */
  static final List<Point> AIMED =
      List.of(
          new Point("acquire", true, true),
          new Point("acquire", false, true),
          new Point("renew", true, true),
          new Point("renew", false, true),
          new Point("release", true, true),
          new Point("release", false, true));

  /** Somewhere in a hold. */
  static final Point ANYWHERE = new Point("", true, true);

  /** Somewhere in a hold, and not for long. */
  static final Point SHORT = new Point("", true, false);

  private static final int LOOKS = 8;

  private final Stage stage;
  private final ContenderProcess process;
  private final Contender rival;
  private final Random random;
  private final String label;

  PauseRound(Stage stage, ContenderProcess process, Contender rival, long seed) {
    this.stage = stage;
    this.process = process;
    this.rival = rival;
    this.random = new Random(seed);
    this.label = process.label();
  }

  void play(Point point) throws InterruptedException {
    String name = stage.name();
    if (point.isLong()) {
      playLong(name, point);
    } else {
      playShort(name);
    }
  }

  private void playShort(String name) throws InterruptedException {
    process.settled(process.take(label, name, stage.ttl()), stage.ttl().multipliedBy(2));
    passUpTo(stage.terms().interval());
    process.stop();
    stage.pass(stage.ttl().dividedBy(8));
    process.wake();
    stage.pass(stage.ttl());
    process.settled(process.release(label, name), stage.ttl());
  }

  private void playLong(String name, Point point) throws InterruptedException {
    Register fenced = new Register(name, true, stage.recorder());
    Register unfenced = new Register(name, false, stage.recorder());
    process.guard(name, fenced, unfenced);
    CompletableFuture<String> step = bringTo(name, point);
    process.stop();
    long stoppedAt = stage.recorder().now();
    Optional<Holding> next = rival.take(name, stage.ttl().multipliedBy(4));
    next.ifPresent(holding -> write(holding, fenced));
    next.ifPresent(holding -> write(holding, unfenced));
    long enough =
        stage.ttl().plus(stage.traits().takeoverLag()).plus(stage.terms().margin()).toNanos();
    stage.pass(Duration.ofNanos(Math.max(1, enough - (stage.recorder().now() - stoppedAt))));
    process.wake();
    if (point.call().isEmpty() || point.call().equals("renew")) {
      // Nothing passes to the store before the woken code has looked.
      stage.until(stage.ttl().dividedBy(2), () -> hasLooked(name));
    }
    process.go(label);
    look(name);
    process.settled(step, stage.ttl());
    stage.until(stage.ttl().dividedBy(4), () -> isTold(name));
    stage.eye().look(name);
    next.ifPresent(Holding::isHeld);
    next.ifPresent(Holding::release);
    process.settled(process.release(label, name), stage.ttl());
  }

  /** Brings it to the point where it is to be stopped. */
  private CompletableFuture<String> bringTo(String name, Point point) throws InterruptedException {
    if (point.call().equals("acquire")) {
      process.stand(label, "acquire", name, point.before());
      CompletableFuture<String> step = process.take(label, name, stage.ttl());
      awaitStanding(point);
      return step;
    }
    CompletableFuture<String> taken = process.take(label, name, stage.ttl().multipliedBy(2));
    process.settled(taken, stage.ttl().multipliedBy(3));
    if (!point.isAimed()) {
      passUpTo(stage.terms().interval().multipliedBy(3).dividedBy(2));
      return taken;
    }
    process.stand(label, point.call(), name, point.before());
    CompletableFuture<String> step =
        point.call().equals("release") ? process.release(label, name) : taken;
    awaitStanding(point);
    return step;
  }

  private void awaitStanding(Point point) throws InterruptedException {
    if (!process.awaitStanding(stage.ttl())) {
      stage.note(label + " did not come to " + point);
    }
  }

  private void write(Holding holding, Register register) {
    register.write(rival.label(), holding.lease().owner(), holding.lease().fencingToken());
  }

  private boolean hasLooked(String name) {
    return stage.has(What.NOT_HELD, label, name);
  }

  private boolean isTold(String name) {
    return !stage.has(What.GOT, label, name) || stage.has(What.ENDED, label, name);
  }

  /** Whatever the woken code still sends, it has arrived after this time. */
  private void look(String name) throws InterruptedException {
    for (int i = 0; i < LOOKS; i++) {
      stage.eye().look(name);
      stage.pass(stage.traits().callTimeout().dividedBy(LOOKS));
    }
  }

  private void passUpTo(Duration most) throws InterruptedException {
    stage.pass(Duration.ofNanos(1 + random.nextLong(most.toNanos())));
  }
}
