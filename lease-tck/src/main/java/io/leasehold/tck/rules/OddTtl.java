package io.leasehold.tck.rules;

import io.leasehold.spi.BackendTraits;
import io.leasehold.tck.history.CallText;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.RuleContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A ttl that every rounding would change, such as 999 ms, asked about closely at its end. */
final class OddTtl {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration STEP = Duration.ofNanos(300_000);
  private static final Duration CLOSE = Duration.ofMillis(12);
  private static final int TRIES = 3;

  private OddTtl() {}

  /** The contender may miss the moment on a busy machine; more than one lease is more than one. */
  static void isKept(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Duration ttl = justBelowASecond(ctx);
    List<Held> all = new ArrayList<>();
    for (int i = 0; i < TRIES; i++) {
      Held held = a.acquire(ctx.name(), ttl);
      all.add(held);
      if (ctx.traits().takeoverNeedsObserver()) {
        b.contend(held.name());
      }
      ctx.pass(CLOSE.multipliedBy(4));
    }
    for (Held held : all) {
      ctx.pass(left(ctx, held).minus(CLOSE));
      if (!left(ctx, held).isNegative()) {
        notEarly(ctx, held, closely(ctx, b, held));
      }
    }
  }

  /** The last step below a whole second: odd to tens, hundreds and thousands of milliseconds. */
  private static Duration justBelowASecond(RuleContext ctx) {
    BackendTraits traits = ctx.traits();
    Duration step = traits.ttlStep();
    Duration least = traits.minTtl().compareTo(ctx.ttl()) > 0 ? traits.minTtl() : ctx.ttl();
    Duration whole = SECOND;
    while (below(whole, step).compareTo(least) < 0) {
      whole = whole.plus(SECOND);
    }
    Duration ttl = step.compareTo(SECOND) < 0 ? below(whole, step) : least;
    return ttl.compareTo(traits.maxTtl()) > 0 ? least : ttl;
  }

  private static Duration below(Duration whole, Duration step) {
    return step.multipliedBy((whole.toNanos() - 1) / step.toNanos());
  }

  /** Asks again and again just before the end, and until it is over. */
  private static Optional<Held> closely(RuleContext ctx, Client contender, Held held) {
    Optional<Held> got = Optional.empty();
    while (got.isEmpty() && !left(ctx, held).isNegative()) {
      got = contender.tryAcquire(contender.attempt(held.name(), ctx.ttl()));
      ctx.pass(STEP);
    }
    return got;
  }

  private static void notEarly(RuleContext ctx, Held held, Optional<Held> taken) {
    Duration after =
        taken.map(rival -> Duration.ofNanos(rival.ackedAt() - held.sentAt())).orElse(held.ttl());
    ctx.expect(
        after.compareTo(held.ttl().minus(ctx.error())) >= 0,
        "nobody to be granted the name before "
            + held
            + " has lasted its ttl of "
            + CallText.of(held.ttl())
            + ", counted from the send of its acquire",
        "it was granted to somebody else after " + CallText.of(after));
  }

  private static Duration left(RuleContext ctx, Held held) {
    return held.ttl().minusNanos(ctx.clock().nanos() - held.sentAt());
  }
}
