package io.leasehold.tck.rules;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.tck.history.CallText;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.RuleContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Whether what was refused while the store gave no answer has really not happened. */
final class FrozenRefusals {

  /** A request that the store has already got runs soon after the fault; this often is looked. */
  private static final int LOOKS = 8;

  private FrozenRefusals() {}

  /**
   * A call that may reach a store which does not answer.
   *
   * @param text the call in words
   * @param name what it is about
   * @param call makes it
   * @param refused the answer that says it never takes effect
   * @param happened whether it did, by who holds the name
   */
  private record Sent(
      String text,
      LeaseName name,
      Supplier<Object> call,
      Class<?> refused,
      Predicate<Optional<HolderInfo>> happened) {}

  static void neverHappen(RuleContext ctx) {
    Client eye = ctx.client();
    // By clients of their own: each call finds a connection that was of use just now.
    List<Sent> calls = List.of(acquire(ctx), release(ctx), revocation(ctx));
    List<Object> answers = new ArrayList<>();
    FrozenCalls.frozen(ctx, () -> calls.forEach(sent -> answers.add(sent.call().get())));
    for (int look = 0; look <= LOOKS; look++) {
      for (int i = 0; i < calls.size(); i++) {
        judge(ctx, calls.get(i), answers.get(i), eye.holder(calls.get(i).name()));
      }
      ctx.pass(ctx.ttl().dividedBy(LOOKS));
    }
  }

  private static void judge(
      RuleContext ctx, Sent sent, Object answer, Optional<HolderInfo> holder) {
    ctx.expect(
        !sent.refused().isInstance(answer) || !sent.happened().test(holder),
        "the "
            + sent.text()
            + " of "
            + CallText.of(sent.name())
            + " not to take effect: it was answered "
            + CallText.answer(answer),
        holder.map(CallText::of).orElse("nobody holds the name"));
  }

  private static Sent acquire(RuleContext ctx) {
    Client client = ctx.client();
    client.acquire(ctx.name());
    AcquireAttempt attempt = client.attempt(ctx.name());
    String owner = attempt.owner().toString();
    return new Sent(
        "acquire",
        attempt.name(),
        () -> client.send(attempt).outcome(),
        AcquireOutcome.Refused.class,
        holder -> holder.filter(info -> Objects.equals(info.owner(), owner)).isPresent());
  }

  private static Sent release(RuleContext ctx) {
    Client client = ctx.client();
    client.acquire(ctx.name()).release();
    Held held = client.acquire(ctx.name());
    return new Sent(
        "release",
        held.name(),
        () -> client.spi().releaseIfOwner(held.grant()),
        ReleaseOutcome.Refused.class,
        Optional::isEmpty);
  }

  private static Sent revocation(RuleContext ctx) {
    Client client = ctx.client();
    client.revoke(client.acquire(ctx.name()).name(), false);
    Held held = client.acquire(ctx.name());
    return new Sent(
        "revocation",
        held.name(),
        () -> client.spi().revoke(held.name(), false),
        RevokeOutcome.Refused.class,
        holder -> holder.filter(HolderInfo::revoked).isPresent());
  }
}
