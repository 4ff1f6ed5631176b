package io.leasehold.tck.rules;

import static io.leasehold.spi.NotOwnerReason.REVOKED;
import static io.leasehold.tck.rule.Guarantee.G2;
import static io.leasehold.tck.rule.Guarantee.G7;
import static io.leasehold.tck.rule.Guarantee.G9;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
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
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** How a backend goes on when a fault of its store is over. */
final class AftermathRules {

  /** A client may notice late that its connection is to be given up, once for each kind of call. */
  private static final int TRIES = 4;

  static final List<Rule> RULES =
      List.of(
          Rule.must("TRT-34", G7, "When the store answers again each call gets its own answer.")
              .why("After a timeout a late answer is on its way, and is taken for the next one.")
              .check("Connections that are used again after a timeout; answers told apart by id.")
              .needs(Ability.FREEZE)
              .judge(AftermathRules::ownAnswers),
          Rule.must("TRT-35", G2, "Grants keep their ttl over a restart, if they outlive it.")
              .why("A ttl that is cut ends under its holder, one that grows blocks the name.")
              .check("What is kept of the expiry on disk, and from when it counts again.")
              .needs(Ability.RESTART)
              .onlyIf("grantsSurviveRestart", BackendTraits::grantsSurviveRestart)
              .judge(AftermathRules::ttlOverRestart),
          Rule.must(
                  "TRT-36",
                  G9,
                  "Revoked holders stay revoked over a restart, if grants outlive it.")
              .why("A holder that was asked to let go would renew again, and stay.")
              .check("Marks kept in memory, beside the record that is on disk.")
              .needs(Ability.RESTART)
              .onlyIf("grantsSurviveRestart", BackendTraits::grantsSurviveRestart)
              .judge(AftermathRules::markOverRestart));

  private AftermathRules() {}

  /**
   * A call whose right answer is known.
   *
   * @param text the call in words
   * @param ask makes it, for the given time, from 0 to {@link #TRIES}
   * @param right whether an answer is its own
   */
  private record Question(String text, IntFunction<Object> ask, Predicate<Object> right) {}

  private static void ownAnswers(RuleContext ctx) {
    Client a = ctx.client();
    LeaseBackend spi = a.spi();
    List<Question> questions = questions(ctx, a);
    for (Question question : questions) {
      Object answer = question.ask().apply(TRIES);
      if (!question.right().test(answer)) {
        throw new RuleStop.Inconclusive(
            "a wrong answer before any fault, to the " + question.text() + ": " + answer, null);
      }
    }
    Grant gone = released(ctx, a);
    AcquireAttempt late = a.attempt(ctx.name());
    ctx.note("(the store is frozen)");
    ctx.faults().freeze();
    try {
      // None of them spoils a question when it runs late, and the answer of each would be wrong
      // for the first question of its kind.
      spi.renewIfOwner(gone);
      spi.renewAllIfOwner(List.of(gone));
      spi.releaseIfOwner(gone);
      spi.revoke(gone.name(), false);
      spi.acquire(late);
      Situation.read(spi, gone.name());
    } finally {
      ctx.faults().thaw();
    }
    ctx.note("(the store answers again)");
    for (Question question : questions) {
      Object answer = answer(ctx, question);
      ctx.expect(
          question.right().test(answer), "the right answer to the " + question.text(), answer);
    }
    a.abandon(late);
  }

  private static Object answer(RuleContext ctx, Question question) {
    Object answer = question.ask().apply(0);
    for (int i = 1; i < TRIES && !Situation.isDefinite(answer); i++) {
      ctx.pass(ctx.ttl().dividedBy(2));
      answer = question.ask().apply(i);
    }
    if (!Situation.isDefinite(answer)) {
      throw new RuleStop.Inconclusive(
          "the store was thawed, and there is no answer to the " + question.text(), null);
    }
    return answer;
  }

  /** For each kind of call two questions, one after the other, with different answers. */
  private static List<Question> questions(RuleContext ctx, Client a) {
    LeaseBackend spi = a.spi();
    Held held = a.acquire(ctx.name());
    List<Held> leaving = some(() -> a.acquire(ctx.name()));
    List<Held> revoked = some(() -> a.acquire(ctx.name()));
    List<Grant> lost = some(() -> released(ctx, a));
    List<Grant> lostInBatch = some(() -> released(ctx, a));
    Grant again = released(ctx, a);
    LeaseName vacant = released(ctx, a).name();
    return List.of(
        new Question(
            "renewal by the owner",
            i -> spi.renewIfOwner(held.grant()),
            RenewOutcome.Renewed.class::isInstance),
        new Question(
            "renewal of a released grant",
            i -> spi.renewIfOwner(lost.get(i)),
            RenewOutcome.NotOwner.class::isInstance),
        new Question(
            "renewal of a batch by the owner",
            i -> spi.renewAllIfOwner(List.of(held.grant())),
            answer -> oneOf(answer, RenewOutcome.Renewed.class)),
        new Question(
            "renewal of a batch of a released grant",
            i -> spi.renewAllIfOwner(List.of(lostInBatch.get(i))),
            answer -> oneOf(answer, RenewOutcome.NotOwner.class)),
        new Question(
            "release by the owner",
            i -> spi.releaseIfOwner(leaving.get(i).grant()),
            ReleaseOutcome.Released.class::isInstance),
        new Question(
            "release of a released grant",
            i -> spi.releaseIfOwner(again),
            ReleaseOutcome.NotOwner.class::isInstance),
        new Question(
            "revocation of a held name",
            i -> spi.revoke(revoked.get(i).name(), false),
            RevokeOutcome.Revoked.class::isInstance),
        new Question(
            "revocation of a vacant name",
            i -> spi.revoke(vacant, false),
            RevokeOutcome.Absent.class::isInstance),
        new Question(
            "acquire of a held name",
            i -> a.send(a.attempt(held.name())).outcome(),
            AcquireOutcome.Busy.class::isInstance),
        granted(ctx, a),
        new Question(
            "question for the holder of a held name",
            i -> Situation.read(spi, held.name()),
            answer ->
                answer instanceof Optional<?> holder
                    && holder.orElse(null) instanceof HolderInfo info
                    && info.leaseName().equals(held.name().value())),
        new Question(
            "question for the holder of a vacant name",
            i -> Situation.read(spi, vacant),
            Optional.empty()::equals));
  }

  private static Grant released(RuleContext ctx, Client client) {
    Held held = client.acquire(ctx.name());
    held.release();
    return held.grant();
  }

  /** One for each time that a question may be asked, and one for the time before the fault. */
  private static <T> List<T> some(Supplier<T> one) {
    return Stream.generate(one).limit(TRIES + 1).toList();
  }

  private static boolean oneOf(Object answer, Class<?> kind) {
    return answer instanceof List<?> list && list.size() == 1 && kind.isInstance(list.get(0));
  }

  private static Question granted(RuleContext ctx, Client client) {
    List<AcquireAttempt> attempts = some(() -> client.attempt(ctx.name()));
    return new Question(
        "acquire of a vacant name",
        i -> client.send(attempts.get(i)).outcome(),
        answer ->
            answer instanceof AcquireOutcome.Granted granted
                && attempts.stream().anyMatch(one -> one.owner().equals(granted.grant().owner())));
  }

  private static void ttlOverRestart(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    Held brief = ctx.client().acquire(ctx.name(), ctx.ttl());
    ctx.restart();
    // A store may let the ttl run anew from the restart, but from nothing later.
    long from = ctx.clock().nanos();
    leftIsKept(ctx, b, held);
    Optional<Held> taken = Takeover.when(ctx, b, brief, ctx.ttl(), true);
    if (taken.isEmpty()) {
      taken = Takeover.by(ctx, b, brief, from);
    }
    ctx.expect(
        taken.isPresent(),
        "the name to be free one ttl and the takeover lag after a restart: " + brief,
        "Busy");
    Takeover.notEarly(ctx, brief, taken.orElseThrow(), "a restart shortens no ttl");
  }

  private static void leftIsKept(RuleContext ctx, Client eye, Held held) {
    Look look = Look.at(ctx, eye, held.name());
    Optional<Duration> left = look.info().flatMap(HolderInfo::remaining);
    Duration least =
        held.ttl()
            .minusNanos(look.end() - held.sentAt())
            .minus(ctx.error())
            .minus(ctx.traits().ttlStep());
    left.ifPresent(
        rest ->
            ctx.expect(
                rest.compareTo(least) >= 0,
                "at least " + CallText.of(least) + " left after a restart of " + held,
                CallText.of(rest)));
  }

  private static void markOverRestart(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    Held held = a.acquire(ctx.name());
    RevokeOutcome outcome = b.revoke(held.name(), false);
    if (!(outcome instanceof RevokeOutcome.Revoked)) {
      throw new RuleStop.Inconclusive(
          "a held name was revoked and the answer is " + outcome + " (REV-01 judges that)", null);
    }
    ctx.restart();
    Checks.notOwner(
        ctx, held.renew(), "a holder that was revoked before a restart", Set.of(REVOKED));
  }
}
