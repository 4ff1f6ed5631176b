package io.leasehold.tck.rules;

import static io.leasehold.spi.NotOwnerReason.REVOKED;
import static io.leasehold.tck.rule.Guarantee.G4;
import static io.leasehold.tck.rule.Guarantee.G9;

import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.tck.rule.Checks;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleContext;
import io.leasehold.tck.rule.RuleStop;
import java.util.List;
import java.util.Set;

/** What a revocation has to keep to when it meets another step. */
final class RevokeRaceRules {

  static final List<Rule> RULES =
      List.of(
          Rule.must("REV-11", G9, "A mark that meets a renewal is kept.")
              .why("A renewal that writes back what it read takes the mark off unseen.")
              .check("Renewals that write the whole record; marks that are not conditional.")
              .judge(RevokeRaceRules::meetsARenewal),
          Rule.must("REV-12", G4, "A revocation that meets a hand-over hits one grant only.")
              .why("The next holder must not be hit by what was meant for the one before.")
              .check(
                  "Whether the record read is the one marked or deleted, and the barrier above it only.")
              .judge(RevokeRaceRules::meetsAHandOver));

  private RevokeRaceRules() {}

  private static void meetsARenewal(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    for (int round = 0; round < Met.ROUNDS; round++) {
      Held held = a.acquire(ctx.name());
      RevokeOutcome outcome =
          Met.of(
                  round,
                  () -> b.spi().revoke(held.name(), false),
                  () -> a.spi().renewIfOwner(held.grant()))
              .one();
      if (!Situation.isDefinite(outcome)) {
        outcome = b.revoke(held.name(), false); // one of two racing steps may be refused
      }
      if (!(outcome instanceof RevokeOutcome.Revoked)) {
        Checks.mustBeAlive(ctx, held);
        throw new RuleStop.Inconclusive(
            "a held name was revoked and the answer is " + outcome + " (REV-01 judges that)", null);
      }
      Checks.notOwner(
          ctx, held.renew(), "a holder whose renewal met its revocation", Set.of(REVOKED));
    }
  }

  private static void meetsAHandOver(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Client c = ctx.client();
    for (boolean now : new boolean[] {false, true}) {
      for (int round = 0; round < Met.ROUNDS; round++) {
        Held held = a.acquire(ctx.name());
        HandOver<RevokeOutcome> handOver =
            HandOver.meets(ctx, round, held, b, () -> c.spi().revoke(held.name(), now));
        judge(ctx, now, handOver);
      }
    }
  }

  /** The barrier says which grant was hit: the last one with a smaller token. */
  private static void judge(RuleContext ctx, boolean now, HandOver<RevokeOutcome> handOver) {
    Held next = handOver.next();
    RevokeOutcome outcome = handOver.beside();
    if (outcome instanceof RevokeOutcome.Unknown) {
      throw new RuleStop.Inconclusive("no definite answer (TRT-01 judges that): " + outcome, null);
    }
    boolean hit =
        outcome instanceof RevokeOutcome.Revoked revoked && revoked.barrierToken() > next.token();
    if (!hit) {
      Checks.owned(
          ctx,
          next,
          "the revocation beside its acquire did not hit it, by its barrier (above "
              + next.token()
              + " if it had): "
              + outcome);
    } else if (!now) {
      ReleaseOutcome released = next.release();
      ctx.expect(
          released instanceof ReleaseOutcome.Released,
          next + " to hold the name until it lets go: the barrier is above its token, " + outcome,
          released);
    }
  }
}
