package io.leasehold.tck.rules;

import static io.leasehold.spi.NotOwnerReason.ABSENT;
import static io.leasehold.spi.NotOwnerReason.FOREIGN;
import static io.leasehold.tck.rule.Guarantee.G4;
import static io.leasehold.tck.rule.Guarantee.G6;
import static io.leasehold.tck.rule.Guarantee.G8;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.history.CallText;
import io.leasehold.tck.rule.Checks;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.Race;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleContext;
import io.leasehold.tck.rule.Takeover;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** What releasing has to keep to. */
final class ReleaseRules {

  static final List<Rule> RULES =
      List.of(
          Rule.must("REL-01", G8, "A release by the owner frees the name at once.")
              .why("The next client should not have to wait for a ttl that nobody uses.")
              .check("Whether the record is deleted, or marked vacant, before the answer.")
              .judge(ReleaseRules::freesAtOnce),
          Rule.must("REL-02", G4, "The release by a former holder changes nothing, and says so.")
              .why("A slow former holder would free the present holder's name.")
              .check("Delete by name alone; delete by a version that starts again at zero.")
              .judge(ReleaseRules::staleAfterTakeover),
          Rule.must("REL-03", G4, "A second release of the same grant is NotOwner(ABSENT).")
              .why("After an unknown answer the engine asks again, and has to understand it.")
              .check("Blind deletes that count as success; reasons mixed up.")
              .judge(ReleaseRules::twice),
          Rule.must("REL-04", G4, "A repeated release spares a later grant of the same client.")
              .why("A retried release, bound to the client or session, frees the newer lease.")
              .check("Conditions on client or session, or on a part of the owner token only.")
              .judge(ReleaseRules::sparesTheNext),
          Rule.must("REL-05", G4, "The release of an expired grant is NotOwner(ABSENT).")
              .why("Only so can the engine tell 'already over' from 'taken by another'.")
              .check("The reason given when the store finds no record.")
              .onlyIf(
                  "a ttl runs out without a contender that watches",
                  traits -> !traits.takeoverNeedsObserver())
              .judge(ReleaseRules::expired),
          Rule.must("REL-06", G4, "The release of a deleted record is NotOwner(ABSENT).")
              .why("An operator's deletion or a lost record must not look like a rival.")
              .check("The reason given when the store finds no record.")
              .needs(Ability.DELETE_RECORD)
              .judge(ReleaseRules::deleted),
          Rule.must("REL-07", G4, "Releasing one lease leaves the client's other leases alone.")
              .why("A release that ends the session or connection ends them all.")
              .check("Sessions or store leases that are shared and then revoked.")
              .judge(ReleaseRules::onlyItself),
          Rule.must("REL-08", G6, "Releases of one grant at the same time spare who comes next.")
              .why("A second one that takes effect later frees the name of the next holder.")
              .check("Whether the owner check and the delete are one step.")
              .judge(ReleaseRules::race),
          Rule.must("REL-09", G4, "A refused release says FOREIGN where another holds the name.")
              .why("It tells the former holder that its last writes may have been too late.")
              .check("How 'another owner' is told apart from 'no record'.")
              .judge(ReleaseRules::foreign));

  private ReleaseRules() {}

  private static void freesAtOnce(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    for (int i = 0; i < 3; i++) {
      Held held = a.acquire(ctx.name());
      ReleaseOutcome outcome = held.release();
      ctx.expect(
          outcome instanceof ReleaseOutcome.Released,
          "the owner's release to be answered Released",
          outcome);
      Checks.vacant(ctx, b, held.name(), "its owner has just released it");
    }
  }

  private static void staleAfterTakeover(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Client c = ctx.client();
    Held stale = a.acquire(ctx.name(), ctx.ttl());
    Held rival = Takeover.of(ctx, b, stale, ctx.longTtl());
    Checks.untouched(ctx, c, rival, "the release by a former holder", () -> refused(ctx, stale));
    Held brief = ctx.client().acquire(ctx.name(), ctx.ttl());
    Held next = Takeover.of(ctx, ctx.client(), brief, ctx.ttl());
    ctx.pass(ctx.ttl().dividedBy(2));
    refused(ctx, brief);
    Takeover.onTime(ctx, c, next, "the release by a former holder does not move its expiry");
  }

  private static void refused(RuleContext ctx, Held stale) {
    Checks.notOwner(ctx, stale.release(), "a former holder", Checks.ANY);
  }

  private static void twice(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    held.release();
    Checks.notOwner(ctx, held.release(), "a grant that was released before", Set.of(ABSENT));
    Checks.vacant(ctx, b, held.name(), "it was released twice, which changes nothing");
  }

  private static void sparesTheNext(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held first = a.acquire(ctx.name());
    first.release();
    Held second = a.acquire(first.name());
    Checks.untouched(
        ctx, b, second, "a repeated release of the grant before", () -> refused(ctx, first));
    second.release();
    for (AcquireAttempt almost : Owners.almost(b, first)) {
      Held other = b.acquire(almost);
      refused(ctx, first);
      Checks.owned(
          ctx,
          other,
          "its owner " + almost.metadata().get("owner") + " the one that released again");
      other.release();
    }
  }

  private static void expired(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name(), ctx.ttl());
    Takeover.letExpire(ctx, held);
    Checks.notOwner(ctx, held.release(), "a grant that has run out", Checks.absent(ctx));
    Checks.vacant(ctx, b, held.name(), "its holder's ttl is over");
  }

  private static void deleted(RuleContext ctx) {
    Client a = ctx.client();
    Held held = a.acquire(ctx.name());
    ctx.note("(the record of " + CallText.of(held.name()) + " is deleted)");
    ctx.faults().deleteRecord(held.name());
    Checks.notOwner(ctx, held.release(), "a grant whose record was deleted", Set.of(ABSENT));
  }

  private static void onlyItself(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held one = a.acquire(ctx.name());
    Held other = a.acquire(ctx.name());
    Checks.untouched(ctx, b, other, "the release of another lease of its client", one::release);
  }

  private static void race(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    int releases = 4;
    for (int round = 0; round < 10; round++) {
      Held held = a.acquire(ctx.name());
      for (int i = 0; i < 3; i++) {
        b.contend(held.name());
      }
      AtomicBoolean over = new AtomicBoolean();
      List<Optional<Held>> next =
          Race.run(
              releases + 1,
              i -> {
                if (i < releases) {
                  releaseUntil(over, a, held);
                  return Optional.empty();
                }
                try {
                  return soon(b, held);
                } finally {
                  over.set(true);
                }
              });
      Optional<Held> early = next.get(releases);
      Held rival = early.isPresent() ? early.get() : freed(ctx, b, held);
      Checks.owned(ctx, rival, "it was granted while releases of the grant before were under way");
      Checks.notOwner(ctx, held.release(), "a grant that was released before", Checks.ANY);
    }
  }

  /**
   * Until another has the name, and once more: whether a second release comes before that or after
   * it must not be left to the machine.
   */
  private static void releaseUntil(AtomicBoolean over, Client client, Held held) {
    boolean last;
    do {
      last = over.get();
      client.spi().releaseIfOwner(held.grant());
    } while (!last);
  }

  /** The name, as soon as one of the releases has freed it. */
  private static Optional<Held> soon(Client contender, Held held) {
    Optional<Held> got = contender.contend(held.name());
    for (int i = 0; i < 200 && got.isEmpty(); i++) {
      got = contender.contend(held.name());
    }
    return got;
  }

  private static Held freed(RuleContext ctx, Client contender, Held held) {
    // All of the releases may have been told that they did not run, because they met.
    held.release();
    Optional<Held> got = contender.tryAcquire(held.name());
    ctx.expect(got.isPresent(), "the name to be free after its release", "Busy");
    return got.orElseThrow();
  }

  private static void foreign(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held stale = a.acquire(ctx.name());
    stale.release();
    b.acquire(stale.name());
    Checks.notOwner(ctx, stale.release(), "a released grant, name taken", Set.of(FOREIGN));
    Optional<HolderInfo> holder = a.holder(stale.name());
    ctx.expect(holder.isPresent(), "the other holder to be still there", "nobody");
  }
}
