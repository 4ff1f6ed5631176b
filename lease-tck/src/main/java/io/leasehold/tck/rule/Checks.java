package io.leasehold.tck.rule;

import io.leasehold.HolderInfo;
import io.leasehold.spi.BackendTraits.TtlScope;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.history.CallText;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** The questions that many rules ask, each a decisive observation. */
public final class Checks {

  /** Not the owner, whatever the reason. */
  public static final Set<NotOwnerReason> ANY = Set.of(NotOwnerReason.values());

  private Checks() {}

  /** The reasons that are true of a grant that ran out and that nobody took over. */
  public static Set<NotOwnerReason> absent(RuleContext ctx) {
    return orSessionEnded(ctx, NotOwnerReason.ABSENT);
  }

  /** The reasons that are true of a grant that ran out and was taken over. */
  public static Set<NotOwnerReason> foreign(RuleContext ctx) {
    return orSessionEnded(ctx, NotOwnerReason.FOREIGN);
  }

  private static Set<NotOwnerReason> orSessionEnded(RuleContext ctx, NotOwnerReason reason) {
    return ctx.traits().ttlScope() == TtlScope.SESSION
        ? Set.of(reason, NotOwnerReason.SESSION_ENDED)
        : Set.of(reason);
  }

  /** The name is held: another client's attempt is Busy. */
  public static void busy(RuleContext ctx, Client client, LeaseName name, String because) {
    Optional<Held> got = client.tryAcquire(name);
    ctx.expect(
        got.isEmpty(),
        "client " + client + " to find " + CallText.of(name) + " busy: " + because,
        got.map(held -> "Granted, token " + held.token()).orElse("Busy"));
  }

  /** A grant holds its name: another client's attempt is Busy, unless the kit came too late. */
  public static void busy(RuleContext ctx, Client client, Held held, String because) {
    Optional<Held> got = client.tryAcquire(held.name());
    if (got.isPresent()) {
      mustBeAlive(ctx, held);
    }
    ctx.expect(
        got.isEmpty(),
        "client " + client + " to find " + CallText.of(held.name()) + " busy: " + because,
        got.map(other -> "Granted, token " + other.token()).orElse("Busy"));
  }

  /** The name is free: an attempt is granted. The grant is given back. */
  public static Held vacant(RuleContext ctx, Client client, LeaseName name, String because) {
    Optional<Held> got = client.tryAcquire(name);
    ctx.expect(
        got.isPresent(),
        "client " + client + " to be granted " + CallText.of(name) + ": " + because,
        "Busy");
    Held held = got.orElseThrow();
    held.release();
    return held;
  }

  /** The holder renews and is told Renewed, unless the kit itself came too late to ask. */
  public static void owned(RuleContext ctx, Held held, String because) {
    RenewOutcome outcome = held.renew();
    if (!(outcome instanceof RenewOutcome.Renewed)) {
      mustBeAlive(ctx, held);
    }
    ctx.expect(
        outcome instanceof RenewOutcome.Renewed, held + " to be renewed: " + because, outcome);
  }

  /** Ends the run as inconclusive if this grant may have run out while the kit was slow. */
  public static void mustBeAlive(RuleContext ctx, Held held) {
    long elapsed = ctx.clock().nanos() - held.sentAt();
    if (elapsed >= held.ttl().minus(ctx.error()).toNanos()) {
      throw new RuleStop.Inconclusive(
          "the kit came too late to ask: "
              + CallText.of(Duration.ofNanos(elapsed))
              + " since the latest renewal was sent, ttl "
              + CallText.of(held.ttl()),
          "the machine's load, and how long each call takes; if that is as it is: -D"
              + TckFixture.SCALE_PROPERTY
              + "=3, or more.",
          null);
    }
  }

  /** A renewal is refused as not the owner. */
  public static void notOwner(
      RuleContext ctx, RenewOutcome outcome, String who, Set<NotOwnerReason> reasons) {
    ctx.expect(
        outcome instanceof RenewOutcome.NotOwner not && reasons.contains(not.reason()),
        "the renewal of " + who + " to be answered NotOwner, reason " + words(reasons),
        outcome);
  }

  /** A release is refused as not the owner. */
  public static void notOwner(
      RuleContext ctx, ReleaseOutcome outcome, String who, Set<NotOwnerReason> reasons) {
    ctx.expect(
        outcome instanceof ReleaseOutcome.NotOwner not && reasons.contains(not.reason()),
        "the release of " + who + " to be answered NotOwner, reason " + words(reasons),
        outcome);
  }

  private static String words(Set<NotOwnerReason> reasons) {
    return reasons.size() == NotOwnerReason.values().length
        ? "any"
        : reasons.stream().sorted().map(Enum::name).reduce((a, b) -> a + " or " + b).orElse("");
  }

  /**
   * Some act of others leaves a holder's record as it is, and the holder its owner.
   *
   * @param eye a client that is not the holder
   * @param victim the holder
   * @param act the act in words
   * @param action the act
   */
  public static void untouched(
      RuleContext ctx, Client eye, Held victim, String act, Runnable action) {
    // A while after the grant, so that an expiry that is set anew shows in the remaining time.
    ctx.pass(ctx.ttl().dividedBy(4));
    Look before = Look.at(ctx, eye, victim.name());
    action.run();
    Look after = Look.at(ctx, eye, victim.name());
    mustBeAlive(ctx, victim);
    ctx.expect(
        after.info().map(HolderInfo::owner).equals(Optional.of(victim.grant().owner().toString())),
        victim + " to be still the holder after " + act,
        after);
    ctx.expect(
        before.sameRecord(after, ctx.error().plus(ctx.traits().ttlStep())),
        "the record to be unchanged by " + act + ", as it was before: " + before,
        after);
    busy(ctx, eye, victim.name(), "it is held, and " + act + " changes nothing");
    owned(ctx, victim, act + " changes nothing");
  }
}
