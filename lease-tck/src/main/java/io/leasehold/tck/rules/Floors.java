package io.leasehold.tck.rules;

import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.LeaseName;
import io.leasehold.tck.rule.Checks;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.RuleContext;
import io.leasehold.tck.rule.RuleStop;
import io.leasehold.tck.rule.Takeover;
import java.util.List;
import java.util.Optional;

/** What becomes of the floor that an attempt hands on: the highest token its client has seen. */
final class Floors {

  /**
   * The last numbers of an int, of an unsigned int, and of a double that counts by one. Not the
   * last but one of a long: a counter that serves all names would have no number left for them.
   */
  private static final long[] ENDS = {Integer.MAX_VALUE, (1L << 32) - 1, 1L << 53};

  private Floors() {}

  static void above(RuleContext ctx) {
    Client a = ctx.client();
    LeaseName name = ctx.name();
    Held before = a.acquire(name);
    before.release();
    for (long gap : new long[] {1, 1_000, 1_000_000}) {
      notAtOrBelow(ctx, a, name, before.token() + gap).ifPresent(Held::release);
    }
    notAtOrBelow(ctx, a, ctx.name(), before.token() + 5_000).ifPresent(Held::release);
    aboveOnTakeover(ctx);
    for (long floor : ENDS) {
      notAtOrBelow(ctx, a, name, floor).ifPresent(Held::release);
    }
  }

  private static void aboveOnTakeover(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held expired = a.acquire(ctx.name(), ctx.ttl());
    Takeover.letExpire(ctx, expired, List.of(b));
    notAtOrBelow(ctx, b, expired.name(), expired.token() + 7_000).ifPresent(Held::release);
  }

  static void noneAbove(RuleContext ctx) {
    Client a = ctx.client();
    notAtOrBelow(ctx, a, ctx.name(), Long.MAX_VALUE).ifPresent(Held::release);
  }

  static void remembered(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    LeaseName name = ctx.name();
    Held before = a.acquire(name);
    before.release();
    Optional<Held> raised = notAtOrBelow(ctx, a, name, before.token() + 10_000);
    if (raised.isPresent()) {
      raised.get().release();
      Held next = b.acquire(name);
      FenceRules.rises(ctx, raised.get().token(), next, "a grant that was raised by a floor");
    }
  }

  /** Granted above the floor, or refused and the name left vacant. */
  static Optional<Held> notAtOrBelow(RuleContext ctx, Client client, LeaseName name, long floor) {
    Client.Sent sent = client.send(client.attempt(name, ctx.longTtl(), floor));
    if (sent.held().isPresent()) {
      long token = sent.held().get().token();
      ctx.expect(
          token > floor, "a token above the attempt's floor " + floor + ", or Refused", token);
      return sent.held();
    }
    if (sent.outcome() instanceof AcquireOutcome.Busy) {
      throw new RuleStop.Inconclusive(
          "a step of this rule acquires a vacant or expired name, but it was busy", null);
    }
    ctx.expect(
        sent.outcome() instanceof AcquireOutcome.Refused,
        "a grant above the floor " + floor + ", or Refused",
        sent.outcome());
    Checks.vacant(ctx, client, name, "the attempt with a floor was refused");
    return Optional.empty();
  }
}
