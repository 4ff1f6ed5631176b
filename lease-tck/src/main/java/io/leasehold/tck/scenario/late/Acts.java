package io.leasehold.tck.scenario.late;

import io.leasehold.tck.scenario.Fate;
import io.leasehold.tck.scenario.FaultyBackend.Call;
import io.leasehold.tck.scenario.Holding;
import java.util.Optional;

/** What happens around one call that meets a fate. */
final class Acts {

  private static final int MANY = 100;

  private Acts() {}

  static void play(Call call, Drama drama) throws InterruptedException {
    switch (call) {
      case ACQUIRE -> acquire(drama);
      case RENEW -> renew(drama);
      case RELEASE -> release(drama);
      case ABANDON -> abandon(drama);
    }
  }

  /** The caller tries once, or waits and gets the name by a later attempt. */
  private static void acquire(Drama drama) throws InterruptedException {
    drama.fate(Call.ACQUIRE, 1);
    boolean waits = drama.round % 2 == 1 || drama.fate == Fate.DUPLICATE;
    Optional<Holding> holding =
        waits ? drama.victim.take(drama.name, drama.patience()) : drama.victim.tryTake(drama.name);
    drama.look();
    if (holding.isPresent()) {
      if (drama.round % 4 == 1) {
        drama.letGo(); // while the victim itself has the name
        drama.hold(holding.get(), 1.2);
      }
      holding.get().isHeld();
      holding.get().release();
    }
    drama.pass(0.1);
    drama.arrive();
  }

  /** The lease is held over its renewals, or let go or lost while one of them is under way. */
  private static void renew(Drama drama) throws InterruptedException {
    int turn = drama.round % 4;
    boolean lost = turn == 3 && drama.fate != Fate.DUPLICATE && drama.fate != Fate.LOSE_ANSWER;
    if (lost && drama.fate == Fate.LATE_ANSWER) {
      drama.fate(Call.RENEW, Fate.LOSE_REQUEST, triesBeforeTheLast(drama));
      drama.fate(Call.RENEW, MANY);
    } else if (lost) {
      drama.fate(Call.RENEW, 1);
      drama.fate(Call.RENEW, Fate.LOSE_REQUEST, MANY);
    } else {
      drama.fate(Call.RENEW, turn == 1 ? 2 : 1);
    }
    Optional<Holding> holding = drama.victim.take(drama.name, drama.patience());
    if (holding.isEmpty()) {
      return;
    }
    if (lost) {
      lose(drama, holding.get());
    } else if (turn == 2 && drama.fate != Fate.REFUSE) {
      drama.met(Call.RENEW); // and is under way, if its answer is late
      drama.pass(0.2);
    } else {
      drama.met(Call.RENEW);
      drama.hold(holding.get(), 1.2);
      if (turn == 0) {
        drama.letGo(); // its own renewal, before a later one
        drama.hold(holding.get(), 1.2);
      }
    }
    holding.get().isHeld();
    holding.get().release();
    holding.get().isHeld();
    drama.arrive();
    holding.get().isHeld();
  }

  /** Its renewals get no answer until it is lost; the first releases get none either. */
  private static void lose(Drama drama, Holding holding) throws InterruptedException {
    drama.fate(Call.RELEASE, Fate.LOSE_REQUEST, 6);
    long end = drama.stage.recorder().now() + 3 * drama.stage.ttl().toNanos();
    while (holding.isHeld() && drama.stage.recorder().now() < end) {
      drama.pass(0.1);
    }
    drama.pass(0.7); // a late answer arrives
  }

  /**
   * So many renewals fail before the one whose answer comes after validity: the first pauses are
   * short, the others about a quarter of the interval.
   */
  private static int triesBeforeTheLast(Drama drama) {
    long interval = drama.interval().toNanos();
    long time = drama.stage.ttl().minus(drama.stage.terms().margin()).toNanos() - interval;
    long end = time - drama.stage.traits().callTimeout().toNanos() / 2;
    return (int) Math.max(1, 2 + (end - 110_000_000) / (interval / 4));
  }

  /** The lease is let go, once or for good, and its handle is asked again. */
  private static void release(Drama drama) throws InterruptedException {
    Optional<Holding> holding = drama.victim.take(drama.name, drama.patience());
    if (holding.isEmpty()) {
      return;
    }
    boolean once = drama.fate == Fate.LATE_ANSWER || drama.fate == Fate.DUPLICATE;
    boolean few = (drama.round + drama.round / 4) % 2 == 0; // each arrival with few and with many
    drama.fate(Call.RELEASE, once || few ? 1 : 3);
    drama.look();
    holding.get().release();
    drama.look();
    holding.get().release();
    drama.arrive();
    holding.get().release();
  }

  /** What an acquire without an answer may have got is given back. */
  private static void abandon(Drama drama) throws InterruptedException {
    Fate unknown = drama.round % 2 == 0 ? Fate.LOSE_ANSWER : Fate.HOLD_BACK;
    drama.fate(Call.ACQUIRE, unknown, 1);
    boolean once = drama.fate == Fate.LATE_ANSWER || drama.fate == Fate.DUPLICATE;
    drama.fate(Call.ABANDON, once ? 1 : 1 + drama.round % 3);
    drama.victim.tryTake(drama.name);
    if (drama.round % 6 == 5) {
      drama.letGo(); // before any abandon has been answered
    }
    drama.met(Call.ABANDON);
    drama.pass(0.3); // for the one that is answered
    drama.arrive();
  }
}
