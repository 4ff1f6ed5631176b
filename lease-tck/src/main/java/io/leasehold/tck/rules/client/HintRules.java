package io.leasehold.tck.rules.client;

import static io.leasehold.tck.rule.Guarantee.G7;
import static io.leasehold.tck.rule.Guarantee.G8;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.Subscription;
import io.leasehold.tck.history.CallText;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleContext;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What hints about vacant names have to keep to, where a backend declares that it sends them. */
public final class HintRules {

  /** Hints may be lost: so many in a row are not. */
  private static final int VACANCIES = 5;

  /** The rules. */
  public static final List<Rule> RULES =
      List.of(
          Rule.stochastic("TRT-10", G8, "A vacancy hint follows a release, if declared.")
              .why("Without it every hand-over waits for a poll.")
              .check("vacancyHints; whether who waits is noted down before the release.")
              .onlyIf("vacancyHints", BackendTraits::vacancyHints)
              .judge(HintRules::follow),
          Rule.must("TRT-13", G8, "A subscription is told of one vacancy after the other.")
              .why("Who is woken may come too late, and waits on: told once only, he polls.")
              .check("Watches and listeners that fire once and are not set again.")
              .onlyIf("vacancyHints", BackendTraits::vacancyHints)
              .judge(HintRules::goOn),
          Rule.must("TRT-14", G7, "A subscription that was closed is told of nothing any more.")
              .why("Each wait makes one: those that stay are a leak, and call who has long gone.")
              .check("What close() of the subscription removes, at the store too.")
              .onlyIf("vacancyHints", BackendTraits::vacancyHints)
              .judge(HintRules::end));

  private HintRules() {}

  private static void follow(RuleContext ctx) {
    Client holder = ctx.client();
    Client waiter = ctx.client();
    int told = 0;
    for (int i = 0; i < VACANCIES; i++) {
      AtomicInteger hints = new AtomicInteger();
      Held held = holder.acquire(ctx.name());
      lookAsWaiter(waiter, held.name());
      Subscription subscription = waiter.spi().onVacant(held.name(), hints::incrementAndGet);
      told += isTold(ctx, held, waiter, hints) ? 1 : 0;
      subscription.close();
    }
    ctx.expect(
        told > 0, "a vacancy hint within one ttl of at least one of 5 releases", told + " hints");
  }

  private static void goOn(RuleContext ctx) {
    Client holder = ctx.client();
    Client waiter = ctx.client();
    LeaseName name = ctx.name();
    AtomicInteger hints = new AtomicInteger();
    Held held = holder.acquire(name);
    lookAsWaiter(waiter, name);
    int told = 0;
    Subscription subscription = waiter.spi().onVacant(name, hints::incrementAndGet);
    for (int i = 0; i <= VACANCIES && told < 2; i++) {
      told += isTold(ctx, held, waiter, hints) ? 1 : 0;
      held = holder.acquire(name);
      lookAsWaiter(waiter, name);
    }
    subscription.close();
    ctx.expect(
        told > 1,
        "a subscription to be told of two at least of "
            + (VACANCIES + 1)
            + " vacancies of "
            + CallText.of(name),
        "told of " + told);
  }

  /** Nothing was vacant before its end, so that no hint can be under way. */
  private static void end(RuleContext ctx) {
    Client holder = ctx.client();
    Client waiter = ctx.client();
    LeaseName name = ctx.name();
    AtomicInteger hints = new AtomicInteger();
    Held held = holder.acquire(name);
    lookAsWaiter(waiter, name);
    waiter.spi().onVacant(name, hints::incrementAndGet).close();
    int told = 0;
    for (int i = 0; i < VACANCIES; i++) {
      told += isTold(ctx, held, waiter, hints) ? 1 : 0;
      held = holder.acquire(name);
      lookAsWaiter(waiter, name);
    }
    // A false hint may have begun before the end, and been slow: one, and not at each vacancy.
    ctx.expect(
        told <= 1,
        "no hints for a subscription to " + CallText.of(name) + " that was closed before",
        "told of " + told + " of " + VACANCIES + " vacancies");
  }

  /** As somebody who waits: a store that wakes waiters one by one notes him down. */
  private static void lookAsWaiter(Client waiter, LeaseName name) {
    waiter.send(waiter.waitingAttempt(name));
  }

  /** Lets go, and looks whether a hint comes within one ttl. */
  private static boolean isTold(RuleContext ctx, Held held, Client waiter, AtomicInteger hints) {
    ctx.pass(ctx.ttl().dividedBy(8));
    if (hints.getAndSet(0) > 0) { // a hint before the release is false: look again, as the engine
      lookAsWaiter(waiter, held.name());
    }
    held.release();
    for (int i = 0; i < 16 && hints.get() == 0; i++) {
      ctx.pass(ctx.ttl().dividedBy(16));
    }
    return hints.get() > 0;
  }
}
