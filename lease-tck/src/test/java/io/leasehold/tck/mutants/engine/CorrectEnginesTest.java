package io.leasehold.tck.mutants.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.HolderInfo;
import io.leasehold.memory.MemoryStore;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendTraits.TtlScope;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.support.CasLeaseBackend;
import io.leasehold.spi.support.CasRecord;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.mutants.MapRegister;
import io.leasehold.tck.mutants.engine.tcp.MemoryOverTcp;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.run.EngineRun;
import io.leasehold.tck.run.Progress;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.Verdict;
import io.leasehold.tck.scenario.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Backends that make use of the freedom which the SPI leaves them, under the engine, on real time:
 * the kit must pass them.
 */
@Tag("long")
class CorrectEnginesTest {

  /** For one's own work: only those whose name matches. */
  private static final String ONLY = System.getProperty("tck.correct.only", ".*");

  /** Some scenarios work hard, and a backend with short ttls must not wait for a processor. */
  private static final int SIDE_BY_SIDE = Integer.getInteger("tck.correct.side", 3);

  private static final Duration SHORT = Duration.ofMillis(300);

  @TestFactory
  @DisplayName("correct backends pass every rule of the engine")
  Stream<DynamicTest> correctBackendsPass() {
    Map<String, Supplier<TckFixture>> all = new HashMap<>();
    all.put("a compare-and-set register", CorrectEnginesTest::register);
    all.put(
        "whole seconds", () -> memory(draft -> draft.ttl(ofSeconds(2), ofHours(1), ofSeconds(1))));
    all.put("no hints, no batches", () -> memory(draft -> draft.vacancyHints(false).maxBatch(1)));
    all.put("sessions", () -> memory(draft -> draft.ttlScope(TtlScope.SESSION)));
    all.put("a bound that nobody can choose", CorrectEnginesTest::fixedBound);
    all.put("60 ms for each call", () -> wrapped(Slow::new));
    all.put("no remaining time is told", () -> wrapped(Silent::new));
    all.put("a busy answer names nobody", () -> wrapped(Nameless::new));
    all.put("an abandon has to be repeated", () -> wrapped(Hesitant::new));
    all.put("a store in a page", () -> wrapped(new SmallStore()::behind));
    all.put("a store behind a network", MemoryOverTcp::new);
    all.put("what is confirmed began 40 ms ago", () -> wrapped(Aged::new));
    List<Odd> odd =
        all.entrySet().stream()
            .filter(one -> one.getKey().matches(ONLY))
            .sorted(Map.Entry.comparingByKey())
            .map(one -> new Odd(one.getKey(), one.getValue()))
            .toList();
    return SideBySide.tests(odd, SIDE_BY_SIDE, one -> passes(one.fixture().get()));
  }

  private record Odd(String name, Supplier<TckFixture> fixture) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static void passes(TckFixture fixture) {
    try (fixture;
        LeaseBackend backend = fixture.connect(SHORT)) {
      List<RuleResult> results =
          new EngineRun(
                  fixture,
                  backend.traits(),
                  RuleCatalogue.ofEngine(),
                  Settings.quick(),
                  1,
                  Progress.NONE)
              .run(() -> false);
      assertThat(
              results.stream()
                  .filter(r -> r.verdict() == Verdict.FAIL || r.verdict() == Verdict.UNKNOWN)
                  .map(RuleResult::message)
                  .collect(Collectors.joining("\n\n")))
          .isEmpty();
      assertThat(results).anyMatch(result -> result.verdict() == Verdict.PASS);
    }
  }

  private static Duration ofSeconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  private static Duration ofHours(long hours) {
    return Duration.ofHours(hours);
  }

  private static TckFixture register() {
    Map<LeaseName, CasRecord> records = new ConcurrentHashMap<>();
    return fixture(
        bound ->
            new CasLeaseBackend(
                new MapRegister(records),
                CasLeaseBackend.traits("map", bound).build(),
                LeaseClock.system()));
  }

  private static TckFixture memory(Function<BackendTraits.Draft, BackendTraits.Draft> declaring) {
    MemoryStore store = new MemoryStore(LeaseClock.system());
    return fixture(
        bound ->
            store.connect(
                declaring
                    .apply(BackendTraits.of("odd", bound).vacancyHints(true).maxBatch(100))
                    .build()));
  }

  private static TckFixture fixedBound() {
    MemoryStore store = new MemoryStore(LeaseClock.system());
    return () -> store.connect(Duration.ofSeconds(1));
  }

  private static TckFixture wrapped(Function<LeaseBackend, LeaseBackend> wrap) {
    MemoryStore store = new MemoryStore(LeaseClock.system());
    return fixture(bound -> wrap.apply(store.connect(bound)));
  }

  private static TckFixture fixture(Function<Duration, LeaseBackend> connect) {
    return new TckFixture() {
      @Override
      public LeaseBackend connect() {
        return connect(Duration.ofSeconds(1));
      }

      @Override
      public LeaseBackend connect(Duration callTimeout) {
        return connect.apply(callTimeout);
      }
    };
  }

  private static final class Slow extends BackendWrap {
    Slow(LeaseBackend real) {
      super(real);
    }

    private static void lag() {
      LockSupport.parkNanos(Duration.ofMillis(30).toNanos());
    }

    private static <T> T slowly(Supplier<T> call) {
      lag();
      T answer = call.get();
      lag();
      return answer;
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      return slowly(() -> super.acquire(attempt));
    }

    @Override
    public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
      return slowly(() -> real.renewAllIfOwner(grants));
    }

    @Override
    public RenewOutcome renewIfOwner(Grant grant) {
      return slowly(() -> super.renewIfOwner(grant));
    }

    @Override
    public ReleaseOutcome releaseIfOwner(Grant grant) {
      return slowly(() -> super.releaseIfOwner(grant));
    }

    @Override
    public AbandonOutcome abandon(AcquireAttempt attempt) {
      return slowly(() -> super.abandon(attempt));
    }

    @Override
    public Optional<HolderInfo> holder(LeaseName name) {
      return slowly(() -> super.holder(name));
    }
  }

  private static final class Silent extends BackendWrap {
    Silent(LeaseBackend real) {
      super(real);
    }

    private static HolderInfo without(HolderInfo info) {
      return new HolderInfo(
          info.leaseName(),
          info.owner(),
          info.fencingToken(),
          Optional.empty(),
          info.revoked(),
          info.metadata());
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      AcquireOutcome outcome = super.acquire(attempt);
      return outcome instanceof AcquireOutcome.Busy busy
          ? new AcquireOutcome.Busy(without(busy.holder()))
          : outcome;
    }

    @Override
    public Optional<HolderInfo> holder(LeaseName name) {
      return super.holder(name).map(Silent::without);
    }
  }

  private static final class Nameless extends BackendWrap {
    Nameless(LeaseBackend real) {
      super(real);
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      AcquireOutcome outcome = super.acquire(attempt);
      return outcome instanceof AcquireOutcome.Busy
          ? new AcquireOutcome.Busy(
              new HolderInfo(attempt.name().value(), "", 0, Optional.empty(), false, Map.of()))
          : outcome;
    }
  }

  private static final class Hesitant extends BackendWrap {
    private final Map<OwnerToken, AtomicInteger> asked = new ConcurrentHashMap<>();

    Hesitant(LeaseBackend real) {
      super(real);
    }

    @Override
    public AbandonOutcome abandon(AcquireAttempt attempt) {
      AbandonOutcome outcome = super.abandon(attempt);
      int times =
          asked.computeIfAbsent(attempt.owner(), o -> new AtomicInteger()).incrementAndGet();
      return times < 4
          ? new AbandonOutcome.Unknown(Cause.of(Cause.Kind.UNAVAILABLE, "not yet"))
          : outcome;
    }
  }

  private static final class Aged extends BackendWrap {
    private static final Duration AGE = Duration.ofMillis(40);

    Aged(LeaseBackend real) {
      super(real);
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      AcquireOutcome outcome = super.acquire(attempt);
      return outcome instanceof AcquireOutcome.Granted granted
          ? new AcquireOutcome.Granted(granted.grant(), AGE)
          : outcome;
    }

    @Override
    public RenewOutcome renewIfOwner(Grant grant) {
      RenewOutcome outcome = super.renewIfOwner(grant);
      return outcome instanceof RenewOutcome.Renewed ? new RenewOutcome.Renewed(AGE) : outcome;
    }
  }
}
