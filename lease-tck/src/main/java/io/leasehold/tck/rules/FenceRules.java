package io.leasehold.tck.rules;

import static io.leasehold.tck.rule.Guarantee.G5;

import io.leasehold.HolderInfo;
import io.leasehold.spi.Fault;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.history.CallText;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.Race;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleContext;
import io.leasehold.tck.rule.RuleStop;
import io.leasehold.tck.rule.Takeover;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** What fencing tokens have to keep to. */
final class FenceRules {

  /** Acquisitions of one name by racing clients. */
  private static final int RACING = 1_000;

  /** So many attempts in a row that find the name busy are no bad luck. */
  private static final int STUCK = 20_000;

  /** Clean-up tasks count in seconds, however short the ttl. */
  private static final Duration CLEAN_UP = Duration.ofSeconds(5);

  static final List<Rule> RULES =
      List.of(
          Rule.must("FNC-01", G5, "Tokens are positive and rise from grant to grant.")
              .why("The guarded resource refuses writes with a token below the highest it saw.")
              .check("Random numbers, hashes or clock readings used as token; counters per client.")
              .judge(FenceRules::risesWithReleases),
          Rule.must("FNC-02", G5, "The token rises when an expired name is taken over.")
              .why("Right then the former holder is still alive and writing.")
              .check("Whether the counter is kept in the record that expires.")
              .judge(FenceRules::risesWithTakeover),
          Rule.must("FNC-03", G5, "The token rises after the record was deleted.")
              .why("A number that restarts lets the old holder pass as the newest.")
              .check("Counters in the deleted record; node versions and sequence suffixes.")
              .needs(Ability.DELETE_RECORD)
              .judge(FenceRules::risesWithDeletion),
          Rule.must("FNC-04", G5, "The token rises after the store was emptied.")
              .why("The client knows the highest token it saw and hands it on as the floor.")
              .check("Whether fenceFloor is used; an answer Refused is right if it cannot be.")
              .needs(Ability.WIPE)
              .judge(FenceRules::risesWithWipe),
          Rule.must("FNC-05", G5, "The token rises over a restart of the store.")
              .why("A counter in memory starts again, and old holders outrank new ones.")
              .check("Where the counter lives; declare fenceBrokenBy(RESTART) if it is lost.")
              .needs(Ability.RESTART)
              .onlyIf(
                  "fenceBrokenBy does not contain RESTART",
                  traits -> !traits.fenceBrokenBy().contains(Fault.RESTART))
              .judge(FenceRules::risesWithRestart),
          Rule.must("FNC-06", G5, "No grant has a token at or below the attempt's floor.")
              .why("The floor is the highest token a client saw, perhaps from a store now lost.")
              .check("fenceFloor, taking over included; numbers of 32 bits or doubles; Refused.")
              .judge(Floors::above),
          Rule.must("FNC-07", G5, "Tokens of racing clients are unique and in order of grant.")
              .why("Two holders with one token cannot be told apart by the resource.")
              .check("Whether counter and record change in one atomic step.")
              .judge(FenceRules::racing),
          Rule.must("FNC-08", G5, "A grant's token stays the same for as long as it lives.")
              .why("A token that changes makes the holder's own earlier writes look stale.")
              .check("Counters raised by renewals or refused attempts; versions as token.")
              .judge(FenceRules::immutable),
          Rule.must("FNC-09", G5, "The token rises after a grant was abandoned or revoked.")
              .why("These ends are rare, so a counter that is set back there stays unnoticed.")
              .check("Clean-up code that restores the earlier record, counter included.")
              .judge(FenceRules::risesWithOtherEnds),
          Rule.must("FNC-10", G5, "The token rises above one that was reached by a floor.")
              .why("A floor that is used once and then forgotten lets tokens fall back.")
              .check("Whether the raised number is written back to the counter.")
              .judge(Floors::remembered),
          Rule.must("FNC-12", G5, "The token rises however long the name was vacant.")
              .why("A counter that is cleaned up with its record starts below the old holder's.")
              .check("Expiry and clean-up of counters; what is kept of a vacant name.")
              .judge(FenceRules::risesAfterAPause),
          Rule.must("FNC-11", G5, "An attempt whose floor is the largest long is not granted.")
              .why("There is no token above it: a counter that overflows starts below all others.")
              .check("Overflow of the counter, which upsets the tokens of all later grants too.")
              .alone()
              .judge(Floors::noneAbove));

  private FenceRules() {}

  static void rises(RuleContext ctx, long earlier, Held later, String after) {
    ctx.expect(
        later.token() > earlier,
        "a token above " + earlier + ", that of the grant before, after " + after,
        later.token());
  }

  private static void risesWithReleases(RuleContext ctx) {
    List<Client> clients = Stream.generate(ctx::client).limit(3).toList();
    LeaseName name = ctx.name();
    long last = 0;
    for (int i = 0; i < 60; i++) {
      Held held = clients.get(i % clients.size()).acquire(name);
      rises(ctx, last, held, "a release");
      last = held.token();
      held.release();
    }
  }

  private static void risesWithTakeover(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held first = a.acquire(ctx.name(), ctx.ttl());
    Held second = Takeover.of(ctx, b, first, ctx.ttl());
    rises(ctx, first.token(), second, "an expiry");
    Held third = Takeover.of(ctx, ctx.client(), second, ctx.ttl());
    rises(ctx, second.token(), third, "a second expiry");
  }

  private static void risesWithDeletion(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    LeaseName name = ctx.name();
    a.acquire(name).release();
    Held first = a.acquire(name);
    ctx.note("(the record of " + CallText.of(name) + " is deleted)");
    ctx.faults().deleteRecord(name);
    rises(ctx, first.token(), b.acquire(name), "the deletion of the record");
  }

  private static void risesWithWipe(RuleContext ctx) {
    Client a = ctx.client();
    LeaseName name = ctx.name();
    for (int i = 0; i < 5; i++) {
      a.acquire(name).release();
    }
    Held first = a.acquire(name);
    ctx.note("(the store is emptied)");
    ctx.faults().wipe();
    Floors.notAtOrBelow(ctx, a, name, first.token());
  }

  private static void risesWithRestart(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    LeaseName name = ctx.name();
    for (int i = 0; i < 5; i++) {
      a.acquire(name).release();
    }
    Held held = a.acquire(name);
    held.release();
    ctx.restart();
    rises(ctx, held.token(), b.acquire(name), "a restart");
  }

  private static void risesAfterAPause(RuleContext ctx) {
    Client a = ctx.client();
    Held before = a.acquire(ctx.name());
    before.release();
    Client b = ctx.client();
    Held expired = a.acquire(ctx.name(), ctx.ttl());
    Takeover.letExpire(ctx, expired);
    ctx.pass(idle(ctx));
    String pause = CallText.of(idle(ctx)) + " without a holder";
    rises(ctx, before.token(), b.acquire(before.name()), "a release and " + pause);
    Held next = Takeover.of(ctx, b, expired, ctx.ttl());
    rises(ctx, expired.token(), next, "an expiry and " + pause);
  }

  /** Some ttl, and some of the seconds by which clean-up tasks are timed. */
  private static Duration idle(RuleContext ctx) {
    Duration some = ctx.ttl().multipliedBy(4);
    return some.compareTo(CLEAN_UP) > 0 ? some : CLEAN_UP;
  }

  private record Issued(long token, long ackedAt) {}

  private static void racing(RuleContext ctx) {
    List<Client> clients = Stream.generate(ctx::client).limit(4).toList();
    LeaseName name = ctx.name();
    AtomicInteger left = new AtomicInteger(RACING);
    AtomicInteger busy = new AtomicInteger();
    AtomicInteger order = new AtomicInteger();
    ConcurrentLinkedQueue<Issued> issued = new ConcurrentLinkedQueue<>();
    long enough = ctx.clock().nanos() + ctx.ttl().multipliedBy(12).toNanos();
    Race.run(
        8,
        i -> {
          Client client = clients.get(i % clients.size());
          while (left.get() > 0 && busy.get() < STUCK && ctx.clock().nanos() - enough < 0) {
            order.incrementAndGet();
            Optional<Held> got = client.contend(name);
            if (got.isPresent()) {
              issued.add(new Issued(got.get().token(), order.incrementAndGet()));
              busy.set(0);
              left.decrementAndGet();
              Race.untilMore(order, 1);
              got.get().release();
            } else {
              busy.incrementAndGet();
              Race.pause();
            }
          }
          return i;
        });
    if (issued.size() < 2 || busy.get() >= STUCK) {
      throw new RuleStop.Inconclusive(
          "the name stayed busy after " + issued.size() + " grants, each of them released", null);
    }
    judgeOrder(ctx, new ArrayList<>(issued));
  }

  /**
   * Each was answered before it was released, and the next was granted after that: answers come in
   * the order of grants, also of those that were under way at the same time.
   */
  private static void judgeOrder(RuleContext ctx, List<Issued> issued) {
    issued.sort(Comparator.comparingLong(Issued::ackedAt));
    long before = 0;
    for (Issued one : issued) {
      ctx.expect(
          one.token() > before,
          "a token above " + before + ", which was granted and released before",
          one.token());
      before = one.token();
    }
  }

  private static void immutable(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    for (int i = 0; i < 3; i++) {
      b.tryAcquire(held.name());
      held.renew();
      Optional<HolderInfo> info = b.holder(held.name());
      ctx.expect(
          info.map(HolderInfo::fencingToken).equals(Optional.of(held.token())),
          "the record to keep token " + held.token() + " over renewals and refused attempts",
          info.map(CallText::of).orElse("nobody"));
    }
  }

  private static void risesWithOtherEnds(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    LeaseName name = ctx.name();
    a.acquire(name).release();
    Held abandoned = a.acquire(name);
    abandoned.abandon();
    Held next = b.acquire(name);
    rises(ctx, abandoned.token(), next, "an abandoned grant");
    RevokeOutcome outcome = a.revoke(name, true);
    if (outcome instanceof RevokeOutcome.Revoked) {
      rises(ctx, next.token(), a.acquire(name), "a revoked grant");
    }
  }
}
