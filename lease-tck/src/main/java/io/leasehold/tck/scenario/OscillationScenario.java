package io.leasehold.tck.scenario;

import io.leasehold.LeaseRequest;
import io.leasehold.tck.scenario.FaultyBackend.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One instance against few and one against many on one name: long and short ttls in turn, others
 * that ask all the while and are refused, renewals close to expiry, and old renewals that arrive
 * late, while their holder has the name still and while another has it. Beside that a holder dies
 * by its ttl before its renewals arrive.
 *
 * <p>The long ttl is so long that its renewals are due after more than two short ttls: who renews
 * what is not its own swings the remaining time between both.
 */
public final class OscillationScenario {

  /** The scenario. */
  public static final Scenario OSCILLATION =
      Scenario.of(
              "oscillation",
              "one against few and one against many on a name, long and short ttls in turn,"
                  + " renewals close to expiry, old renewals that arrive late",
              OscillationScenario::play)
          .with("few", 3)
          .with("many", 8);

  private static final int LONG = 7;

  private final Stage stage;
  private final String name;
  private final Contender one;
  private final List<Contender> others = new ArrayList<>();
  private final Duration shortTtl;
  private final Duration longTtl;
  private final AtomicBoolean held = new AtomicBoolean();
  private final AtomicBoolean over = new AtomicBoolean();

  private OscillationScenario(Stage stage, int against) {
    this.stage = stage;
    this.name = stage.name();
    this.one = stage.contender();
    for (int i = 0; i < against; i++) {
      others.add(stage.contender());
    }
    this.shortTtl = stage.ttl();
    Duration wanted = Terms.of(stage.traits(), stage.ttl().multipliedBy(LONG)).ttl();
    this.longTtl = wanted.compareTo(stage.traits().maxTtl()) > 0 ? shortTtl : wanted;
  }

  private static void play(Stage stage) throws InterruptedException {
    List<Cast.Part> parts = new ArrayList<>();
    for (int against : List.of(stage.parameter("few"), stage.parameter("many"))) {
      OscillationScenario group = new OscillationScenario(stage, against);
      parts.add(group::story);
      parts.add(() -> watch(stage, group.name, group.over));
      for (Contender other : group.others) {
        parts.add(() -> group.ask(other));
      }
    }
    parts.add(() -> dead(stage));
    stage.cast().together(stage.ttl().multipliedBy(30), parts);
  }

  private static void watch(Stage stage, String name, AtomicBoolean over)
      throws InterruptedException {
    while (!over.get()) {
      stage.eye().look(name);
      stage.pass(stage.ttl().dividedBy(100));
    }
  }

  /** What happens to the name; the others ask meanwhile, and should get it never. */
  private void story() throws InterruptedException {
    try {
      holdsLong();
      holdsShort(others.get(0));
      one.faults().letGo(name);
      holdsLongAgain(others.get(0));
    } finally {
      over.set(true);
    }
  }

  /** A long hold, to its first renewal, which is held back; the next try succeeds. */
  private void holdsLong() throws InterruptedException {
    Optional<Holding> holding = take(one, longTtl);
    one.faults().next(Call.RENEW, name, Fate.HOLD_BACK, 1);
    stage.until(interval(longTtl).multipliedBy(2), () -> one.faults().heldBack(name) > 0);
    stage.pass(shortTtl.dividedBy(6)); // the next try
    letGo(holding);
  }

  /**
   * A short hold that is renewed close to its end; an old renewal of the long ttl arrives, and one
   * of its own.
   */
  private void holdsShort(Contender other) throws InterruptedException {
    Optional<Holding> holding = take(other, shortTtl);
    other.faults().all(Call.RENEW, Fate.REFUSE);
    stage.pass(shortTtl.multipliedBy(7).dividedBy(10));
    other.faults().heal();
    stage.pass(shortTtl.dividedBy(5));
    one.faults().letGo(name);
    other.faults().next(Call.RENEW, name, Fate.HOLD_BACK, 1);
    stage.until(shortTtl, () -> other.faults().heldBack(name) > 0);
    stage.pass(shortTtl.dividedBy(8));
    other.faults().letGo(name);
    stage.pass(shortTtl.dividedBy(20));
    other.faults().next(Call.RENEW, name, Fate.DUPLICATE, 1);
    stage.until(shortTtl, () -> other.faults().heldBack(name) > 0);
    letGo(holding);
  }

  /** A long hold during which the copy of an old renewal of a short ttl arrives. */
  private void holdsLongAgain(Contender other) throws InterruptedException {
    Optional<Holding> holding = take(one, longTtl);
    stage.pass(shortTtl.dividedBy(5));
    other.faults().letGo(name);
    stage.pass(shortTtl.dividedBy(5));
    letGo(holding);
  }

  private Optional<Holding> take(Contender who, Duration ttl) {
    Optional<Holding> holding =
        who.take(LeaseRequest.of(name).ttl(ttl).wait(shortTtl.multipliedBy(2)));
    held.set(true);
    return holding;
  }

  private void letGo(Optional<Holding> holding) {
    held.set(false);
    holding.ifPresent(Holding::isHeld);
    holding.ifPresent(Holding::release);
  }

  private Duration interval(Duration ttl) {
    return ttl.dividedBy(stage.traits().renewalsPerTtl());
  }

  /** Asks again and again with either ttl while another has it; a store that grants it is wrong. */
  private void ask(Contender other) throws InterruptedException {
    for (int i = 0; !over.get(); i++) {
      if (held.get()) {
        Duration ttl = i % 2 == 0 ? shortTtl : longTtl;
        Optional<Holding> got = other.take(LeaseRequest.of(name).ttl(ttl).wait(Duration.ZERO));
        if (got.isPresent()) {
          stage.pass(shortTtl.dividedBy(50));
          got.get().isHeld();
          got.get().release();
        }
      }
      stage.pass(shortTtl.dividedBy(10));
    }
  }

  /** A holder whose renewals are all held back dies by its ttl, and then they arrive. */
  private static void dead(Stage stage) throws InterruptedException {
    String name = stage.name();
    Contender holder = stage.contender();
    AtomicBoolean over = new AtomicBoolean();
    var watcher = stage.cast().begin(() -> watch(stage, name, over));
    Optional<Holding> holding = holder.tryTake(name);
    holder.faults().all(Call.RENEW, Fate.HOLD_BACK);
    holder.faults().all(Call.RELEASE, Fate.LOSE_REQUEST);
    holder.faults().all(Call.ABANDON, Fate.LOSE_REQUEST);
    stage.pass(stage.ttl().plus(stage.traits().takeoverLag()).plus(stage.ttl().dividedBy(10)));
    holding.ifPresent(Holding::isHeld);
    holder.faults().letGo();
    stage.pass(stage.ttl().dividedBy(5));
    holder.faults().heal();
    stage.contender().take(name, stage.ttl()).ifPresent(Holding::release);
    over.set(true);
    stage.cast().await(stage.ttl(), List.of(watcher));
  }
}
