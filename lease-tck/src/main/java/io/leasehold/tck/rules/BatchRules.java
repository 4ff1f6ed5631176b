package io.leasehold.tck.rules;

import static io.leasehold.tck.rule.Guarantee.G10;
import static io.leasehold.tck.rule.Guarantee.G2;
import static io.leasehold.tck.rule.Guarantee.G4;
import static io.leasehold.tck.rule.Guarantee.G7;

import io.leasehold.HolderInfo;
import io.leasehold.spi.BackendTraits.TtlScope;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.tck.history.CallText;
import io.leasehold.tck.rule.Batch;
import io.leasehold.tck.rule.Checks;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleContext;
import io.leasehold.tck.rule.RuleStop;
import io.leasehold.tck.rule.Takeover;
import java.time.Duration;
import java.util.ArrayList;
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
              .check("maxBatch; results collected by name, or as they arrive.")
              .judge(BatchRules::batchOrder),
          Rule.must("TRT-25", G10, "In a batch, refused grants harm no other.")
              .why("One lost lease must not end its neighbours.")
              .check("Pipelines that stop or fail as a whole; owner and mark looked at for each.")
              .judge(BatchRules::poisonedBatch),
          Rule.must("TRT-26", G2, "A batch renews each of its leases for its own full ttl.")
              .why("A lease that a batch only claims to renew ends under its holder.")
              .check("Whether every grant of the batch is sent, each with its own ttl.")
              .judge(BatchRules::batchRenewsAll),
          Rule.must("TRT-33", G4, "In a batch, a refused renewal changes nothing.")
              .why("A renewal that is refused and written all the same hides behind its answer.")
              .check("Whether the batch step looks at owner and expiry before each write.")
              .judge(BatchRules::refusedChangesNothing));

  private BatchRules() {}

  private static void batchOrder(RuleContext ctx) {
    Client a = ctx.client();
    List<Held> batch = new ArrayList<>(Batch.acquire(ctx, a, LARGEST_BATCH, ctx.longTtl()));
    for (int i = 0; i < batch.size(); i++) {
      if (i % 3 == 1) {
        batch.get(i).release();
      }
    }
    // A lease that was lost and the one that its name got since, in either order.
    followed(a, batch, 1, 0);
    followed(a, batch, 4, 5);
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

  /** Puts a present grant of a released grant's name at another place of the batch. */
  private static void followed(Client client, List<Held> batch, int at, int to) {
    if (Math.max(at, to) < batch.size()) {
      Held next = client.acquire(batch.get(at).name());
      if (client.domain(batch.get(at)).equals(client.domain(next))) {
        batch.set(to, next);
      }
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
    poisonedBatchRenews(ctx);
  }

  /** Looks at what a batch has done, beside what it says. */
  private static void poisonedBatchRenews(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    List<Held> batch = Batch.acquire(ctx, a, 3, ctx.ttl());
    ctx.pass(ctx.ttl().dividedBy(2));
    batch.get(0).release();
    List<RenewOutcome> outcomes = Batch.renew(ctx, a, batch);
    ctx.pass(ctx.ttl().dividedBy(8).multipliedBy(5));
    for (int i = 1; i < batch.size(); i++) {
      if (outcomes.get(i) instanceof RenewOutcome.Renewed) {
        stillHeld(ctx, b, batch.get(i), "each lease that a batch with a refused one renewed");
      }
    }
  }

  private static void stillHeld(RuleContext ctx, Client contender, Held held, String what) {
    Optional<Held> taken = contender.tryAcquire(held.name());
    if (taken.isPresent()) {
      Checks.mustBeAlive(ctx, held);
    }
    ctx.expect(taken.isEmpty(), what + " to be held: " + held, "Granted");
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
    Duration ttl = ctx.ttl();
    Duration longer = longer(ctx);
    List<Held> batch = Batch.acquire(ctx, a, 40, place -> place % 2 == 0 ? ttl : longer);
    ctx.pass(ttl.dividedBy(2));
    renewed(ctx, a, batch);
    ctx.pass(ttl.dividedBy(8).multipliedBy(5));
    for (Held held : batch) {
      stillHeld(ctx, b, held, "each lease of the batch");
    }
    heldToTheEnd(ctx, b, batch.stream().filter(held -> held.ttl().equals(ttl)).toList());
    heldToTheEnd(ctx, b, batch.stream().filter(held -> !held.ttl().equals(ttl)).toList());
    notLonger(ctx, a, b, longer);
  }

  private static Duration longer(RuleContext ctx) {
    Duration twice = ctx.ttl().multipliedBy(2);
    return twice.compareTo(ctx.traits().maxTtl()) > 0 ? ctx.ttl() : twice;
  }

  private static void renewed(RuleContext ctx, Client client, List<Held> batch) {
    for (RenewOutcome outcome : Batch.renew(ctx, client, batch)) {
      if (!(outcome instanceof RenewOutcome.Renewed)) {
        batch.forEach(held -> Checks.mustBeAlive(ctx, held));
        throw new RuleStop.Inconclusive("a lease of the batch was not renewed: " + outcome, null);
      }
    }
  }

  /** Asks just before the end; where the kit is slow, what comes later says nothing. */
  private static void heldToTheEnd(RuleContext ctx, Client contender, List<Held> batch) {
    for (Held held : batch) {
      Duration lead = ctx.error().plusMillis(1);
      ctx.pass(held.ttl().minus(lead).minusNanos(ctx.clock().nanos() - held.sentAt()));
      contender
          .tryAcquire(held.name())
          .ifPresent(taken -> Takeover.notEarly(ctx, held, taken, "a batch renewed it"));
    }
  }

  /** A lease with a shorter ttl than the first of its batch ends after its own. */
  private static void notLonger(RuleContext ctx, Client a, Client b, Duration longer) {
    if (ctx.traits().ttlScope() == TtlScope.LEASE) {
      List<Held> batch = Batch.acquire(ctx, a, 2, place -> place == 0 ? longer : ctx.ttl());
      renewed(ctx, a, batch);
      Held last = batch.get(batch.size() - 1);
      ctx.expect(
          Takeover.when(ctx, b, last, ctx.ttl(), false).isPresent(),
          "the name to be free one ttl and the takeover lag after a batch renewed " + last,
          "Busy");
    }
  }

  private static void refusedChangesNothing(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    List<Held> released = Batch.acquire(ctx, a, 3, ctx.longTtl());
    released.get(0).release();
    refusedFirst(ctx, a, released, "a grant that was released");
    nobody(ctx, b, released.get(0), "it was released before");
    List<Held> robbed = Batch.acquire(ctx, a, 3, ctx.longTtl());
    robbed.get(0).release();
    Held stranger = b.acquire(robbed.get(0).name(), ctx.ttl());
    ctx.pass(ctx.ttl().dividedBy(2));
    refusedFirst(ctx, a, robbed, "a grant whose name was taken");
    Takeover.onTime(ctx, ctx.client(), stranger, "a batch with a former holder does not move it");
    if (ctx.traits().ttlScope() == TtlScope.LEASE && !ctx.traits().takeoverNeedsObserver()) {
      nobody(ctx, b, lapsedIn(ctx, a), "its ttl was over before");
    }
  }

  /** Renews a batch whose first grant has run out, while the others were renewed in time. */
  private static Held lapsedIn(RuleContext ctx, Client client) {
    List<Held> batch = Batch.acquire(ctx, client, 3, ctx.ttl());
    Held first = batch.get(0);
    // The ttl that was granted, which may be longer than the one asked for.
    Duration quarter = first.ttl().dividedBy(4);
    Duration rest = first.ttl().plus(ctx.takeoverLag()).plus(ctx.error());
    while (!rest.isNegative()) {
      ctx.pass(quarter);
      batch.stream().skip(1).forEach(Held::renew);
      rest = rest.minus(quarter);
    }
    refusedFirst(ctx, client, batch, "a grant that has run out");
    return first;
  }

  private static void refusedFirst(RuleContext ctx, Client client, List<Held> batch, String what) {
    Checks.notOwner(ctx, Batch.renew(ctx, client, batch).get(0), what + ", in a batch", Checks.ANY);
  }

  private static void nobody(RuleContext ctx, Client eye, Held held, String why) {
    String because = why + ", and a batch renewed it in vain";
    Optional<HolderInfo> holder = eye.holder(held.name());
    ctx.expect(holder.isEmpty(), "nobody to hold the name: " + because, holder.map(CallText::of));
    Checks.vacant(ctx, eye, held.name(), because);
  }
}
