package io.leasehold.tck.rules;

import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.RuleContext;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A name that goes from its holder to the next client while another step runs beside it.
 *
 * @param beside the answer of the other step
 * @param next who holds the name now, as far as it was told
 */
record HandOver<T>(T beside, Held next) {

  /**
   * Lets a step meet the release of a grant and the acquire that follows it: in round 0 it comes
   * between them, then before and after them, and from round 3 on they race.
   */
  static <T> HandOver<T> meets(
      RuleContext ctx, int round, Held held, Client contender, Supplier<T> step) {
    Met<T, Moved> met =
        round == 0
            ? between(held, contender, step)
            : Met.of(round - 1, step, () -> moved(held, contender));
    Moved moved = met.other();
    if (moved.next().isEmpty() && !Situation.isDefinite(moved.released())) {
      held.release(); // it was told that it did not run, because it met the other step
    }
    return new HandOver<>(met.one(), moved.next().orElseGet(() -> freed(ctx, held, contender)));
  }

  private record Moved(ReleaseOutcome released, Optional<Held> next) {}

  private static <T> Met<T, Moved> between(Held held, Client contender, Supplier<T> step) {
    ReleaseOutcome released = held.client().spi().releaseIfOwner(held.grant());
    T beside = step.get();
    return new Met<>(beside, new Moved(released, contender.contend(held.name())));
  }

  private static Moved moved(Held held, Client contender) {
    ReleaseOutcome released = held.client().spi().releaseIfOwner(held.grant());
    return new Moved(released, contender.contend(held.name()));
  }

  private static Held freed(RuleContext ctx, Held held, Client contender) {
    Optional<Held> got = contender.tryAcquire(held.name());
    ctx.expect(got.isPresent(), "the name to be free after the release of " + held, "Busy");
    return got.orElseThrow();
  }
}
