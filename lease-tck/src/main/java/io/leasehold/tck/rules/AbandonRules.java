package io.leasehold.tck.rules;

import static io.leasehold.tck.rule.Guarantee.G4;
import static io.leasehold.tck.rule.Guarantee.G7;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.history.CallText;
import io.leasehold.tck.rule.Checks;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleContext;
import io.leasehold.tck.rule.RuleStop;
import io.leasehold.tck.rule.Takeover;
import java.util.List;
import java.util.Optional;

/** What giving up an attempt has to keep to. */
final class AbandonRules {

  /** So many attempts may be given up while one of them is still under way. */
  private static final int OTHERS = 64;

  static final List<Rule> RULES =
      List.of(
          Rule.must("ABN-01", G7, "Abandoning frees what the attempt got.")
              .why("An acquire whose answer was lost would hold the name for nobody.")
              .check("Whether abandon finds the record by the attempt's owner token.")
              .judge(AbandonRules::freesWhatItGot),
          Rule.must("ABN-02", G4, "Abandoning an attempt that was refused spares the holder.")
              .why("Deleting by name frees the lease of a stranger.")
              .check("Whether abandon compares the owner token in the step that deletes.")
              .judge(AbandonRules::sparesTheHolder),
          Rule.must("ABN-03", G4, "Abandoning an attempt that never ran is harmless.")
              .why("After a lost request the engine cannot know that it never arrived.")
              .check("Abandon of an unknown owner; whether it ends in Abandoned.")
              .judge(AbandonRules::neverRan),
          Rule.must("ABN-04", G4, "A repeated abandon spares a later grant of the name.")
              .why("Abandon is repeated until it is certain, and may come very late.")
              .check("Conditions on the name alone, or on a part of the owner token.")
              .judge(AbandonRules::repeated),
          Rule.must("ABN-05", G7, "An acquire that arrives after its abandon is never granted.")
              .why("A request given up by a timeout can run at the store later, for nobody.")
              .check("A tombstone, a revoked store lease or a moved version that bars it.")
              .needs(Ability.HOLD_BACK_ACQUIRE)
              .judge(AbandonRules::zombie),
          Rule.must("ABN-06", G4, "An abandoned grant can neither be renewed nor released.")
              .why("The answer may arrive after all; its grant must be dead for everybody.")
              .check("Abandons that remove nothing; renewals that re-create what abandon removed.")
              .judge(AbandonRules::deadForEverybody),
          Rule.must("ABN-07", G4, "Abandoning an expired attempt spares the one that took over.")
              .why("The clean-up of a lost grant can come after its ttl.")
              .check("Whether abandon compares the owner token in the step that deletes.")
              .judge(AbandonRules::afterTakeover),
          Rule.must("ABN-08", G7, "An abandoned attempt stays barred for several ttl.")
              .why("Its request can be under way for longer, while many others are given up.")
              .check("How long a tombstone is kept (10 minutes are enough), and how many are.")
              .needs(Ability.HOLD_BACK_ACQUIRE)
              .judge(AbandonRules::barredForLong),
          Rule.must("ABN-09", G7, "An abandoned attempt stays barred whoever holds the name.")
              .why("Others may get the name before the abandon, and before the request arrives.")
              .check("Tombstones left out while another holds, or cleared by its release.")
              .needs(Ability.HOLD_BACK_ACQUIRE)
              .judge(AbandonRules::barredAfterOthers),
          Rule.must("ABN-10", G4, "An abandon that meets a release spares the grant that follows.")
              .why("The clean-up of one attempt runs beside everything else.")
              .check("Whether abandon compares the owner token in the step that deletes.")
              .judge(AbandonRules::meetsARelease),
          Rule.must("ABN-11", G4, "Abandoning an attempt spares all else that its client holds.")
              .why("One that ends the session or connection ends every lease in it.")
              .check("Sessions or store leases that are shared; ownership by client.")
              .judge(AbandonRules::onlyItself));

  private AbandonRules() {}

  private static void freesWhatItGot(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    held.abandon();
    Checks.vacant(ctx, b, held.name(), "the attempt that held it was abandoned");
    Checks.vacant(ctx, a, held.name(), "also for a new attempt of the client that abandoned");
  }

  private static void sparesTheHolder(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    AcquireAttempt refused = b.attempt(held.name());
    b.tryAcquire(refused);
    Checks.untouched(
        ctx, b, held, "abandoning an attempt that found it busy", () -> b.abandon(refused));
    Held brief = a.acquire(ctx.name(), ctx.ttl());
    b.abandon(b.attempt(brief.name()));
    Takeover.onTime(ctx, b, brief, "abandoning another attempt does not move its expiry");
    sparesTheRevoked(ctx, a, b);
  }

  /** A mark asks its holder to let go, and nobody else. */
  private static void sparesTheRevoked(RuleContext ctx, Client a, Client b) {
    Held marked = a.acquire(ctx.name());
    if (b.revoke(marked.name(), false) instanceof RevokeOutcome.Revoked) {
      b.abandon(b.attempt(marked.name()));
      Optional<HolderInfo> holder = b.holder(marked.name());
      ctx.expect(
          holder.isPresent(),
          "the revoked holder to be there still after another attempt was abandoned",
          "nobody");
    }
  }

  private static void neverRan(RuleContext ctx) {
    Client a = ctx.client();
    AcquireAttempt never = a.attempt(ctx.name());
    AbandonOutcome outcome = certain(ctx, a, never);
    ctx.expect(
        outcome instanceof AbandonOutcome.Abandoned,
        "abandoning an attempt that was never sent to end in Abandoned",
        outcome);
    Checks.vacant(ctx, a, never.name(), "an attempt that never ran was abandoned");
  }

  /** Repeats as the engine does; a store may need a while to be certain. */
  private static AbandonOutcome certain(RuleContext ctx, Client client, AcquireAttempt attempt) {
    AbandonOutcome outcome = client.spi().abandon(attempt);
    for (int i = 0; i < 20 && !(outcome instanceof AbandonOutcome.Abandoned); i++) {
      ctx.pass(ctx.ttl().plus(ctx.takeoverLag()).dividedBy(16));
      outcome = client.spi().abandon(attempt);
    }
    return outcome;
  }

  private static void repeated(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held first = a.acquire(ctx.name());
    first.abandon();
    Held next = b.acquire(first.name());
    Checks.untouched(ctx, a, next, "repeating the abandon of an earlier grant", first::abandon);
    next.release();
    for (AcquireAttempt almost : Owners.almost(b, first)) {
      Held other = b.acquire(almost);
      first.abandon();
      Checks.owned(
          ctx,
          other,
          "its owner " + almost.metadata().get("owner") + " the one that was abandoned");
      other.release();
    }
  }

  private static void zombie(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    AcquireAttempt attempt = heldBack(ctx, a);
    a.abandon(attempt);
    arrivesForNothing(ctx, b, attempt, "its only attempt was abandoned before it arrived");
    Held former = b.acquire(ctx.name());
    former.release();
    // On a register it builds on the record of the former holder: what replaces that looks alike.
    AcquireAttempt next = heldBack(ctx, a, former.name());
    a.abandon(next);
    arrivesForNothing(ctx, b, next, "the attempt that followed a release was abandoned as well");
  }

  /** An attempt that was sent, was answered Unknown, and has not reached the store. */
  private static AcquireAttempt heldBack(RuleContext ctx, Client client) {
    return heldBack(ctx, client, ctx.name());
  }

  private static AcquireAttempt heldBack(RuleContext ctx, Client client, LeaseName name) {
    AcquireAttempt attempt = client.attempt(name, ctx.ttl());
    ctx.note("(the next acquire is held back on its way)");
    ctx.faults().holdBackNextAcquire(attempt.name());
    AcquireOutcome outcome = client.spi().acquire(attempt);
    if (!(outcome instanceof AcquireOutcome.Unknown)) {
      throw new RuleStop.Inconclusive(
          "the acquire was to be held back and to be answered Unknown: " + outcome, null);
    }
    return attempt;
  }

  private static void arrivesForNothing(
      RuleContext ctx, Client eye, AcquireAttempt attempt, String because) {
    ctx.note("(the acquire that was held back arrives)");
    ctx.faults().letHeldBackAcquireGo();
    Optional<HolderInfo> holder = eye.holder(attempt.name());
    ctx.expect(holder.isEmpty(), "nobody to hold the name: " + because, holder.map(CallText::of));
    Checks.vacant(ctx, eye, attempt.name(), because);
  }

  private static void barredForLong(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    AcquireAttempt attempt = heldBack(ctx, a);
    a.abandon(attempt);
    for (int i = 0; i < OTHERS; i++) {
      // Whether it is certain yet does not matter: it only asks the store to remember one more.
      a.spi().abandon(a.attempt(i % 2 == 0 ? ctx.name() : attempt.name()));
    }
    ctx.pass(attempt.ttl().multipliedBy(4));
    arrivesForNothing(
        ctx, b, attempt, "its only attempt was abandoned, before " + OTHERS + " others and 4 ttl");
  }

  private static void barredAfterOthers(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    AcquireAttempt before = heldBack(ctx, a);
    Held rival = b.acquire(before.name());
    a.abandon(before);
    rival.release();
    arrivesForNothing(ctx, b, before, "the attempt was abandoned while another one held it");
    AcquireAttempt after = heldBack(ctx, a);
    a.abandon(after);
    b.acquire(after.name()).release();
    arrivesForNothing(ctx, b, after, "the attempt was abandoned before another one held it");
  }

  private static void meetsARelease(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    for (int round = 0; round < Met.ROUNDS; round++) {
      Held held = a.acquire(ctx.name());
      Held next = HandOver.meets(ctx, round, held, b, () -> a.spi().abandon(held.attempt())).next();
      Checks.owned(ctx, next, "it was granted after the release that an abandon ran beside");
    }
  }

  private static void onlyItself(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held one = a.acquire(ctx.name());
    Held other = a.acquire(ctx.name());
    Checks.untouched(ctx, b, other, "abandoning another attempt of its client", one::abandon);
    AcquireAttempt busy = a.attempt(other.name());
    a.tryAcquire(busy);
    Checks.untouched(
        ctx,
        b,
        other,
        "abandoning an attempt of its client that found it busy",
        () -> a.abandon(busy));
    Held again = a.acquire(one.name());
    Checks.untouched(
        ctx, b, again, "repeating the abandon of its client's former attempt", one::abandon);
  }

  private static void deadForEverybody(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    held.abandon();
    Checks.notOwner(ctx, held.renew(), "an abandoned grant", Checks.ANY);
    Checks.notOwner(ctx, held.release(), "an abandoned grant", Checks.ANY);
    Checks.vacant(ctx, b, held.name(), "its grant was abandoned");
  }

  private static void afterTakeover(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Client c = ctx.client();
    Held stale = a.acquire(ctx.name(), ctx.ttl());
    Held rival = Takeover.of(ctx, b, stale, ctx.longTtl());
    Checks.untouched(ctx, c, rival, "abandoning an attempt that had run out", stale::abandon);
  }
}
