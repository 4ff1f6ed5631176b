package io.leasehold.tck.rules;

import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.history.CallText;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.RuleContext;
import io.leasehold.tck.rule.Takeover;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** What comes of a renewal that is sent when another client may take the name over. */
final class LateRenewals {

  /**
   * Names whose ttl is over at the same time; a slow store gets by with fewer: see {@link Edge}.
   */
  private static final int MOST = 1_000;

  private static final int LEAST = 12;

  /** Enough to find the edge; a side that never wins until then is one that cannot win. */
  private static final int SEARCH = 40;

  private static final Duration ENOUGH = Duration.ofMillis(500);

  private LateRenewals() {}

  /**
   * A takeover that overlooks a renewal does so only if the renewal comes between its look and its
   * write: the race stays at that edge, over many names. A map in memory that compares the owner
   * alone was found in each of 70 runs with 2 cores and other work on them, within 225 names.
   */
  static void meetATakeover(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    List<Held> late = acquired(ctx, a);
    Takeover.letExpire(ctx, late, b);
    Held early = late.remove(0);
    Renewal before = Renewal.of(ctx, early);
    judge(ctx, early, before, b.contend(early.name()));
    Held stale = late.remove(0);
    Optional<Held> first = b.contend(stale.name());
    judge(ctx, stale, Renewal.of(ctx, stale), first);
    AtomicInteger rounds = new AtomicInteger();
    AtomicInteger renewals = new AtomicInteger();
    AtomicInteger takeovers = new AtomicInteger();
    new Edge<>(
            round -> Renewal.of(ctx, late.get(round)),
            round -> b.contend(late.get(round).name()),
            (round, renewal, taken) -> {
              judge(ctx, late.get(round), renewal, taken);
              (taken.isEmpty() ? renewals : takeovers).incrementAndGet();
              return taken.isEmpty() ? 1 : -1;
            })
        .race(
            () -> {
              int round = rounds.getAndIncrement();
              boolean open = round < SEARCH || (renewals.get() > 0 && takeovers.get() > 0);
              return open && round < late.size();
            });
  }

  private static List<Held> acquired(RuleContext ctx, Client client) {
    LeaseClock real = LeaseClock.system();
    long begin = real.nanos();
    List<Held> all = new ArrayList<>();
    // Where a ttl ends by itself, a late renewal cannot win, and there is no edge.
    int most = ctx.traits().takeoverNeedsObserver() ? MOST : SEARCH;
    while (all.size() < LEAST || (all.size() < most && real.nanos() - begin < ENOUGH.toNanos())) {
      all.add(client.acquire(ctx.name(), ctx.ttl()));
    }
    return all;
  }

  private record Renewal(RenewOutcome outcome, long begin) {

    /** One of two racing steps may be told that it did not run. */
    static Renewal of(RuleContext ctx, Held held) {
      long begin = ctx.clock().nanos();
      return new Renewal(held.client().spi().renewIfOwner(held.grant()), begin);
    }
  }

  private static void judge(RuleContext ctx, Held held, Renewal renewal, Optional<Held> taken) {
    // Where the kit was slow, the renewed ttl may have ended before the takeover.
    boolean both =
        renewal.outcome() instanceof RenewOutcome.Renewed
            && taken.isPresent()
            && taken.get().ackedAt() - renewal.begin() < held.ttl().minus(ctx.error()).toNanos();
    ctx.expect(
        !both,
        "only one of two at the same time, the late renewal of "
            + held
            + " and the takeover by another client, to succeed",
        "both: " + CallText.answer(renewal.outcome()) + ", and " + taken.map(Held::toString));
  }
}
