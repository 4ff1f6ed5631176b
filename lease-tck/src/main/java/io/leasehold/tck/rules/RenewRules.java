package io.leasehold.tck.rules;

import static io.leasehold.spi.NotOwnerReason.ABSENT;
import static io.leasehold.spi.NotOwnerReason.FOREIGN;
import static io.leasehold.tck.rule.Guarantee.G2;
import static io.leasehold.tck.rule.Guarantee.G4;
import static io.leasehold.tck.rule.Guarantee.G6;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.history.CallText;
import io.leasehold.tck.rule.Checks;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.Look;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleContext;
import io.leasehold.tck.rule.RuleStop;
import io.leasehold.tck.rule.Takeover;
import io.leasehold.tck.rules.client.ManyGrants;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What renewing has to keep to. */
final class RenewRules {

  /** Renewals of one grant: more than a hidden limit is likely to be. */
  private static final int MANY = 100;

  static final List<Rule> RULES =
      List.of(
          Rule.must("RNW-01", G2, "A renewal lets the grant's full ttl run again.")
              .why("The holder counts on the full ttl from the send of the renewal.")
              .check("Whether the renewed ttl is the grant's own and counts from now.")
              .judge(RenewRules::fullTtlAgain),
          Rule.must("RNW-02", G2, "A renewal never shortens what is left.")
              .why("Renewal to a third of the ttl (interval taken for ttl) ends leases early.")
              .check("Which duration is sent with the renewal: the ttl, not the interval.")
              .judge(RenewRules::neverShortens),
          Rule.must("RNW-03", G2, "A lease that is renewed in time is held for as long as wanted.")
              .why("A renewal that works once, or until a hidden limit, loses long work.")
              .check("Limits on the number of renewals; expiry that is fixed at acquisition.")
              .judge(RenewRules::heldForLong),
          Rule.must("RNW-04", G4, "The renewal of a grant that was taken over changes nothing.")
              .why("A paused former holder would extend, or overwrite, the present one.")
              .check("Whether renew compares the owner token in the same step as it writes.")
              .judge(RenewRules::staleAfterTakeover),
          Rule.must("RNW-05", G6, "A renewal never brings a released grant back.")
              .why("A late renewal would hold a name for nobody, or take it from the next.")
              .check("Upserts: a renewal has to find the record; comparing a part of the owner.")
              .judge(RenewRules::afterRelease),
          Rule.must("RNW-06", G4, "A renewal never brings an expired grant back.")
              .why("Another client may have held the name in between.")
              .check("Expiry judged only by a clean-up task; records that outlive their ttl.")
              .onlyIf(
                  "a ttl runs out without a contender that watches",
                  traits -> !traits.takeoverNeedsObserver())
              .judge(RenewRules::afterExpiry),
          Rule.must("RNW-07", G4, "A refused renewal says truly why: ABSENT or FOREIGN.")
              .why("The holder's loss reason, and what an operator looks for, depend on it.")
              .check("How the answer 'not the owner' is told apart from 'no record'.")
              .judge(RenewRules::reasons),
          Rule.must("RNW-08", G2, "The age of a grant or renewal is never negative.")
              .why("Validity is counted from send - age: a negative age reaches into the future.")
              .check("Clock differences used as age; swapped operands.")
              .judge(RenewRules::age),
          Rule.must("RNW-09", G6, "No renewal succeeds once the release has been answered.")
              .why("Release and renewal race at the end of every lease.")
              .check("Read and write of the renewal being two steps at the store.")
              .judge(RenewRules::raceWithRelease),
          Rule.must("RNW-10", G4, "A renewal keeps token, owner and metadata of the record.")
              .why("A token that grows with renewals makes the holder's own writes look stale.")
              .check("Renewals that write the whole record instead of its expiry.")
              .judge(RenewRules::keepsTheRecord),
          Rule.must("RNW-11", G2, "Each of many grants of one client is renewed for its full ttl.")
              .why("A client may hold thousands; those behind a limit end under their holders.")
              .check("Tables of fixed size; whether each renewal is written, single or in a batch.")
              .judge(ManyGrants::areRenewed));

  private RenewRules() {}

  private static void fullTtlAgain(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name(), ctx.ttl());
    ctx.pass(held.ttl().dividedBy(2));
    renewInTime(ctx, held);
    remainingIsFull(ctx, b, held);
    Held taken = taken(ctx, b, held);
    Takeover.notEarly(ctx, held, taken, "a renewal lets the full ttl run again");
  }

  private static void renewInTime(RuleContext ctx, Held held) {
    RenewOutcome outcome = held.renew();
    if (!(outcome instanceof RenewOutcome.Renewed)) {
      Checks.mustBeAlive(ctx, held);
      throw new RuleStop.Violated(held + " to be renewed within its ttl", outcome.toString());
    }
  }

  private static void remainingIsFull(RuleContext ctx, Client eye, Held held) {
    Look look = Look.at(ctx, eye, held.name());
    Optional<Duration> left = look.info().flatMap(HolderInfo::remaining);
    if (left.isPresent()) {
      Duration least =
          held.ttl()
              .minusNanos(look.end() - held.sentAt())
              .minus(ctx.error())
              .minus(coarseness(ctx));
      ctx.expect(
          left.get().compareTo(least) >= 0,
          "at least " + CallText.of(least) + " left after a renewal, its full ttl running again",
          CallText.of(left.get()));
    }
  }

  /** A store that counts in steps may cut the rest of one off when it tells what is left. */
  private static Duration coarseness(RuleContext ctx) {
    Duration step = ctx.traits().ttlStep();
    return step.compareTo(Duration.ofMillis(1)) <= 0 ? Duration.ZERO : step;
  }

  private static Held taken(RuleContext ctx, Client contender, Held held) {
    return Takeover.when(ctx, contender, held, ctx.ttl(), true)
        .orElseThrow(
            () -> new RuleStop.Inconclusive("nobody took it over (EXP-02 judges that)", null));
  }

  private static void neverShortens(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name(), ctx.ttl());
    renewInTime(ctx, held);
    renewInTime(ctx, held);
    ctx.pass(held.ttl().dividedBy(8));
    renewInTime(ctx, held);
    remainingIsFull(ctx, b, held);
    Held taken = taken(ctx, b, held);
    Takeover.notEarly(ctx, held, taken, "a renewal never shortens what is left");
  }

  private static void heldForLong(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name(), ctx.ttl());
    for (int i = 0; i < MANY; i++) {
      renewInTime(ctx, held);
    }
    for (int i = 0; i < 10; i++) {
      ctx.pass(held.ttl().dividedBy(3));
      renewInTime(ctx, held);
      Optional<Held> got = b.tryAcquire(held.name());
      if (got.isPresent()) {
        Checks.mustBeAlive(ctx, held);
      }
      ctx.expect(got.isEmpty(), "a lease renewed every third of its ttl to be held", "Granted");
    }
  }

  private static void staleAfterTakeover(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Client c = ctx.client();
    Held stale = a.acquire(ctx.name(), ctx.ttl());
    Held rival = Takeover.of(ctx, b, stale, ctx.longTtl());
    Checks.untouched(ctx, c, rival, "the renewal by a former holder", () -> refused(ctx, stale));
    Held brief = ctx.client().acquire(ctx.name(), ctx.ttl());
    Held next = Takeover.of(ctx, ctx.client(), brief, ctx.ttl());
    ctx.pass(ctx.ttl().dividedBy(2));
    refused(ctx, brief);
    Takeover.onTime(ctx, c, next, "the renewal by a former holder does not move its expiry");
  }

  private static void refused(RuleContext ctx, Held stale) {
    Checks.notOwner(ctx, stale.renew(), "a former holder", Checks.ANY);
  }

  private static void afterRelease(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held stale = a.acquire(ctx.name());
    stale.release();
    refused(ctx, stale);
    Optional<HolderInfo> holder = b.holder(stale.name());
    ctx.expect(
        holder.isEmpty(), "nobody to hold the name after its release", holder.map(CallText::of));
    Optional<Held> next = b.tryAcquire(stale.name());
    ctx.expect(next.isPresent(), "the name to be granted to the next client", "Busy");
    Checks.untouched(
        ctx, a, next.orElseThrow(), "the renewal of a released grant", () -> refused(ctx, stale));
    next.orElseThrow().release();
    for (AcquireAttempt almost : Owners.almost(b, stale)) {
      Held other = b.acquire(almost);
      String who = "a former holder; the present one " + almost.metadata().get("owner") + " it";
      Checks.notOwner(ctx, stale.renew(), who, Checks.ANY);
      other.release();
    }
  }

  private static void afterExpiry(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name(), ctx.ttl());
    Takeover.letExpire(ctx, held);
    Checks.notOwner(ctx, held.renew(), "a grant that has run out", Checks.ANY);
    Checks.vacant(ctx, b, held.name(), "its holder's ttl is over, and a renewal came too late");
  }

  private static void reasons(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held stale = a.acquire(ctx.name());
    stale.release();
    Checks.notOwner(ctx, stale.renew(), "a released grant, name vacant", Set.of(ABSENT));
    b.acquire(stale.name());
    Checks.notOwner(ctx, stale.renew(), "a released grant, name taken", Set.of(FOREIGN));
  }

  private static void age(RuleContext ctx) {
    Client a = ctx.client();
    for (int i = 0; i < 5; i++) {
      AcquireOutcome outcome = a.spi().acquire(a.attempt(ctx.name()));
      if (outcome instanceof AcquireOutcome.Granted granted) {
        notNegative(ctx, granted.age());
        RenewOutcome renewal = a.spi().renewIfOwner(granted.grant());
        if (renewal instanceof RenewOutcome.Renewed renewed) {
          notNegative(ctx, renewed.age());
        }
        a.spi().releaseIfOwner(granted.grant());
      }
    }
  }

  private static void notNegative(RuleContext ctx, Duration age) {
    ctx.expect(!age.isNegative(), "an age of zero or more", CallText.of(age));
  }

  private static void raceWithRelease(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    for (int round = 0; round < 20; round++) {
      Held held = a.acquire(ctx.name());
      ReleaseOutcome released =
          Met.of(
                  round,
                  () -> a.spi().releaseIfOwner(held.grant()),
                  () -> a.spi().renewIfOwner(held.grant()))
              .one();
      // One of two racing steps may be told that it did not run.
      if (!Situation.isDefinite(released)) {
        held.release();
      }
      refused(ctx, held);
      Checks.vacant(ctx, b, held.name(), "its release was answered; a renewal ran beside it");
    }
  }

  private static void keepsTheRecord(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    Optional<HolderInfo> before = b.holder(held.name());
    for (int i = 0; i < 3; i++) {
      renewInTime(ctx, held);
    }
    Optional<HolderInfo> after = b.holder(held.name());
    ctx.expect(
        identity(before).equals(identity(after)),
        "owner, token and metadata as before the renewals: " + identity(before),
        identity(after));
  }

  private static List<Object> identity(Optional<HolderInfo> info) {
    return info.map(h -> List.<Object>of(h.owner(), h.fencingToken(), h.metadata()))
        .orElse(List.of("nobody"));
  }
}
