package io.leasehold.tck.rules;

import static io.leasehold.tck.rule.Guarantee.G1;
import static io.leasehold.tck.rule.Guarantee.G10;
import static io.leasehold.tck.rule.Guarantee.G2;
import static io.leasehold.tck.rule.Guarantee.G4;
import static io.leasehold.tck.rule.Guarantee.G7;
import static io.leasehold.tck.rule.Guarantee.G8;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendTraits.TtlScope;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Fault;
import io.leasehold.spi.LeaseName;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.history.CallText;
import io.leasehold.tck.rule.Checks;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.Look;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleContext;
import io.leasehold.tck.rule.RuleStop;
import io.leasehold.tck.rule.Takeover;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/** Whether a backend is what it declares to be. */
final class TraitRules {

  static final List<Rule> RULES =
      List.of(
          Rule.must("TRT-20", G7, "The traits are the same for every client and at every time.")
              .why("The engine computes with them once.")
              .check("Traits that are computed from the state of a connection.")
              .judge(TraitRules::constant),
          Rule.must("TRT-21", G2, "The ttl's declared ends and step are granted.")
              .why("A ttl that the traits allow is not checked again before it is sent.")
              .check("minTtl, maxTtl and ttlStep against the store's own limits.")
              .judge(TraitRules::ttlRange),
          Rule.must("TRT-22", G1, "The smallest ttl lasts as long as it says.")
              .why("A store that works with coarser steps ends it early.")
              .check("minTtl and ttlStep against the store's granularity.")
              .judge(TraitRules::smallestTtl),
          Rule.must("TRT-23", G2, "The largest ttl is kept in full.")
              .why("A ttl clipped at the store, and not in the grant, ends under the holder.")
              .check("maxTtl against the store's maximum; overflow of the unit.")
              .judge(TraitRules::largestTtl),
          Rule.must("TRT-27", G4, "With ttlScope LEASE, a renewal extends its own lease only.")
              .why("A lease that nobody renews must run out, whatever else its client does.")
              .check("ttlScope; store leases or sessions shared by several leases.")
              .onlyIf("ttlScope is LEASE", traits -> traits.ttlScope() == TtlScope.LEASE)
              .judge(TraitRules::leaseScope),
          Rule.must("TRT-28", G2, "With ttlScope SESSION, a renewal keeps the session's leases.")
              .why("The engine renews such leases together and counts on it.")
              .check("ttlScope; whether all leases of one ttl share one session.")
              .onlyIf("ttlScope is SESSION", traits -> traits.ttlScope() == TtlScope.SESSION)
              .judge(TraitRules::sessionScope),
          Rule.must("TRT-29", G8, "Grants outlive a restart of the store, if so declared.")
              .why("A grant lost in a restart is a second holder while the first one works.")
              .check("grantsSurviveRestart; what the store writes to disk before it answers.")
              .needs(Ability.RESTART)
              .onlyIf("grantsSurviveRestart", BackendTraits::grantsSurviveRestart)
              .judge(TraitRules::surviveRestart),
          Rule.must("TRT-30", G1, "After a restart no name has two grants, unless so declared.")
              .why("A grant that is lost while its holder's renewals still succeed is two holders.")
              .check("exclusionBrokenBy(RESTART); renewals that re-create a lost record.")
              .needs(Ability.RESTART)
              .onlyIf(
                  "exclusionBrokenBy does not contain RESTART",
                  traits -> !traits.exclusionBrokenBy().contains(Fault.RESTART))
              .judge(TraitRules::exclusionOverRestart),
          Rule.must("TRT-31", G4, "A holder whose record the store lost is told ABSENT for good.")
              .why("A renewal that re-creates the record hides the loss, or robs the next one.")
              .check("Upserts; clients that need a restart after the store came back empty.")
              .needs(Ability.WIPE)
              .judge(TraitRules::lostRecords),
          Rule.must("TRT-32", G10, "A grant's renewal domain stays the same and is never null.")
              .why("Batches are made by it.")
              .check("Whether equals of the domain compares values; null for 'no domain'.")
              .judge(TraitRules::domain));

  /** How often the store is asked before "unavailable" counts as said of a ttl. */
  private static final int TRIES = 3;

  private TraitRules() {}

  private static void constant(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    String first = a.spi().traits().toString();
    a.acquire(ctx.name()).release();
    for (Client client : List.of(a, b)) {
      ctx.expect(
          client.spi().traits().toString().equals(first),
          "the same traits as at first: " + first,
          client.spi().traits());
    }
  }

  private static void ttlRange(RuleContext ctx) {
    Client a = ctx.client();
    BackendTraits traits = ctx.traits();
    Duration next = traits.minTtl().plus(traits.ttlStep());
    TreeSet<Duration> ttls = new TreeSet<>(List.of(traits.minTtl(), largest(traits)));
    if (next.compareTo(traits.maxTtl()) <= 0) {
      ttls.add(next);
    }
    for (Duration ttl : ttls) {
      Optional<Held> got = whereTheStoreIsReached(ctx, a, ttl);
      ctx.expect(
          got.isPresent() && got.get().ttl().compareTo(ttl) >= 0,
          "a grant of at least " + CallText.of(ttl) + ", a ttl that the traits allow",
          got.map(held -> CallText.of(held.grant())).orElse("not granted"));
      got.ifPresent(Held::release);
    }
  }

  /**
   * "Unavailable" says nothing of a ttl, unless it is said of this ttl each time while the rule's
   * own is granted each time.
   */
  private static Optional<Held> whereTheStoreIsReached(RuleContext ctx, Client a, Duration ttl) {
    for (int i = 0; i < TRIES; i++) {
      Client.Sent sent = a.send(a.attempt(ctx.name(), ttl));
      if (!(sent.outcome() instanceof AcquireOutcome.Refused refused)
          || refused.cause().kind() != Cause.Kind.UNAVAILABLE) {
        return sent.held();
      }
      Client.Sent other = a.send(a.attempt(ctx.name(), ctx.ttl()));
      if (other.held().isEmpty()) {
        throw new RuleStop.Inconclusive("the store was not reached: " + refused.cause(), null);
      }
      other.held().get().release();
    }
    return Optional.empty();
  }

  private static Duration largest(BackendTraits traits) {
    return traits.ttlStep().multipliedBy(traits.maxTtl().dividedBy(traits.ttlStep()));
  }

  private static void smallestTtl(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name(), ctx.traits().minTtl());
    Optional<Held> taken = Takeover.when(ctx, b, held, ctx.ttl(), true);
    if (taken.isEmpty()) {
      throw new RuleStop.Inconclusive("nobody took it over (EXP-02 judges that)", null);
    }
    Takeover.notEarly(ctx, held, taken.get(), "it has the smallest ttl");
  }

  private static void largestTtl(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name(), largest(ctx.traits()));
    Look look = Look.at(ctx, b, held.name());
    Duration least =
        held.ttl()
            .minusNanos(look.end() - held.sentAt())
            .minus(ctx.error())
            .minus(ctx.traits().ttlStep());
    look.info()
        .flatMap(HolderInfo::remaining)
        .ifPresent(
            left ->
                ctx.expect(
                    left.compareTo(least) >= 0,
                    "at least " + CallText.of(least) + " left of the largest ttl",
                    CallText.of(left)));
    Checks.busy(ctx, b, held.name(), "it was granted for the largest ttl");
  }

  private static void leaseScope(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held lapsing = a.acquire(ctx.name(), ctx.ttl());
    Held renewed = a.acquire(ctx.name(), ctx.ttl());
    for (int i = 0; i < 2; i++) {
      ctx.pass(ctx.ttl().dividedBy(3));
      renewed.renew();
    }
    Optional<Held> taken = Takeover.when(ctx, b, lapsing, ctx.ttl(), false);
    ctx.expect(
        taken.isPresent(),
        "an unrenewed lease to run out although another one of its client was renewed",
        "still busy");
  }

  private static void sessionScope(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held silent = a.acquire(ctx.name(), ctx.ttl());
    Held renewed = a.acquire(ctx.name(), ctx.ttl());
    for (int i = 0; i < 6; i++) {
      ctx.pass(ctx.ttl().dividedBy(3));
      Checks.owned(ctx, renewed, "it is renewed every third of its ttl");
      Optional<Held> got = b.tryAcquire(silent.name());
      if (got.isPresent()) {
        Checks.mustBeAlive(ctx, renewed);
      }
      ctx.expect(
          got.isEmpty(), silent + " to live on with its session, which is renewed", "Granted");
    }
  }

  private static void surviveRestart(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    ctx.restart();
    Checks.busy(ctx, b, held.name(), "its grant outlives a restart, by the backend's own word");
    Checks.owned(ctx, held, "its grant outlives a restart, by the backend's own word");
  }

  private static void exclusionOverRestart(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    ctx.restart();
    Optional<Held> got = b.tryAcquire(held.name());
    Checks.mustBeAlive(ctx, held);
    ctx.expect(
        got.isEmpty(),
        "the name to be busy after the restart: the holder's ttl still runs, and exclusion is"
            + " kept, by the backend's own word",
        "Granted");
  }

  private static void lostRecords(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    ctx.note("(the store is emptied)");
    ctx.faults().wipe();
    Checks.notOwner(ctx, held.renew(), "a holder whose record was lost", Checks.absent(ctx));
    Optional<HolderInfo> info = b.holder(held.name());
    ctx.expect(info.isEmpty(), "nobody to hold the name", info.map(CallText::of));
    Checks.notOwner(ctx, held.release(), "a holder whose record was lost", Checks.ANY);
    long floor = held.token();
    Optional<Held> next = a.tryAcquire(a.attempt(held.name(), ctx.longTtl(), floor));
    ctx.expect(next.isPresent(), "the same client to acquire the name again", "Busy");
  }

  private static void domain(RuleContext ctx) {
    Client a = ctx.client();
    LeaseName name = ctx.name();
    Held held = a.acquire(name);
    Object before = a.spi().renewalDomain(held.grant());
    held.renew();
    Object after = a.spi().renewalDomain(held.grant());
    ctx.expect(before != null, "a renewal domain, for instance \"\"", "null");
    ctx.expect(Objects.equals(before, after), "the renewal domain to stay " + before, after);
  }
}
