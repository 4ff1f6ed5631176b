package io.leasehold.tck.rules;

import static io.leasehold.tck.rule.Guarantee.G1;
import static io.leasehold.tck.rule.Guarantee.G8;
import static io.leasehold.tck.rule.Guarantee.G9;

import io.leasehold.spi.BackendTraits.TtlScope;
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

/** What the end of an unrenewed grant has to keep to. */
final class ExpiryRules {

  static final List<Rule> RULES =
      List.of(
          Rule.must("EXP-01", G1, "Nobody takes a name over before the holder's ttl is over.")
              .why("The holder believes in its lease for that long, counted from its send.")
              .check("Off-by-one at the deadline; ttl cut to a coarser unit; clocks mixed.")
              .judge(ExpiryRules::neverEarly),
          Rule.must("EXP-02", G8, "An expired name can be acquired, within the takeover lag.")
              .why("Expired is free, whether or not a clean-up has run.")
              .check("Waiting for a sweeper; a takeoverLag declared too small.")
              .judge(ExpiryRules::expiredIsFree),
          Rule.must("EXP-03", G9, "A renewal adds one ttl, counted from itself, and no more.")
              .why("A ttl that adds up with each renewal outlives a dead holder for long.")
              .check("Renewals that add to what is left instead of setting the full ttl.")
              .judge(ExpiryRules::renewalAddsOneTtl),
          Rule.must("EXP-04", G1, "A contender with a shorter ttl waits for the holder's ttl.")
              .why("A contender that judges by its own ttl takes living leases.")
              .check("Which ttl the takeover compares: the record's, not the attempt's.")
              .judge(ExpiryRules::holdersTtlCounts),
          Rule.must("EXP-05", G8, "Each acquisition of a name has its own ttl.")
              .why("A ttl kept from an earlier holder ends the next lease early or late.")
              .check("Ttl kept per name, per client or in a shared object, for renewals too.")
              .judge(ExpiryRules::ownTtlEach),
          Rule.must("EXP-06", G8, "An expired lease takes no other lease with it.")
              .why("One lapsed lease must not end the leases of its neighbours.")
              .check("Clean-up by client or connection instead of by record.")
              .onlyIf("ttlScope is LEASE", traits -> traits.ttlScope() == TtlScope.LEASE)
              .judge(ExpiryRules::alone),
          Rule.must("EXP-07", G1, "A late renewal and a takeover that meet do not both succeed.")
              .why("The holder goes on with a lease that somebody else has got as well.")
              .check("Whether the takeover compares all of what was read, the version as well.")
              .judge(LateRenewals::meetATakeover),
          Rule.must("EXP-08", G1, "A ttl that is no round number is kept to its last step.")
              .why("A ttl cut to tens of milliseconds ends while its holder counts on the rest.")
              .check("Units and rounding where the ttl is sent; ttlStep, if the store is coarse.")
              .judge(OddTtl::isKept));

  private ExpiryRules() {}

  private static void neverEarly(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name(), ctx.ttl());
    Optional<Held> taken = Takeover.when(ctx, b, held, ctx.ttl(), true);
    if (taken.isEmpty()) {
      throw new RuleStop.Inconclusive("nobody took it over (EXP-02 judges that)", null);
    }
    Takeover.notEarly(ctx, held, taken.get(), "it was never renewed");
    justBefore(ctx, b);
  }

  /** Asks once, so late that a deadline that is a little early has passed. */
  private static void justBefore(RuleContext ctx, Client contender) {
    Client a = ctx.client();
    Held held = a.acquire(ctx.name(), ctx.ttl());
    Duration lead = ctx.error().plusMillis(1);
    ctx.pass(held.ttl().minus(lead).minusNanos(ctx.clock().nanos() - held.sentAt()));
    contender
        .tryAcquire(held.name())
        .ifPresent(taken -> Takeover.notEarly(ctx, held, taken, "it was never renewed"));
  }

  private static void expiredIsFree(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name(), ctx.ttl());
    Optional<Held> taken = Takeover.when(ctx, b, held, ctx.ttl(), false);
    ctx.expect(
        taken.isPresent(),
        "the name of "
            + held
            + " to be granted: its ttl and the takeover lag "
            + ctx.takeoverLag()
            + " are over since its acquire was answered",
        "Busy");
    taken.orElseThrow().release();
    Checks.vacant(ctx, ctx.client(), held.name(), "it was taken over and released since");
  }

  private static void renewalAddsOneTtl(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name(), ctx.ttl());
    for (int i = 0; i < 3; i++) {
      ctx.pass(held.ttl().dividedBy(4));
      held.renew();
    }
    Checks.mustBeAlive(ctx, held);
    Optional<Held> taken = Takeover.when(ctx, b, held, ctx.ttl(), false);
    ctx.expect(
        taken.isPresent(),
        "the name to be free one ttl and the takeover lag after the last renewal of " + held,
        "Busy");
  }

  private static void holdersTtlCounts(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Duration twice = ctx.ttl().multipliedBy(2);
    if (twice.compareTo(ctx.traits().maxTtl()) > 0) {
      throw new RuleStop.NotApplicable("the store keeps no ttl twice as long as the shortest");
    }
    Held held = a.acquire(ctx.name(), twice);
    Optional<Held> taken = Takeover.when(ctx, b, held, ctx.ttl(), true);
    if (taken.isEmpty()) {
      throw new RuleStop.Inconclusive("nobody took it over (EXP-02 judges that)", null);
    }
    Takeover.notEarly(ctx, held, taken.get(), "the contender asks for half the holder's ttl");
  }

  private static void ownTtlEach(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held longer = a.acquire(ctx.name(), ctx.longTtl());
    longer.release();
    Held brief = ctx.client().acquire(longer.name(), ctx.ttl());
    Optional<Held> taken = Takeover.when(ctx, b, brief, ctx.longTtl(), false);
    ctx.expect(
        taken.isPresent(),
        "the name to be free after " + brief + "; the grant before it had a longer ttl",
        "Busy");
    ctx.pass(ctx.ttl().plus(ctx.takeoverLag()).plus(ctx.error()));
    Checks.busy(ctx, a, brief.name(), "its ttl is longer than that of the grant before");
    renewedBrief(ctx, b);
    Duration twice = ctx.ttl().multipliedBy(2);
    if (twice.compareTo(ctx.traits().maxTtl()) <= 0) {
      renewedLonger(ctx, b, twice);
    }
  }

  private static void renewedBrief(RuleContext ctx, Client contender) {
    Held longer = contender.acquire(ctx.name(), ctx.longTtl());
    longer.release();
    Held brief = ctx.client().acquire(longer.name(), ctx.ttl());
    ctx.pass(ctx.ttl().dividedBy(2));
    brief.renew();
    ctx.expect(
        Takeover.when(ctx, contender, brief, ctx.ttl(), false).isPresent(),
        "the name to be free one ttl after the renewal of "
            + brief
            + "; the grant before it had a longer ttl",
        "Busy");
  }

  private static void renewedLonger(RuleContext ctx, Client contender, Duration ttl) {
    Held first = contender.acquire(ctx.name(), ctx.ttl());
    first.release();
    Held second = ctx.client().acquire(first.name(), ttl);
    ctx.pass(ctx.ttl());
    Checks.owned(ctx, second, "its own ttl is not over");
    Takeover.when(ctx, contender, second, ctx.ttl(), true)
        .ifPresent(
            taken ->
                Takeover.notEarly(ctx, second, taken, "the grant before it had a shorter ttl"));
  }

  private static void alone(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held living = a.acquire(ctx.name(), ctx.longTtl());
    Held brief = a.acquire(ctx.name(), ctx.ttl());
    Takeover.of(ctx, b, brief, ctx.ttl());
    Checks.busy(ctx, b, living.name(), "only another lease of its client ran out");
    Checks.owned(ctx, living, "only another lease of its client ran out");
  }
}
