package io.leasehold.tck.rules;

import static io.leasehold.spi.NotOwnerReason.REVOKED;
import static io.leasehold.tck.rule.Guarantee.G1;
import static io.leasehold.tck.rule.Guarantee.G4;
import static io.leasehold.tck.rule.Guarantee.G5;
import static io.leasehold.tck.rule.Guarantee.G8;
import static io.leasehold.tck.rule.Guarantee.G9;

import io.leasehold.HolderInfo;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.tck.history.CallText;
import io.leasehold.tck.rule.Checks;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleContext;
import io.leasehold.tck.rule.RuleStop;
import io.leasehold.tck.rule.Takeover;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What taking a name from its holder has to keep to. */
final class RevokeRules {

  static final List<Rule> RULES =
      List.of(
          Rule.must("REV-01", G9, "A revoked holder's renewal is NotOwner(REVOKED).")
              .why("Only so does the holder learn that it was asked to let go.")
              .check("Whether the mark is looked at in the same step as the owner.")
              .judge(RevokeRules::renewalIsRefused),
          Rule.must("REV-02", G1, "A revocation by mark frees nothing while the ttl runs.")
              .why("The holder may be writing until it notices; freeing at once is revokeNow.")
              .check("Whether revoke without 'now' deletes the record.")
              .judge(RevokeRules::markFreesNothing),
          Rule.must("REV-03", G8, "A revoked name is vacant as soon as its holder lets go.")
              .why("A holder that obeys must not leave the name blocked until the ttl ends.")
              .check(
                  "Releases and abandons of a marked record that are refused, or that free nothing.")
              .judge(RevokeRules::vacantOnRelease),
          Rule.must("REV-04", G8, "A revoked name is vacant one ttl after the revocation.")
              .why("A holder that does not obey must not keep it, however often it renews.")
              .check("Refused renewals that extend all the same.")
              .judge(RevokeRules::vacantOnExpiry),
          Rule.must("REV-05", G5, "The barrier lies above the revoked token, below later ones.")
              .why("A resource that accepts nothing below it shuts out the old holder only.")
              .check("Whether the barrier takes a number of its own from the counter.")
              .judge(RevokeRules::barrier),
          Rule.must("REV-06", G1, "A revocation now frees the name at once.")
              .why("That is what it is for, with exclusion broken knowingly.")
              .check("Whether revoke with 'now' deletes the record, marked before or not.")
              .judge(RevokeRules::nowFreesAtOnce),
          Rule.must("REV-07", G4, "A holder that was revoked now can harm nobody afterwards.")
              .why("It still believes in its lease, and will renew, release and abandon.")
              .check("Owner checks in renew, release and abandon; leftovers of the old record.")
              .judge(RevokeRules::staleHolderHarmsNobody),
          Rule.must("REV-08", G4, "Revoking a vacant name is Absent and changes nothing.")
              .why("A mark without a record would hit the next holder.")
              .check("Marks kept apart from the record that they belong to.")
              .judge(RevokeRules::vacant),
          Rule.must("REV-09", G4, "A revocation ends with the grant that it hit.")
              .why("The next holder, and other names, must not be revoked with it.")
              .check("Marks by name that outlive the record; marks by prefix or client.")
              .judge(RevokeRules::onlyThatGrant),
          Rule.must("REV-10", G9, "holder() shows whether the holder was revoked.")
              .why("Whoever revoked wants to see that it is on its way.")
              .check("Whether HolderInfo.revoked is filled from the record.")
              .judge(RevokeRules::shown));

  private RevokeRules() {}

  private static RevokeOutcome.Revoked revoked(RuleContext ctx, Client client, Held held) {
    RevokeOutcome outcome = client.revoke(held.name(), false);
    return hit(ctx, outcome, held);
  }

  private static RevokeOutcome.Revoked revokedNow(RuleContext ctx, Client client, Held held) {
    RevokeOutcome outcome = client.revoke(held.name(), true);
    return hit(ctx, outcome, held);
  }

  /** A step of the rules here; REV-01 asks for it. */
  private static RevokeOutcome.Revoked hit(RuleContext ctx, RevokeOutcome outcome, Held held) {
    if (outcome instanceof RevokeOutcome.Revoked revoked) {
      return revoked;
    }
    Checks.mustBeAlive(ctx, held);
    throw new RuleStop.Inconclusive(
        "a held name was revoked and the answer is " + outcome + " (REV-01 judges that)", null);
  }

  private static void renewalIsRefused(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    RevokeOutcome outcome = b.revoke(held.name(), false);
    ctx.expect(
        outcome instanceof RevokeOutcome.Revoked,
        "the revocation of a held name to be answered Revoked",
        outcome);
    Checks.notOwner(ctx, held.renew(), "a holder that was revoked", Set.of(REVOKED));
    Checks.notOwner(ctx, held.renew(), "a holder that was revoked, again", Set.of(REVOKED));
    Held renewed = a.acquire(ctx.name());
    renewed.renew();
    revoked(ctx, b, renewed);
    Checks.notOwner(ctx, renewed.renew(), "a holder that renewed before", Set.of(REVOKED));
  }

  private static void markFreesNothing(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Client c = ctx.client();
    Held held = a.acquire(ctx.name());
    revoked(ctx, b, held);
    Checks.busy(ctx, c, held.name(), "its holder was revoked by mark and has not let go");
    held.renew();
    Checks.busy(ctx, c, held.name(), "its holder was told, and has not let go");
    Held brief = a.acquire(ctx.name(), ctx.ttl());
    revoked(ctx, b, brief);
    Takeover.when(ctx, c, brief, ctx.ttl(), true)
        .ifPresent(taken -> Takeover.notEarly(ctx, brief, taken, "a mark shortens no ttl"));
  }

  private static void vacantOnRelease(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    revoked(ctx, b, held);
    held.release();
    Checks.vacant(ctx, b, held.name(), "its holder was revoked and has let go");
    Held other = a.acquire(ctx.name());
    revoked(ctx, b, other);
    other.abandon();
    Checks.vacant(ctx, b, other.name(), "its holder was revoked and has abandoned it");
  }

  private static void vacantOnExpiry(RuleContext ctx) {
    vacantAfter(ctx, Duration.ZERO, 3);
    vacantAfter(ctx, ctx.ttl().dividedBy(3), 2);
  }

  private static void vacantAfter(RuleContext ctx, Duration part, int renewals) {
    Held held = ctx.client().acquire(ctx.name(), ctx.ttl());
    ctx.pass(part);
    revoked(ctx, ctx.client(), held);
    // A store may let the ttl run anew from the revocation, but from nothing later.
    long from = ctx.clock().nanos();
    for (int i = 0; i < renewals; i++) {
      ctx.pass(held.ttl().dividedBy(4));
      held.renew();
    }
    ctx.expect(
        Takeover.by(ctx, ctx.client(), held, from).isPresent(),
        "the name to be free one ttl and the takeover lag after the revocation of " + held,
        "Busy");
  }

  private static void barrier(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held first = a.acquire(ctx.name());
    long mark = revoked(ctx, b, first).barrierToken();
    above(ctx, mark, first);
    long again = revoked(ctx, b, first).barrierToken();
    above(ctx, again, first);
    first.release();
    Held second = b.acquire(first.name());
    below(ctx, Math.max(mark, again), second);
    long now = revokedNow(ctx, a, second).barrierToken();
    above(ctx, now, second);
    Held third = a.acquire(first.name());
    below(ctx, now, third);
    third.release();
    below(ctx, now, b.acquire(first.name()));
  }

  private static void above(RuleContext ctx, long barrier, Held old) {
    ctx.expect(
        barrier > old.token(),
        "a barrier above the revoked holder's token " + old.token(),
        barrier);
  }

  private static void below(RuleContext ctx, long barrier, Held later) {
    ctx.expect(
        later.token() > barrier,
        "every later token to be above the barrier " + barrier,
        later.token());
  }

  private static void nowFreesAtOnce(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    revokedNow(ctx, b, held);
    Checks.vacant(ctx, b, held.name(), "its holder was revoked now");
    Held marked = a.acquire(ctx.name());
    revoked(ctx, b, marked);
    revokedNow(ctx, b, marked);
    Checks.vacant(ctx, b, marked.name(), "its holder was revoked by mark and then now");
  }

  private static void staleHolderHarmsNobody(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Client c = ctx.client();
    Held stale = a.acquire(ctx.name());
    revokedNow(ctx, b, stale);
    Held rival =
        b.tryAcquire(stale.name())
            .orElseThrow(
                () ->
                    new RuleStop.Inconclusive(
                        "the name was revoked now and is busy (REV-06 judges that)", null));
    Checks.untouched(
        ctx,
        c,
        rival,
        "renewal, release and abandon by a holder that was revoked now",
        () -> {
          Checks.notOwner(ctx, stale.renew(), "a holder that was revoked now", Checks.ANY);
          Checks.notOwner(ctx, stale.release(), "a holder that was revoked now", Checks.ANY);
          stale.abandon();
        });
  }

  private static void vacant(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    for (boolean now : new boolean[] {false, true}) {
      Held used = a.acquire(ctx.name());
      used.release();
      RevokeOutcome outcome = b.revoke(used.name(), now);
      ctx.expect(
          outcome instanceof RevokeOutcome.Absent,
          "the revocation of a vacant name to be answered Absent",
          outcome);
      Held next = a.acquire(used.name());
      Checks.owned(ctx, next, "the revocation came before it held the name");
    }
  }

  private static void onlyThatGrant(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    String x = ctx.unique();
    Held neighbour = a.acquire(new LeaseName(x + "/1"));
    Held held = a.acquire(new LeaseName(x));
    revoked(ctx, b, held);
    Checks.owned(ctx, neighbour, "another name was revoked");
    held.release();
    Held next = a.acquire(held.name());
    Checks.owned(ctx, next, "the grant before it was revoked, not this one");
    Optional<HolderInfo> info = b.holder(next.name());
    ctx.expect(
        info.filter(HolderInfo::revoked).isEmpty(),
        "the next holder not to be shown as revoked",
        info.map(CallText::of));
    Held brief = a.acquire(ctx.name(), ctx.ttl());
    revoked(ctx, b, brief);
    Held heir = Takeover.of(ctx, b, brief, ctx.longTtl());
    Checks.owned(ctx, heir, "the grant that was revoked ran out before this one");
  }

  private static void shown(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Client c = ctx.client();
    Held held = a.acquire(ctx.name());
    Optional<HolderInfo> before = c.holder(held.name());
    ctx.expect(
        before.map(HolderInfo::revoked).equals(Optional.of(false)),
        "holder() to show the holder, not revoked",
        before.map(CallText::of).orElse("nobody"));
    revoked(ctx, b, held);
    Optional<HolderInfo> after = c.holder(held.name());
    ctx.expect(
        after.map(HolderInfo::revoked).equals(Optional.of(true)),
        "holder() to show the holder as revoked",
        after.map(CallText::of).orElse("nobody"));
    ctx.expect(
        after.map(HolderInfo::owner).equals(before.map(HolderInfo::owner))
            && after.map(HolderInfo::fencingToken).equals(before.map(HolderInfo::fencingToken)),
        "owner and token of the holder as before the revocation",
        after.map(CallText::of).orElse("nobody"));
  }
}
