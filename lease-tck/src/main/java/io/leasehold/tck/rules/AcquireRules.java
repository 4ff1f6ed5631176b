package io.leasehold.tck.rules;

import static io.leasehold.tck.rule.Guarantee.G1;
import static io.leasehold.tck.rule.Guarantee.G2;
import static io.leasehold.tck.rule.Guarantee.G4;
import static io.leasehold.tck.rule.Guarantee.G9;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.history.CallText;
import io.leasehold.tck.rule.Checks;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.Race;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleContext;
import io.leasehold.tck.rule.Takeover;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** What acquiring has to keep to. */
final class AcquireRules {

  /** Names held at once: more than a table that was made small by mistake keeps. */
  private static final int MANY = 1_100;

  static final List<Rule> RULES =
      List.of(
          Rule.must("ACQ-01", G1, "A vacant name is granted, to the attempt that asked.")
              .why("A grant made out to another name or owner cannot be renewed or released.")
              .check("What is put into Grant; whether a fresh name finds a leftover record.")
              .judge(AcquireRules::vacantIsGranted),
          Rule.must("ACQ-02", G1, "A held name is Busy for every other attempt, of any client.")
              .why("This is exclusion itself; two attempts of one client are two owners as well.")
              .check("Whether ownership goes by client, thread or connection, not by attempt.")
              .judge(AcquireRules::heldIsBusy),
          Rule.must("ACQ-03", G4, "An attempt that finds the name busy changes nothing.")
              .why("A contender that touches the record extends, shortens or renames a stranger.")
              .check("Writes (ttl, metadata) before the owner check; get-and-set to acquire.")
              .judge(AcquireRules::busyChangesNothing),
          Rule.must("ACQ-04", G4, "The owner asking again is Busy and changes nothing.")
              .why("Counted as re-entry, a repeated request needs two releases: the name hangs.")
              .check("A branch for 'already mine' in the acquire step.")
              .judge(AcquireRules::ownerAskingAgain),
          Rule.must("ACQ-05", G2, "The granted ttl is never shorter than the one asked for.")
              .why("The holder would believe in a lease longer than the store keeps.")
              .check("Rounding and clipping of the ttl; report what the store really granted.")
              .judge(AcquireRules::grantedTtl),
          Rule.must("ACQ-06", G1, "Of many attempts at the same time exactly one is granted.")
              .why("A check followed by a write lets two through.")
              .check(
                  "Whether acquire is one atomic step; if none is granted: releases that free nothing.")
              .judge(AcquireRaces::forAVacantName),
          Rule.must("ACQ-07", G1, "Of many attempts for an expired name exactly one is granted.")
              .why("Taking over is where a read and a write are most easily apart.")
              .check("Whether the takeover is conditional on the very record that was read.")
              .judge(AcquireRaces::forAnExpiredName),
          Rule.must("ACQ-08", G1, "Two clients never hold a name at once while it changes hands.")
              .why("Acquire and release of different clients interleave in production.")
              .check("Atomicity of acquire and release; releases that free more than their own.")
              .judge(AcquireRules::churn),
          Rule.must("ACQ-09", G9, "A refused attempt leaves nothing behind that could hold later.")
              .why("A forgotten queue entry gets the name for somebody who has long gone.")
              .check("Queue nodes, waiting records and driver-side retries of a refused attempt.")
              .judge(AcquireRules::busyLeavesNothing),
          Rule.must("ACQ-10", G4, "A grant may be renewed and released on any thread.")
              .why("Ownership by thread breaks with futures, coroutines and pools.")
              .check("Thread ids in the owner value; driver locks bound to a thread.")
              .judge(AcquireRules::anyThread),
          Rule.must("ACQ-11", G1, "A grant stays however many other names are held.")
              .why("A store that drops a record when it has too many lets a second holder in.")
              .check("Maps and caches that evict; limits on keys, nodes or memory.")
              .judge(AcquireRules::many));

  private AcquireRules() {}

  private static void vacantIsGranted(RuleContext ctx) {
    Client a = ctx.client();
    List<OwnerToken> owners =
        List.of(
            OwnerToken.random(),
            new OwnerToken(0, 1),
            new OwnerToken(-1, -1),
            new OwnerToken(Long.MIN_VALUE, Long.MAX_VALUE));
    for (OwnerToken owner : owners) {
      AcquireAttempt attempt =
          new AcquireAttempt(ctx.name(), owner, ctx.longTtl(), 0, Map.of("client", "A"));
      Optional<Held> got = a.tryAcquire(attempt);
      ctx.expect(got.isPresent(), "a name that nobody ever used to be granted", "Busy");
      Held held = got.orElseThrow();
      ctx.expect(
          held.name().equals(attempt.name()), "the grant to name " + attempt.name(), held.name());
      ctx.expect(
          held.grant().owner().equals(owner),
          "the grant to belong to owner " + owner,
          held.grant().owner());
      Checks.owned(ctx, held, "it was just granted");
    }
  }

  private static void heldIsBusy(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    Checks.busy(ctx, b, held.name(), "another client holds it");
    Checks.busy(ctx, a, held.name(), "the same client holds it under another owner token");
    Checks.busy(ctx, b, held.name(), "another client still holds it");
  }

  private static void busyChangesNothing(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    Checks.untouched(
        ctx,
        b,
        held,
        "attempts that found it busy",
        () -> {
          b.tryAcquire(withOtherMetadata(ctx, b.attempt(held.name(), ctx.ttl())));
          b.tryAcquire(withOtherMetadata(ctx, b.attempt(held.name(), ctx.longTtl())));
        });
    Held brief = a.acquire(ctx.name(), ctx.ttl());
    Takeover.onTime(ctx, b, brief, "attempts that find it busy do not move its expiry");
  }

  private static AcquireAttempt withOtherMetadata(RuleContext ctx, AcquireAttempt attempt) {
    return new AcquireAttempt(
        attempt.name(), attempt.owner(), attempt.ttl(), 0, Map.of("other", ctx.unique()));
  }

  private static void ownerAskingAgain(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    Optional<Held> again = a.tryAcquire(held.attempt());
    ctx.expect(
        again.isEmpty(),
        "the owner of " + CallText.of(held.name()) + ", asking again, to be answered Busy",
        "Granted");
    Checks.untouched(ctx, b, held, "the owner asking again", () -> a.tryAcquire(held.attempt()));
    ctx.expect(
        held.release() instanceof ReleaseOutcome.Released,
        "one release to be enough, however often the owner asked",
        "not Released");
    Checks.vacant(ctx, b, held.name(), "the owner has released it once, which is enough");
  }

  private static void grantedTtl(RuleContext ctx) {
    Client a = ctx.client();
    Duration step = ctx.traits().ttlStep();
    Stream.of(ctx.ttl(), ctx.ttl().plus(step), ctx.traits().minTtl(), ctx.longTtl())
        .filter(ttl -> ttl.compareTo(ctx.traits().maxTtl()) <= 0)
        .forEach(
            ttl -> {
              Held held = a.acquire(ctx.name(), ttl);
              ctx.expect(
                  held.ttl().compareTo(ttl) >= 0,
                  "a granted ttl of at least " + CallText.of(ttl),
                  CallText.of(held.ttl()));
            });
  }

  private static void churn(RuleContext ctx) {
    List<Client> clients = Stream.generate(ctx::client).limit(3).toList();
    LeaseName name = ctx.name();
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger attempts = new AtomicInteger();
    Race.run(
        6,
        i -> {
          for (int round = 0; round < 40; round++) {
            attempts.incrementAndGet();
            Optional<Held> got = clients.get(i % clients.size()).contend(name);
            if (got.isPresent()) {
              int holders = inside.incrementAndGet();
              ctx.expect(
                  holders == 1,
                  "nobody else between a grant's answer and the begin of its release",
                  holders + " holders at once, the latest is " + got.get());
              Race.untilMore(attempts, 2);
              inside.decrementAndGet();
              got.get().release();
            } else {
              Race.pause();
            }
          }
          return i;
        });
  }

  private static void busyLeavesNothing(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Client c = ctx.client();
    Held held = a.acquire(ctx.name());
    OwnerToken refused = b.attempt(held.name()).owner();
    for (int i = 0; i < 3; i++) {
      b.tryAcquire(new AcquireAttempt(held.name(), refused, ctx.ttl(), 0, Map.of()));
    }
    held.release();
    Optional<HolderInfo> holder = c.holder(held.name());
    ctx.expect(
        holder.filter(h -> Objects.equals(h.owner(), refused.toString())).isEmpty(),
        "nobody to hold the name after its holder released it; one attempt had found it busy",
        holder.map(CallText::of).orElse("nobody"));
    Checks.vacant(ctx, c, held.name(), "its holder released it, and the refused attempt is over");
    ctx.pass(ctx.ttl().dividedBy(4));
    Checks.vacant(ctx, c, held.name(), "the refused attempt does not come back later");
  }

  private static void anyThread(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = Race.elsewhere(() -> a.acquire(ctx.name()));
    RenewOutcome renewed = Race.elsewhere(held::renew);
    ctx.expect(
        renewed instanceof RenewOutcome.Renewed,
        "a grant acquired on one thread to be renewed on another",
        renewed);
    Checks.busy(ctx, a, held.name(), "the thread that renewed does not own it by that");
    ReleaseOutcome released = Race.elsewhere(held::release);
    ctx.expect(
        released instanceof ReleaseOutcome.Released,
        "a grant acquired on one thread to be released on another",
        released);
    Checks.vacant(ctx, b, held.name(), "it was released on another thread");
  }

  private static void many(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    List<LeaseName> names = Stream.generate(ctx::name).limit(MANY).toList();
    List<Held> all = Race.each(names, a::acquire);
    List<Optional<String>> owners =
        Race.each(all, held -> b.holder(held.name()).map(HolderInfo::owner));
    for (int i = 0; i < MANY; i++) {
      Held held = all.get(i);
      Optional<String> owner = owners.get(i);
      if (owner.isEmpty()) {
        Checks.mustBeAlive(ctx, held);
      }
      ctx.expect(
          owner.equals(Optional.of(held.grant().owner().toString())),
          "each of " + MANY + " names to be held, all at once, by its own owner",
          owner.orElse("nobody"));
    }
  }
}
