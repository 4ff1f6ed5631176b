package io.leasehold.tck.rule;

import io.leasehold.tck.history.CallText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Lets a grant run out and has another client ask for the name, as the backend's traits demand. */
public final class Takeover {

  /** A contender that keeps watching asks this often within one ttl. */
  private static final int ASKS_PER_TTL = 16;

  private Takeover() {}

  /**
   * Waits until the grant has to be over, with the contender asking meanwhile if takeover needs an
   * observer, and then asks.
   *
   * @param contender another client than the holder's
   * @param prior the grant that runs out, unrenewed
   * @param ask the ttl asked for
   * @return the contender's grant; empty if the name is still busy when it has to be free
   */
  public static Optional<Held> when(
      RuleContext ctx, Client contender, Held prior, Duration ask, boolean keepAsking) {
    ctx.silence(prior.client());
    try {
      return ctx.traits().takeoverNeedsObserver() || keepAsking
          ? asking(ctx, contender, prior, ask)
          : once(ctx, contender, prior, ask);
    } finally {
      ctx.wake(prior.client());
    }
  }

  /** As a step: the contender's grant, or an inconclusive end. */
  public static Held of(RuleContext ctx, Client contender, Held prior, Duration ask) {
    return when(ctx, contender, prior, ask, false)
        .orElseThrow(
            () ->
                new RuleStop.Inconclusive(
                    "a step of this rule takes over an expired name, but it stayed busy"
                        + " (EXP-02 judges that)",
                    null));
  }

  /** A decisive observation: the takeover came when it had to, neither early nor late. */
  public static Held onTime(RuleContext ctx, Client contender, Held prior, String because) {
    Optional<Held> got = when(ctx, contender, prior, ctx.ttl(), true);
    ctx.expect(
        got.isPresent(),
        "client "
            + contender
            + " to be granted the name once "
            + prior
            + " has run out, ttl + takeover lag after its latest renewal: "
            + because,
        "still busy");
    Held held = got.orElseThrow();
    notEarly(ctx, prior, held, because);
    return held;
  }

  /** A decisive observation: the takeover did not come before the prior grant's ttl was over. */
  public static void notEarly(RuleContext ctx, Held prior, Held taken, String because) {
    long after = taken.ackedAt() - prior.sentAt();
    ctx.expect(
        after >= prior.ttl().minus(ctx.error()).toNanos(),
        "nobody to be granted the name before "
            + prior
            + " has lasted its ttl, counted from the send of its latest renewal: "
            + because,
        "client "
            + taken.client()
            + " was granted it after "
            + CallText.of(Duration.ofNanos(after)));
  }

  /**
   * Asks when a grant has to be over because its ttl ran from a given time at the latest; a
   * contender whose watching is needed watches anew.
   *
   * @param from a reading of the clock
   */
  public static Optional<Held> by(RuleContext ctx, Client contender, Held held, long from) {
    ctx.silence(held.client());
    try {
      if (ctx.traits().takeoverNeedsObserver()) {
        return asking(ctx, contender, held, ctx.ttl());
      }
      ctx.pass(untilDue(ctx, from, held));
      return contender.tryAcquire(contender.attempt(held.name(), ctx.ttl()));
    } finally {
      ctx.wake(held.client());
    }
  }

  /** Waits, nobody asking, until an unrenewed grant has to be over. */
  public static void letExpire(RuleContext ctx, Held held) {
    ctx.silence(held.client());
    ctx.pass(untilDue(ctx, held.ackedAt(), held));
    ctx.wake(held.client());
  }

  /**
   * Waits until an unrenewed grant has to be over, while contenders look on if takeover needs an
   * observer; they find the name busy until then.
   */
  public static void letExpire(RuleContext ctx, Held held, List<Client> contenders) {
    if (!ctx.traits().takeoverNeedsObserver()) {
      letExpire(ctx, held);
      return;
    }
    ctx.silence(held.client());
    Duration pause = pause(held);
    // Each counts from its own first look: the first one's ttl ends before the last one's.
    long first = ctx.clock().nanos();
    Duration round = look(ctx, held, contenders);
    long from = ctx.clock().nanos();
    // Whoever still asked when it is over would take it before the race.
    while (untilDue(ctx, first, held)
            .compareTo(ctx.takeoverLag().plus(pause.plus(round).multipliedBy(2)))
        > 0) {
      ctx.pass(pause);
      Duration latest = look(ctx, held, contenders);
      round = latest.compareTo(round) > 0 ? latest : round;
    }
    ctx.pass(untilDue(ctx, from, held));
    ctx.wake(held.client());
  }

  /**
   * Waits until unrenewed grants of one client have to be over, all of them, while a contender
   * looks on if takeover needs an observer.
   */
  public static void letExpire(RuleContext ctx, List<Held> all, Client contender) {
    Held last = all.get(all.size() - 1);
    ctx.silence(last.client());
    long from = last.ackedAt();
    if (ctx.traits().takeoverNeedsObserver()) {
      all.forEach(held -> contender.contend(held.name()));
      from = ctx.clock().nanos();
    }
    ctx.pass(untilDue(ctx, from, last));
    ctx.wake(last.client());
  }

  /** All of them ask for a name that is busy; how long that took. */
  private static Duration look(RuleContext ctx, Held held, List<Client> contenders) {
    long begin = ctx.clock().nanos();
    contenders.forEach(contender -> contender.contend(held.name()));
    return Duration.ofNanos(ctx.clock().nanos() - begin);
  }

  private static Duration pause(Held held) {
    return Duration.ofMillis(held.ttl().dividedBy(ASKS_PER_TTL).toMillis() + 1);
  }

  private static Optional<Held> once(RuleContext ctx, Client contender, Held prior, Duration ask) {
    ctx.pass(untilDue(ctx, prior.ackedAt(), prior));
    return contender.tryAcquire(contender.attempt(prior.name(), ask));
  }

  private static Optional<Held> asking(
      RuleContext ctx, Client contender, Held prior, Duration ask) {
    Duration pause = pause(prior);
    Optional<Held> got = contender.tryAcquire(contender.attempt(prior.name(), ask));
    // An observer counts from its own first look; a store from the renewal, which was before.
    long from = ctx.traits().takeoverNeedsObserver() ? ctx.clock().nanos() : prior.ackedAt();
    while (got.isEmpty()) {
      Duration rest = untilDue(ctx, from, prior);
      boolean last = rest.isZero() || rest.isNegative();
      ctx.pass(rest.compareTo(pause) < 0 ? rest : pause);
      got = contender.tryAcquire(contender.attempt(prior.name(), ask));
      if (last) {
        return got;
      }
    }
    return got;
  }

  private static Duration untilDue(RuleContext ctx, long from, Held held) {
    // One nanosecond more: whether the deadline itself still belongs to the lease is nobody's
    // claim.
    Duration due = held.ttl().plus(ctx.takeoverLag()).plus(ctx.error()).plusNanos(1);
    return due.minusNanos(ctx.clock().nanos() - from);
  }
}
