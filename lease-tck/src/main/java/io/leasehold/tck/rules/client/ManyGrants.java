package io.leasehold.tck.rules.client;

import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.rule.Batch;
import io.leasehold.tck.rule.Checks;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.Race;
import io.leasehold.tck.rule.RuleContext;
import io.leasehold.tck.rule.RuleStop;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What becomes of the grants of a client that has many. */
public final class ManyGrants {

  private static final int GRANTS = 64;

  private ManyGrants() {}

  /** Renews all of them, half of them one by one, and looks at each when its first ttl is over. */
  public static void areRenewed(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Duration ttl = longer(ctx);
    List<Held> all =
        Race.each(Stream.generate(ctx::name).limit(GRANTS).toList(), name -> a.acquire(name, ttl));
    List<Long> acquired = all.stream().map(Held::ackedAt).toList();
    Duration lag = ctx.takeoverLag();
    long last = acquired.stream().reduce((x, y) -> y - x > 0 ? y : x).orElseThrow();
    ctx.pass(until(ctx, last).plus(lag).plus(ttl.dividedBy(4)));
    Race.each(all.subList(0, GRANTS / 2), held -> renewed(held, held.renew()));
    inBatches(ctx, a, all.subList(GRANTS / 2, GRANTS));
    // One after the other, as they were acquired: so it does not count how long all of it takes.
    for (int i = 0; i < GRANTS; i++) {
      ctx.pass(until(ctx, acquired.get(i)).plus(ttl).plus(lag).plusNanos(1));
      stillHeld(ctx, b, all.get(i));
    }
  }

  /**
   * Long enough to acquire, renew and look at all of them within it, also where a record stands for
   * the takeover lag after its ttl; but as the traits allow.
   */
  private static Duration longer(RuleContext ctx) {
    Duration step = ctx.traits().ttlStep();
    Duration wanted = ctx.ttl().multipliedBy(4).plus(ctx.takeoverLag().multipliedBy(3));
    Duration rounded = step.multipliedBy(wanted.plus(step).minusNanos(1).dividedBy(step));
    Duration most = step.multipliedBy(ctx.traits().maxTtl().dividedBy(step));
    return rounded.compareTo(most) < 0 ? rounded : most;
  }

  private static Duration until(RuleContext ctx, long time) {
    return Duration.ofNanos(time - ctx.clock().nanos());
  }

  private static Held renewed(Held held, RenewOutcome outcome) {
    if (!(outcome instanceof RenewOutcome.Renewed)) {
      throw new RuleStop.Inconclusive(
          "a step of this rule renews " + held + ", but it was answered " + outcome, null);
    }
    return held;
  }

  private static void inBatches(RuleContext ctx, Client client, List<Held> some) {
    int most = Math.min(GRANTS / 4, ctx.traits().maxBatch());
    for (List<Held> domain :
        some.stream().collect(Collectors.groupingBy(client::domain)).values()) {
      for (int from = 0; from < domain.size(); from += most) {
        List<Held> batch = domain.subList(from, Math.min(domain.size(), from + most));
        List<RenewOutcome> outcomes = Batch.renew(ctx, client, batch);
        for (int i = 0; i < batch.size(); i++) {
          renewed(batch.get(i), outcomes.get(i));
        }
      }
    }
  }

  private static Held stillHeld(RuleContext ctx, Client contender, Held held) {
    Optional<Held> taken = contender.tryAcquire(held.name());
    if (taken.isPresent()) {
      Checks.mustBeAlive(ctx, held);
    }
    ctx.expect(
        taken.isEmpty(),
        "each of "
            + GRANTS
            + " grants of one client to be held: they were renewed, and only the ttl before is"
            + " over: "
            + held,
        "Granted");
    return held;
  }
}
