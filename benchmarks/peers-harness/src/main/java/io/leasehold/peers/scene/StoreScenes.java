package io.leasehold.peers.scene;

import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Holding;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;

/** What happens to the store: it stands still, or one record in it is not what it should be. */
public final class StoreScenes {

  /** Something that can spoil a record. */
  public interface Spoiler {

    /** Replaces the record of a lock by one of another kind, with a ttl of its own. */
    void spoil(String name);
  }

  /** The store stands still for longer than the ttl. */
  public static final Scenario FREEZE =
      Scenario.of(
              "peer-freeze",
              "the store stands still for longer than the ttl of a lock",
              StoreScenes::freeze)
          .needing(Ability.FREEZE)
          .onItsOwn();

  /** One of many records is spoilt. */
  public static final Scenario POISON =
      Scenario.of(
              "peer-poison",
              "of many locks of one client one has a record that is not what it should be",
              StoreScenes::poison)
          .with("locks", 9);

  private StoreScenes() {}

  private static void freeze(Stage stage) throws InterruptedException {
    String name = stage.name();
    Contender holder = Scene.warm(stage);
    Contender rival = Scene.warm(stage);
    Contender third = Scene.warm(stage);
    Optional<Holding> held = holder.tryTake(name);
    if (held.isEmpty()) {
      return;
    }
    Future<?> reader = Scene.reading(stage, held.get());
    stage.faultBegins("frozen", "");
    stage.faults().freeze();
    stage.pass(stage.ttl().multipliedBy(4).dividedBy(3));
    stage.faults().thaw();
    stage.faultEnds("frozen", "");
    Optional<Holding> taken = Scene.soon(stage, rival, name, stage.ttl().dividedBy(2));
    reader.cancel(true);
    Scene.letGo(stage, held.get());
    Scene.undisturbed(stage, taken, third, name);
  }

  private static void poison(Stage stage) throws InterruptedException {
    Contender holder = Scene.warm(stage);
    Contender rival = Scene.warm(stage);
    List<Holding> held = new ArrayList<>();
    for (int i = 0; i < stage.parameter("locks"); i++) {
      holder.tryTake(stage.name()).ifPresent(held::add);
    }
    Holding spoilt = held.remove(held.size() / 2);
    if (stage.fixture() instanceof Spoiler spoiler) {
      stage.faultBegins("spoilt", spoilt.lease().name());
      spoiler.spoil(spoilt.lease().name());
    }
    long end = stage.recorder().now() + stage.ttl().multipliedBy(3).toNanos();
    while (stage.recorder().now() - end < 0) {
      for (Holding one : held) {
        rival.tryTake(one.lease().name()).ifPresent(Holding::release);
      }
      stage.pass(stage.terms().poll().dividedBy(2));
    }
    for (Holding one : held) {
      Scene.letGo(stage, one);
    }
  }
}
