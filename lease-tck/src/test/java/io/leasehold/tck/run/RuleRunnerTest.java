package io.leasehold.tck.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.memory.ManualClock;
import io.leasehold.memory.MemoryStore;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.StoreFaults;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.rule.Guarantee;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleBody;
import io.leasehold.tck.rule.RuleStop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RuleRunnerTest {

  private final ManualClock clock = new ManualClock();
  private final MemoryStore store = new MemoryStore(clock);
  private final TckFixture fixture = () -> store.connect(Duration.ofMillis(100));

  private RuleResult run(Rule rule) {
    try (LeaseBackend backend = fixture.connect()) {
      return new RuleRunner(fixture, backend.traits(), rule).run();
    }
  }

  private static Rule rule(RuleBody body) {
    return draft().judge(body);
  }

  private static Rule.Draft draft() {
    return Rule.must("ACQ-01", Guarantee.G1, "A sentence.").why("A reason.").check("A place.");
  }

  @Test
  void noDecisiveObservationIsUnknownAndNotAPass() {
    assertThat(run(rule(ctx -> ctx.client().acquire(ctx.name()))).verdict())
        .isEqualTo(Verdict.UNKNOWN);
    assertThat(run(rule(ctx -> ctx.expect(true, "this", "that"))).verdict())
        .isEqualTo(Verdict.PASS);
  }

  @Test
  void aFailureSaysRuleExpectationObservationPlaceAndCalls() {
    RuleResult result =
        run(
            rule(
                ctx -> {
                  ctx.client().acquire(ctx.name());
                  ctx.expect(false, "one thing", "another");
                }));
    assertThat(result.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(result.message())
        .contains("ACQ-01 [MUST, G1 exclusion] A sentence.")
        .contains("expected: one thing", "seen:     another", "check:    A place.")
        .containsPattern("A +acquire\\(\"tck-.*-> Granted\\(");
  }

  @Test
  void anInconclusiveRunIsRepeatedAndAFailureIsNot() {
    AtomicInteger runs = new AtomicInteger();
    RuleBody slowAtFirst =
        ctx -> {
          if (runs.incrementAndGet() < 3) {
            throw new RuleStop.Inconclusive("too slow", null);
          }
          ctx.expect(true, "", "");
        };
    assertThat(run(rule(slowAtFirst)).verdict()).isEqualTo(Verdict.PASS);
    assertThat(runs).hasValue(3);

    AtomicInteger failures = new AtomicInteger();
    RuleBody failsAtFirst = ctx -> ctx.expect(failures.getAndIncrement() > 0, "", "");
    assertThat(run(rule(failsAtFirst)).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(failures).hasValue(1);
  }

  @Test
  void aMissingAbilityAndAMissingTraitAreTwoDifferentVerdicts() {
    RuleBody never = ctx -> ctx.expect(false, "not to be run", "it ran");
    RuleResult notOffered = run(draft().needs(Ability.WIPE).judge(never));
    assertThat(notOffered.verdict()).isEqualTo(Verdict.NOT_OFFERED);
    assertThat(notOffered.message()).contains("WIPE");
    RuleResult notApplicable =
        run(draft().onlyIf("it flies", traits -> false).needs(Ability.WIPE).judge(never));
    assertThat(notApplicable.verdict()).isEqualTo(Verdict.NOT_APPLICABLE);
    assertThat(notApplicable.message()).contains("it flies");
  }

  @Test
  void anAnswerThatIsNotDefiniteSaysWhereToLook() {
    LeaseBackend refuses = fixture.connect();
    refuses.close();
    RuleResult result =
        new RuleRunner(
                () -> refuses, refuses.traits(), rule(ctx -> ctx.client().acquire(ctx.name())))
            .run();
    assertThat(result.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.message())
        .contains("TRT-01 judges that too, if it meets it", "Refused")
        .contains("check:    exceptions or refusals from the backend", "compareAndSet");
  }

  @Test
  void aMachineThatIsTooSlowIsNotBlamedOnTheBackend() {
    RuleResult result =
        run(
            rule(
                ctx -> {
                  throw new RuleStop.Inconclusive("too slow", null);
                }));
    assertThat(result.message()).contains("unknown:  too slow").doesNotContain("check:");
  }

  @Test
  void anExceptionOfTheRuleItselfIsNoVerdictAboutTheBackend() {
    RuleResult result =
        run(
            rule(
                ctx -> {
                  throw new IllegalStateException("a mistake of the kit");
                }));
    assertThat(result.verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(result.error()).hasMessage("a mistake of the kit");
  }

  @Test
  void whatARunStillHoldsIsGivenBack() {
    run(
        rule(
            ctx -> {
              ctx.client().acquire(ctx.name());
              ctx.expect(true, "", "");
            }));
    assertThat(store.records()).isZero();
  }

  @Test
  void rulesThatDisturbTheStoreRunAloneAndAfterTheOthers() {
    List<String> order = new ArrayList<>();
    CountDownLatch both = new CountDownLatch(2);
    RuleBody meets =
        ctx -> {
          both.countDown();
          try {
            both.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          ctx.expect(true, "", "");
        };
    RuleBody alone =
        ctx -> {
          order.add("alone after " + both.getCount());
          ctx.expect(true, "", "");
        };
    List<RuleResult> results =
        new TckRun(
                offering(Ability.WIPE),
                List.of(
                    named("ACQ-01", draft().needs(Ability.WIPE).judge(alone)),
                    named("ACQ-02", rule(meets)),
                    named("ACQ-03", rule(meets))))
            .run();
    assertThat(results).extracting(RuleResult::verdict).containsOnly(Verdict.PASS);
    assertThat(results)
        .extracting(r -> r.rule().id())
        .containsExactly("ACQ-01", "ACQ-02", "ACQ-03");
    assertThat(order).containsExactly("alone after 0");
  }

  @Test
  void aCallThatNeverReturnsFailsItsRuleAndStopsNoOther() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    RuleBody hangs =
        ctx ->
            ctx.log()
                .record(
                    "A",
                    () -> "renewIfOwner(...)",
                    () -> {
                      try {
                        never.await();
                      } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                      }
                      return "interrupted";
                    });
    Semaphore permits = new Semaphore(1);
    Duration bound = Duration.ofMillis(800); // the call timeout is 100 ms
    try (LeaseBackend backend = fixture.connect()) {
      Running stuck =
          Running.start(
              new RuleRunner(fixture, backend.traits(), rule(hangs)), permits, bound, () -> {});
      Running next =
          Running.start(
              new RuleRunner(
                  fixture, backend.traits(), rule(ctx -> ctx.expect(true, "this", "that"))),
              permits,
              bound.multipliedBy(100),
              () -> {});
      assertThat(stuck.join().verdict()).isEqualTo(Verdict.FAIL);
      assertThat(stuck.join().message())
          .contains(
              "every call to return within callTimeout", "renewIfOwner(...)", "no answer yet");
      assertThat(next.join().verdict()).isEqualTo(Verdict.PASS);
    }
  }

  @Test
  void aRuleThatIsTooSlowNamesItsRemedy() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    RuleBody slow =
        ctx -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    try (LeaseBackend backend = fixture.connect()) {
      RuleRunner runner = new RuleRunner(fixture, backend.traits(), rule(slow));
      RuleResult result =
          Running.start(runner, new Semaphore(1), Duration.ofMillis(50), () -> {}).join();
      assertThat(result.verdict()).isEqualTo(Verdict.UNKNOWN);
      assertThat(result.message()).contains("did not end within", "-Dleasehold.tck.scale=3");
    }
  }

  private static Rule named(String id, Rule rule) {
    return new Rule(
        id,
        rule.level(),
        rule.guarantee(),
        rule.text(),
        rule.intent(),
        rule.check(),
        rule.needs(),
        rule.alone(),
        rule.appliesIf(),
        rule.applies(),
        rule.proof());
  }

  private TckFixture offering(Ability ability) {
    return new TckFixture() {
      @Override
      public LeaseBackend connect() {
        return fixture.connect();
      }

      @Override
      public StoreFaults faults() {
        return () -> Set.of(ability);
      }
    };
  }
}
