package io.leasehold.tck.rules;

import static io.leasehold.tck.rule.Guarantee.G10;
import static io.leasehold.tck.rule.Guarantee.G2;
import static io.leasehold.tck.rule.Guarantee.G7;

import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.tck.rule.Batch;
import io.leasehold.tck.rule.Checks;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleContext;
import io.leasehold.tck.rule.RuleStop;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What renewing several leases at once has to keep to. */
final class BatchRules {

  /** More than any real batch; a backend that declares "no limit" is not asked for all of it. */
  private static final int LARGEST_BATCH = 1_000;

  static final List<Rule> RULES =
      List.of(
          Rule.must("TRT-24", G7, "A batch of the declared size is answered in its order.")
              .why("The engine gives each lease the outcome at its place.")
              .check("maxBatch; results collected from a map or as they arrive.")
              .judge(BatchRules::batchOrder),
          Rule.must("TRT-25", G10, "In a batch, refused grants harm no other.")
              .why("One lost lease must not end its neighbours.")
              .check("Pipelines and transactions that stop or fail as a whole.")
              .judge(BatchRules::poisonedBatch),
          Rule.must("TRT-26", G2, "A batch renews each of its leases for its full ttl.")
              .why("A lease that a batch only claims to renew ends under its holder.")
              .check("Whether every grant of the batch is sent, each with its own ttl.")
              .judge(BatchRules::batchRenewsAll));

  private BatchRules() {}

  private static void batchOrder(RuleContext ctx) {
    Client a = ctx.client();
    List<Held> batch = Batch.acquire(ctx, a, LARGEST_BATCH, ctx.longTtl());
    for (int i = 0; i < batch.size(); i++) {
      if (i % 3 == 1) {
        batch.get(i).release();
      }
    }
    List<RenewOutcome> outcomes = Batch.renew(ctx, a, batch);
    for (int i = 0; i < batch.size(); i++) {
      boolean held = i % 3 != 1;
      RenewOutcome outcome = outcomes.get(i);
      ctx.expect(
          held
              ? !(outcome instanceof RenewOutcome.NotOwner)
              : !(outcome instanceof RenewOutcome.Renewed),
          "outcome " + i + " of the batch to be that of a grant " + (held ? "held" : "released"),
          outcome);
    }
  }

  private static void poisonedBatch(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    List<Held> batch = Batch.acquire(ctx, a, 7, ctx.longTtl());
    for (int i = 0; i < batch.size(); i++) {
      poison(b, batch.get(i), i);
    }
    List<RenewOutcome> outcomes = Batch.renew(ctx, a, batch);
    for (int i = 0; i < batch.size(); i++) {
      boolean poisoned = i % 2 == 1;
      ctx.expect(
          poisoned
              ? outcomes.get(i) instanceof RenewOutcome.NotOwner
              : outcomes.get(i) instanceof RenewOutcome.Renewed,
          "outcome " + i + " of the batch to be " + (poisoned ? "NotOwner" : "Renewed"),
          outcomes.get(i));
    }
  }

  /** Every second one is lost, each in another way: released, taken, revoked. */
  private static void poison(Client rival, Held held, int place) {
    if (place == 1 || place == 3) {
      held.release();
    }
    if (place == 3) {
      rival.acquire(held.name());
    }
    if (place == 5) {
      RevokeOutcome ignored = rival.revoke(held.name(), false);
      if (!(ignored instanceof RevokeOutcome.Revoked)) {
        throw new RuleStop.Inconclusive("a held name was not revoked: " + ignored, null);
      }
    }
  }

  private static void batchRenewsAll(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    List<Held> batch = Batch.acquire(ctx, a, 40, ctx.ttl());
    Duration part = ctx.ttl().dividedBy(2);
    ctx.pass(part);
    for (RenewOutcome outcome : Batch.renew(ctx, a, batch)) {
      if (!(outcome instanceof RenewOutcome.Renewed)) {
        batch.forEach(held -> Checks.mustBeAlive(ctx, held));
        throw new RuleStop.Inconclusive("a lease of the batch was not renewed: " + outcome, null);
      }
    }
    ctx.pass(part.plus(part.dividedBy(4)));
    for (Held held : batch) {
      Optional<Held> taken = b.tryAcquire(held.name());
      if (taken.isPresent()) {
        Checks.mustBeAlive(ctx, held);
      }
      ctx.expect(taken.isEmpty(), "each lease of the batch to be held: " + held, "Granted");
    }
  }
}
