package io.leasehold.tck.scenario.cut;

import io.leasehold.tck.scenario.Cast;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Holding;
import io.leasehold.tck.scenario.Retakes;
import io.leasehold.tck.scenario.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What happens on one wire. First a cut that is shorter than one call's bound, at the moment when a
 * renewal is due. Then, in several rounds, a cut that costs the lease: a rival takes over, the wire
 * is mended, the former holder works on with other names and asks for the one that is not his; and
 * when the rival stops, he gets it again, in the end for longer than a ttl.
 */
final class CutStory {

  private final Stage stage;
  private final Wire wire;
  private final Contender cutOff;
  private final Contender rival;
  private final Duration ttl;

  CutStory(Stage stage, Wire wire) {
    this.stage = stage;
    this.wire = wire;
    this.cutOff = wire.contender();
    this.rival = stage.contender();
    this.ttl = stage.ttl();
  }

  /** The parts: the story, and a third party's lease that has nothing to do with it. */
  Cast.Part play(int rounds) {
    return () -> {
      AtomicBoolean over = new AtomicBoolean();
      Future<?> bystander = stage.cast().begin(() -> goesOn(over));
      try {
        shortCut();
        for (int i = 0; i < rounds; i++) {
          longCut(stage.name(), i == rounds - 1);
        }
      } finally {
        over.set(true);
      }
      stage.cast().await(ttl, List.of(bystander));
    };
  }

  private void goesOn(AtomicBoolean over) throws InterruptedException {
    Optional<Holding> own = rival.take(stage.name(), ttl);
    while (!over.get()) {
      own.ifPresent(Holding::isHeld);
      stage.pass(ttl.dividedBy(10));
    }
    own.ifPresent(Holding::release);
  }

  private void cut() {
    stage.faultBegins(wire.fault(), cutOff.label());
    wire.cut().run();
  }

  private void heal() {
    wire.heal().run();
    stage.faultEnds(wire.fault(), cutOff.label());
  }

  private void shortCut() throws InterruptedException {
    Optional<Holding> own = cutOff.take(stage.name(), ttl);
    stage.pass(stage.terms().interval().multipliedBy(17).dividedBy(20));
    cut();
    stage.pass(stage.traits().callTimeout().multipliedBy(7).dividedBy(10));
    heal();
    stage.pass(ttl);
    own.ifPresent(Holding::isHeld);
    own.ifPresent(Holding::release);
  }

  private void longCut(String name, boolean last) throws InterruptedException {
    Optional<Holding> own = cutOff.take(name, ttl);
    if (own.isEmpty()) {
      return; // that is judged
    }
    AtomicReference<@Nullable Holding> next = new AtomicReference<>();
    Future<?> taking =
        stage.cast().begin(() -> rival.take(name, ttl.multipliedBy(6)).ifPresent(next::set));
    stage.pass(Duration.ofNanos((long) (stage.random().nextDouble() * ttl.toNanos() / 3)));
    cut();
    stage.until(ttl.multipliedBy(6), () -> !own.get().isHeld() && taking.isDone());
    sample(own.get(), next.get(), ttl.dividedBy(4));
    heal();
    Future<?> working = stage.cast().begin(() -> work(name));
    sample(own.get(), next.get(), ttl.dividedBy(3));
    stage.cast().await(ttl.multipliedBy(4), List.of(working));
    Holding rivals = next.get();
    if (rivals != null) {
      rivals.isHeld();
      rivals.release();
    }
    takeAgain(name, last);
  }

  /** The last time for so long that it has to be renewed. */
  private void takeAgain(String name, boolean forLonger) throws InterruptedException {
    if (forLonger) {
      Retakes.again(stage, cutOff, name);
    } else {
      cutOff.take(name, ttl).ifPresent(Holding::release);
    }
  }

  private void sample(Holding own, @Nullable Holding rivals, Duration time)
      throws InterruptedException {
    long end = stage.recorder().now() + time.toNanos();
    while (stage.recorder().now() - end < 0) {
      own.isHeld();
      if (rivals != null) {
        rivals.isHeld();
      }
      stage.eye().look(own.lease().name());
      stage.pass(ttl.dividedBy(60));
    }
  }

  /** The first call uses what is left of old connections; each kind of answer may be the next. */
  private void work(String held) throws InterruptedException {
    Optional<Holding> free = cutOff.take(stage.name(), ttl);
    for (int i = 0; i < 3; i++) {
      cutOff.tryTake(held).ifPresent(Holding::isHeld);
      stage.eye().look(held);
      cutOff.tryTake(stage.name()).ifPresent(Holding::release);
    }
    free.ifPresent(Holding::isHeld);
    free.ifPresent(Holding::release);
  }
}
