package io.leasehold.peers.scene;

import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.scenario.Act;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Holding;
import io.leasehold.tck.scenario.Network;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;

/** A holder that is cut off, a rival that takes over, and the holder's late messages. */
public final class CutScenes {

  /** The holder hears nothing and is not heard; when it is back it lets the lock go. */
  public static final Scenario CUT =
      scene(
          "peer-cut",
          "a holder is cut off until another has its lock, comes back and lets go",
          CutScenes::cut);

  /** The holder is cut off for ever, and another waits for its lock. */
  public static final Scenario GONE =
      scene(
          "peer-gone",
          "a holder is cut off for ever while another waits for its lock",
          CutScenes::gone);

  /** The holder's messages are kept back, its release among them, and arrive later. */
  public static final Scenario LATE =
      scene(
          "peer-late",
          "a holder's renewals and its release are held back until another has its lock",
          CutScenes::late);

  /** A cut that ends long before the ttl does. */
  public static final Scenario BLINK =
      scene(
          "peer-blink",
          "a holder is cut off over one renewal and is back while its ttl lasts",
          CutScenes::blink);

  private CutScenes() {}

  private static Scenario scene(String name, String story, Act act) {
    return Scenario.of(name, story, act).needing(Ability.NETWORK);
  }

  private static void cut(Stage stage) throws InterruptedException {
    String name = stage.name();
    Network way = Network.to(stage);
    Contender cut = Scene.warm(stage, way);
    Contender rival = Scene.warm(stage);
    Contender third = Scene.warm(stage);
    Optional<Holding> held = cut.tryTake(name);
    if (held.isEmpty()) {
      return;
    }
    Future<?> reader = Scene.reading(stage, held.get());
    begin(stage, way, cut);
    Optional<Holding> taken = Scene.soon(stage, rival, name, stage.ttl().multipliedBy(3));
    end(stage, way, cut);
    stage.pass(stage.terms().interval().dividedBy(2));
    reader.cancel(true);
    Scene.letGo(stage, held.get());
    Scene.undisturbed(stage, taken, third, name);
  }

  private static void gone(Stage stage) throws InterruptedException {
    String name = stage.name();
    Network way = Network.to(stage);
    Contender gone = Scene.warm(stage, way);
    Contender waiter = Scene.warm(stage);
    if (gone.tryTake(name).isPresent()) {
      begin(stage, way, gone);
      waiter.take(name, stage.ttl().multipliedBy(3)).ifPresent(Holding::release);
    }
  }

  private static void late(Stage stage) throws InterruptedException {
    String name = stage.name();
    Network way = Network.to(stage);
    Contender slow = Scene.warm(stage, way);
    Contender rival = Scene.warm(stage);
    Contender third = Scene.warm(stage);
    Optional<Holding> held = slow.tryTake(name);
    if (held.isEmpty()) {
      return;
    }
    stage.faultBegins("held back", slow.label());
    way.proxy().stall();
    stage.pass(stage.terms().interval().multipliedBy(2));
    Future<?> release = stage.cast().begin(held.get()::release);
    Optional<Holding> taken = Scene.soon(stage, rival, name, stage.ttl().multipliedBy(3));
    end(stage, way, slow);
    Scene.undisturbed(stage, taken, third, name);
    stage.cast().await(stage.ttl().multipliedBy(4), List.of(release));
  }

  private static void blink(Stage stage) throws InterruptedException {
    String name = stage.name();
    Network way = Network.to(stage);
    Contender cut = Scene.warm(stage, way);
    Contender rival = Scene.warm(stage);
    Optional<Holding> held = cut.tryTake(name);
    if (held.isEmpty()) {
      return;
    }
    // From a third of the ttl to somewhat over its half: over one renewal of each library.
    Duration sixth = stage.ttl().dividedBy(6);
    stage.pass(sixth.multipliedBy(2).minus(sixth.dividedBy(2)));
    begin(stage, way, cut);
    stage.pass(sixth.multipliedBy(3).dividedBy(2).plus(sixth.dividedBy(3)));
    end(stage, way, cut);
    long end = stage.recorder().now() + stage.ttl().multipliedBy(3).toNanos();
    while (stage.recorder().now() - end < 0) {
      rival.tryTake(name).ifPresent(Holding::release);
      stage.pass(stage.terms().poll().dividedBy(2));
    }
    Scene.letGo(stage, held.get());
  }

  private static void begin(Stage stage, Network way, Contender whose) {
    stage.faultBegins("cut", whose.label());
    way.proxy().blackHole();
  }

  private static void end(Stage stage, Network way, Contender whose) {
    way.proxy().heal();
    stage.faultEnds("cut", whose.label());
  }
}
