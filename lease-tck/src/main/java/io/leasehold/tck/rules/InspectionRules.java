package io.leasehold.tck.rules;

import static io.leasehold.tck.rule.Guarantee.G1;
import static io.leasehold.tck.rule.Guarantee.G2;
import static io.leasehold.tck.rule.Guarantee.G7;
import static io.leasehold.tck.rule.Guarantee.G9;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
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
import java.util.Map;
import java.util.Optional;

/** What reading who holds a name has to keep to. */
final class InspectionRules {

  static final List<Rule> RULES =
      List.of(
          Rule.must("INS-01", G7, "holder() tells owner and token of the present holder.")
              .why("confirmHeld and operators rely on it.")
              .check("Owner as 32 hexadecimal digits; token of the grant, not of the counter.")
              .judge(InspectionRules::tellsTheHolder),
          Rule.must("INS-02", G7, "The holder's metadata comes back as it was given.")
              .why("Host, pid and since are all an operator has to find a stuck holder.")
              .check(
                  "Encoding of the metadata: quotes, line breaks, non-ASCII, keys that differ in case.")
              .judge(InspectionRules::metadata),
          Rule.must("INS-03", G7, "holder() is empty where nobody holds the name.")
              .why("A former holder that is still shown looks like a stuck lease.")
              .check("Records kept as vacant; counters or tombstones read as holders.")
              .judge(InspectionRules::emptyWhenVacant),
          Rule.must("INS-04", G7, "holder() is empty once the ttl and the takeover lag are over.")
              .why("An expired grant does not count as an owner.")
              .check("Reads that do not look at the expiry.")
              .onlyIf(
                  "a ttl runs out without a contender that watches",
                  traits -> !traits.takeoverNeedsObserver())
              .judge(InspectionRules::emptyWhenExpired),
          Rule.must("INS-05", G9, "holder() renews nothing.")
              .why("Monitoring must not keep a dead holder's lease alive.")
              .check("Read operations of the store that touch or extend (GETEX, keepalive).")
              .judge(InspectionRules::renewsNothing),
          Rule.must("INS-06", G2, "The remaining time that holder() tells is true.")
              .why("confirmHeld would promise what the store does not keep.")
              .check("Units; the configured ttl told instead of what is left.")
              .judge(InspectionRules::remaining),
          Rule.must("INS-07", G1, "A Busy answer names the present holder or nobody.")
              .why("A wrong name sends people to the wrong machine.")
              .check("The holder read in another step than the refusal; the asker's own data.")
              .judge(InspectionRules::busyNamesTheHolder),
          Rule.must("INS-08", G1, "holder() sees a change as soon as its call was answered.")
              .why("It is a linearizable read: a stale one confirms a lease that is lost.")
              .check("Reads from replicas, followers, near caches or local copies.")
              .judge(InspectionRules::linearizable));

  private InspectionRules() {}

  private static void tellsTheHolder(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    for (Client eye : List.of(a, b)) {
      Optional<HolderInfo> info = eye.holder(held.name());
      ctx.expect(
          info.map(HolderInfo::owner).equals(Optional.of(held.grant().owner().toString())),
          "holder() to tell owner " + held.grant().owner(),
          info.map(HolderInfo::owner).orElse("nobody"));
      ctx.expect(
          info.map(HolderInfo::fencingToken).equals(Optional.of(held.token())),
          "holder() to tell token " + held.token(),
          info.map(CallText::of));
    }
  }

  private static void metadata(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    // Few bytes each: how much a store keeps is its own affair, what it keeps it keeps exactly.
    List<Map<String, String>> samples =
        List.of(
            Map.of("host", "node-7.lan", "pid", "4711", "since", "2026-01-02T03:04:05.678Z"),
            Map.of("empty", ""),
            Map.of("quotes", "it's \"quoted\" \\ {braced} [x]"),
            Map.of("separators", "a=b&c;d,e|f:g\tend"),
            Map.of("lines", "one\ntwo\r\nthree"),
            Map.of("unicode", "Z\u00fcrich \u4e2d\u6587 \ud83d\ude42"),
            Map.of("key with = and ;", "value"),
            Map.of("Host", "capital", "HOST", "all capitals", "host", "none", "hOsT", ""),
            Map.of("stra\u00dfe", "\u00c4\u00e4 A\u0308 \u0130\u0131", "STRASSE", " x "),
            Map.of());
    for (Map<String, String> metadata : samples) {
      LeaseName name = ctx.name();
      a.acquire(new AcquireAttempt(name, OwnerToken.random(), ctx.longTtl(), 0, metadata));
      Optional<HolderInfo> info = b.holder(name);
      ctx.expect(
          info.map(HolderInfo::metadata).equals(Optional.of(metadata)),
          "the metadata to come back as it was given: " + metadata,
          info.map(HolderInfo::metadata).map(Object::toString).orElse("nobody"));
    }
  }

  private static void emptyWhenVacant(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    nobody(ctx, b.holder(ctx.name()), "a name that was never used");
    held.release();
    nobody(ctx, b.holder(held.name()), "a name that was released");
    nobody(ctx, a.holder(held.name()), "a name that this client released");
  }

  private static void nobody(RuleContext ctx, Optional<HolderInfo> info, String what) {
    ctx.expect(
        info.isEmpty(), "holder() to be empty for " + what, info.map(CallText::of).orElse(""));
  }

  private static void emptyWhenExpired(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name(), ctx.ttl());
    Takeover.letExpire(ctx, held);
    nobody(ctx, b.holder(held.name()), held + ", whose ttl is over");
  }

  private static void renewsNothing(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Client c = ctx.client();
    Held held = a.acquire(ctx.name(), ctx.ttl());
    for (int i = 0; i < 3; i++) {
      ctx.pass(held.ttl().dividedBy(4));
      b.holder(held.name());
    }
    Optional<Held> taken = Takeover.when(ctx, c, held, ctx.ttl(), false);
    ctx.expect(
        taken.isPresent(),
        "the name to be free after the ttl of " + held + ", however often it was read",
        "Busy");
  }

  private static void remaining(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name(), ctx.ttl());
    for (int i = 0; i < 3; i++) {
      Look look = Look.at(ctx, b, held.name());
      Optional<Duration> left = look.info().flatMap(HolderInfo::remaining);
      if (look.info().isEmpty()) {
        Checks.mustBeAlive(ctx, held);
      } else if (left.isEmpty()) {
        throw new RuleStop.NotApplicable("holder() tells no remaining time, as it may");
      } else {
        within(ctx, held, look, left.get());
      }
      ctx.pass(held.ttl().dividedBy(4));
    }
    remainingAfterARenewal(ctx, a, b);
  }

  /** What is left falls again from the full ttl that a renewal has set. */
  private static void remainingAfterARenewal(RuleContext ctx, Client a, Client eye) {
    Held held = a.acquire(ctx.name(), ctx.ttl());
    for (int i = 0; i < 2; i++) {
      ctx.pass(held.ttl().dividedBy(3));
      Checks.owned(ctx, held, "its ttl is not over");
      ctx.pass(held.ttl().dividedBy(2));
      Look look = Look.at(ctx, eye, held.name());
      if (look.info().isEmpty()) {
        Checks.mustBeAlive(ctx, held);
      }
      look.info().flatMap(HolderInfo::remaining).ifPresent(left -> within(ctx, held, look, left));
      held.renew();
    }
  }

  private static void within(RuleContext ctx, Held held, Look look, Duration left) {
    Duration coarse = ctx.error().plus(ctx.traits().ttlStep());
    Duration least = held.ttl().minusNanos(look.end() - held.sentAt()).minus(coarse);
    Duration most =
        held.ttl().minusNanos(look.begin() - held.ackedAt()).plus(coarse).plus(ctx.takeoverLag());
    ctx.expect(
        left.compareTo(least) >= 0 && left.compareTo(most) <= 0,
        "between " + CallText.of(least) + " and " + CallText.of(most) + " left of " + held,
        CallText.of(left));
  }

  private static void busyNamesTheHolder(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    AcquireOutcome outcome = b.send(b.attempt(held.name())).outcome();
    if (outcome instanceof AcquireOutcome.Busy busy) {
      String owner = busy.holder().owner();
      String own = held.grant().owner().toString();
      ctx.expect(
          owner.equals(own) || owner.isBlank(),
          "Busy to name owner " + own + ", or none if the store does not tell",
          owner);
      ctx.expect(
          busy.holder().leaseName().equals(held.name().value()),
          "Busy to be about " + CallText.of(held.name()),
          busy.holder().leaseName());
    }
  }

  private static void linearizable(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    for (int i = 0; i < 20; i++) {
      Held held = a.acquire(ctx.name());
      Optional<String> owner = b.holder(held.name()).map(HolderInfo::owner);
      ctx.expect(
          owner.equals(Optional.of(held.grant().owner().toString())),
          "another client to see the grant once it was answered",
          owner.orElse("nobody"));
      held.release();
      nobody(ctx, b.holder(held.name()), "another client, once the release was answered");
    }
  }
}
