package io.leasehold.tck.scenario.late;

import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Fate;
import io.leasehold.tck.scenario.FaultyBackend.Call;
import io.leasehold.tck.scenario.Holding;
import io.leasehold.tck.scenario.Stage;
import java.time.Duration;
import java.util.Optional;

/**
 * One name of its own, a victim whose calls meet fates, and a rival. What they do together is what
 * the acts of a scenario are made of. Used by one thread.
 */
final class Drama {

  /** When a request that was held back, or a copy of one, arrives. */
  enum Arrival {
    /** Nobody has the name. */
    VACANT,
    /** The rival has it. */
    RIVAL_HOLDS,
    /** The rival has had it and let it go. */
    RIVAL_HAS_HELD,
    /** The victim has it again, by another attempt. */
    VICTIM_HOLDS_AGAIN
  }

  final Stage stage;
  final Contender victim;
  final Contender rival;
  final String name;
  final Fate fate;

  /** Counts the dramas of one kind: each takes another turn. */
  final int round;

  Drama(Stage stage, Contender victim, Contender rival, Fate fate, int round) {
    this.stage = stage;
    this.victim = victim;
    this.rival = rival;
    this.name = stage.name();
    this.fate = fate;
    this.round = round;
  }

  Arrival arrival() {
    return Arrival.values()[round % Arrival.values().length];
  }

  /** The victim's next calls of this kind meet the drama's fate. */
  void fate(Call call, int times) {
    victim.faults().next(call, name, fate, times);
  }

  /** The victim's next calls of this kind meet another fate. */
  void fate(Call call, Fate another, int times) {
    victim.faults().next(call, name, another, times);
  }

  Duration interval() {
    return stage.terms().interval();
  }

  /** Long enough for whatever else a store remembers of the name to run out. */
  Duration patience() {
    return stage.ttl().plus(stage.traits().takeoverLag()).multipliedBy(3);
  }

  /** Some of an interval. */
  void pass(double intervals) throws InterruptedException {
    stage.pass(Duration.ofNanos((long) (interval().toNanos() * intervals)));
  }

  /** Holds for some intervals, and reads now and then whether it is held. */
  void hold(Holding holding, double intervals) throws InterruptedException {
    for (double left = intervals; left > 0 && holding.isHeld(); left -= 0.25) {
      pass(Math.min(left, 0.25));
    }
    holding.isHeld();
  }

  void look() {
    stage.eye().look(name);
  }

  /** Waits until the victim's ordered calls have met their fate. */
  void met(Call call) throws InterruptedException {
    stage.until(patience(), () -> !victim.faults().awaits(call, name));
  }

  /** Lets arrive what was held back, at this drama's moment; then others use the name. */
  void arrive() throws InterruptedException {
    look();
    switch (arrival()) {
      case VACANT -> {
        letGo();
        briefly(rival);
      }
      case RIVAL_HOLDS -> across(rival);
      case RIVAL_HAS_HELD -> {
        briefly(rival);
        letGo();
        briefly(victim);
      }
      case VICTIM_HOLDS_AGAIN -> across(victim);
    }
    look();
  }

  void letGo() {
    victim.faults().letGo(name);
    look();
  }

  /** Somebody takes the name and lets it go. */
  void briefly(Contender contender) throws InterruptedException {
    Optional<Holding> holding = contender.take(name, patience());
    if (holding.isPresent()) {
      look();
      holding.get().isHeld();
      holding.get().release();
    }
  }

  /** Somebody has the name while the request arrives, and for longer than a renewal. */
  void across(Contender contender) throws InterruptedException {
    Optional<Holding> holding = contender.take(name, patience());
    boolean late = victim.faults().heldBack(name) > 0;
    if (holding.isPresent() && late) {
      hold(holding.get(), 0.3); // so long that a ttl which begins anew is seen
    }
    letGo();
    if (holding.isPresent()) {
      hold(holding.get(), late ? 1.3 : 0.1);
      look();
      holding.get().release();
    }
  }
}
