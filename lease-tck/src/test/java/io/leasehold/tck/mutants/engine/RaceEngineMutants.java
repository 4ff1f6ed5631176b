package io.leasehold.tck.mutants.engine;

import io.leasehold.ErrorCode;
import io.leasehold.HolderInfo;
import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseEnd;
import io.leasehold.LeaseNotAcquiredException;
import io.leasehold.LeaseRequest;
import io.leasehold.Loss;
import io.leasehold.LossReason;
import io.leasehold.ReleaseResult;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;

/** What the rules RACE catch. */
final class RaceEngineMutants {

  static final List<EngineMutant> ALL =
      List.of(
          EngineMutant.onBackend(
                  "EVERY_FOURTH_BUSY_IS_A_GRANT",
                  "takes a busy answer for a grant now and then",
                  BusyIsAGrant::new,
                  "RACE-01",
                  "RACE-09")
              .perhaps("RACE-02", "RACE-03", "RACE-05"),
          EngineMutant.onBackend(
                  "SHORT_TTL_AT_THE_STORE",
                  "a grant that was not renewed for a quarter of its ttl is given to the next",
                  TakesOverEarly::new,
                  "RACE-09")
              .perhaps("RACE-01", "RACE-05", "RACE-10"),
          EngineMutant.onBackend(
                  "LOOKS_THEN_TAKES",
                  "whoever saw the name free writes itself in, whoever came first",
                  LooksThenTakes::new,
                  "RACE-09")
              .perhaps("RACE-01", "RACE-05", "RACE-10"),
          tokens("TOKENS_FALL", "every token is smaller than the one before", t -> 1_000_000 - t)
              .fails("RACE-02"),
          tokens(
                  "TWO_GRANTS_A_TOKEN",
                  "the counter is raised with every other grant",
                  t -> t / 2 + 1)
              .fails("RACE-02", "RACE-03"),
          EngineMutant.of(
              "NO_WORD_OF_A_RELEASE",
              "whenEnded() of a lease that was released never completes",
              ClientWrap.leases(SilentEnd::new),
              "RACE-04"),
          EngineMutant.of(
              "A_RELEASE_IS_TOLD_AS_A_LOSS",
              "the listeners of a loss are called by a release too",
              ClientWrap.leases(LossOnRelease::new),
              "RACE-04"),
          EngineMutant.onBackend(
              "HOLDER_TELLS_THE_NEXT_TOKEN",
              "holder() shows the counter and not the holder's token",
              real ->
                  new BackendWrap(real) {
                    @Override
                    public Optional<HolderInfo> holder(LeaseName name) {
                      return super.holder(name).map(info -> with(info, t -> t + 1));
                    }
                  },
              "RACE-05"),
          EngineMutant.onBackend(
              "HOLDER_IS_SHY",
              "holder() finds nobody now and then",
              real -> {
                AtomicInteger asked = new AtomicInteger();
                return new BackendWrap(real) {
                  @Override
                  public Optional<HolderInfo> holder(LeaseName name) {
                    return asked.incrementAndGet() % 5 == 0 ? Optional.empty() : super.holder(name);
                  }
                };
              },
              "RACE-05"),
          EngineMutant.of(
              "SLEEPS_THROUGH",
              "a client's first waiter asks once and then only sleeps, for too long",
              ClientWrap.clients(Sleeper::new),
              "RACE-06"),
          EngineMutant.onBackend(
              "ABANDONS_NOTHING",
              "an abandon says Abandoned and changes nothing",
              real ->
                  new BackendWrap(real) {
                    @Override
                    public AbandonOutcome abandon(AcquireAttempt attempt) {
                      return new AbandonOutcome.Abandoned();
                    }
                  },
              "RACE-07"),
          EngineMutant.of(
              "RENEWS_WHAT_IS_RELEASED",
              "a renewal is sent behind each release",
              ClientWrap.settings(
                  settings ->
                      SettingsOf.backend(
                          settings,
                          new BackendWrap(settings.backend()) {
                            @Override
                            public ReleaseOutcome releaseIfOwner(Grant grant) {
                              ReleaseOutcome outcome = super.releaseIfOwner(grant);
                              renewIfOwner(grant);
                              return outcome;
                            }
                          })),
              "RACE-08"),
          EngineMutant.onBackend(
              "A_RESET_IS_NOT_OWNER",
              "a renewal whose connection breaks is answered as not owner",
              real -> {
                AtomicInteger asked = new AtomicInteger();
                return new BackendWrap(real) {
                  @Override
                  public RenewOutcome renewIfOwner(Grant grant) {
                    return asked.incrementAndGet() % 3 == 0
                        ? new RenewOutcome.NotOwner(NotOwnerReason.ABSENT)
                        : super.renewIfOwner(grant);
                  }
                };
              },
              "RACE-10"),
          EngineMutant.onBackend(
                  "AN_ABANDON_ENDS_THE_SESSION",
                  "the abandon of one attempt ends every lease of the same client",
                  AbandonEndsAll::new,
                  "RACE-10")
              .perhaps("RACE-01", "RACE-05", "RACE-09"));

  private RaceEngineMutants() {}

  private record Tokens(String name, String fault, LongUnaryOperator token) {
    EngineMutant fails(String... rules) {
      UnaryOperator<LeaseBackend> breaks = real -> new OtherTokens(real, token);
      return EngineMutant.onBackend(name, fault, breaks, rules);
    }
  }

  private static Tokens tokens(String name, String fault, LongUnaryOperator token) {
    return new Tokens(name, fault, token);
  }

  private static HolderInfo with(HolderInfo info, LongUnaryOperator token) {
    return new HolderInfo(
        info.leaseName(),
        info.owner(),
        token.applyAsLong(info.fencingToken()),
        info.remaining(),
        info.revoked(),
        info.metadata());
  }

  /** The same wrong token everywhere, so that only its order is wrong. */
  private static final class OtherTokens extends BackendWrap {
    private final LongUnaryOperator token;
    private final Map<OwnerToken, Grant> grants = new ConcurrentHashMap<>();

    OtherTokens(LeaseBackend real, LongUnaryOperator token) {
      super(real);
      this.token = token;
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      AcquireOutcome outcome = super.acquire(attempt);
      if (outcome instanceof AcquireOutcome.Granted granted) {
        Grant grant = granted.grant();
        grants.put(grant.owner(), grant);
        return new AcquireOutcome.Granted(
            new Grant(
                grant.name(),
                grant.owner(),
                grant.ttl(),
                token.applyAsLong(grant.fencingToken()),
                grant.cookie()),
            granted.age());
      }
      return outcome instanceof AcquireOutcome.Busy busy
          ? new AcquireOutcome.Busy(with(busy.holder(), token))
          : outcome;
    }

    @Override
    public Optional<HolderInfo> holder(LeaseName name) {
      return super.holder(name).map(info -> with(info, token));
    }

    @Override
    public RenewOutcome renewIfOwner(Grant grant) {
      return super.renewIfOwner(grants.getOrDefault(grant.owner(), grant));
    }

    @Override
    public ReleaseOutcome releaseIfOwner(Grant grant) {
      return super.releaseIfOwner(grants.getOrDefault(grant.owner(), grant));
    }
  }

  private static final class BusyIsAGrant extends BackendWrap {
    private final AtomicInteger asked = new AtomicInteger();

    BusyIsAGrant(LeaseBackend real) {
      super(real);
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      AcquireOutcome outcome = super.acquire(attempt);
      return outcome instanceof AcquireOutcome.Busy busy && asked.incrementAndGet() % 4 == 0
          ? new AcquireOutcome.Granted(
              new Grant(
                  attempt.name(),
                  attempt.owner(),
                  attempt.ttl(),
                  busy.holder().fencingToken() + 1,
                  null),
              Duration.ZERO)
          : outcome;
    }
  }

  private static final class TakesOverEarly extends BackendWrap {
    TakesOverEarly(LeaseBackend real) {
      super(real);
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      boolean old =
          real.holder(attempt.name())
              .flatMap(HolderInfo::remaining)
              .filter(left -> left.compareTo(attempt.ttl().multipliedBy(3).dividedBy(4)) < 0)
              .isPresent();
      if (old) {
        real.revoke(attempt.name(), true);
      }
      return super.acquire(attempt);
    }
  }

  private static final class LooksThenTakes extends BackendWrap {
    LooksThenTakes(LeaseBackend real) {
      super(real);
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      boolean free = real.holder(attempt.name()).isEmpty();
      LockSupport.parkNanos(Duration.ofMillis(3).toNanos());
      if (free && real.holder(attempt.name()).isPresent()) {
        real.revoke(attempt.name(), true);
      }
      return super.acquire(attempt);
    }
  }

  private static final class AbandonEndsAll extends BackendWrap {
    private final Set<Grant> grants = ConcurrentHashMap.newKeySet();

    AbandonEndsAll(LeaseBackend real) {
      super(real);
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      AcquireOutcome outcome = super.acquire(attempt);
      if (outcome instanceof AcquireOutcome.Granted granted) {
        grants.add(granted.grant());
      }
      return outcome;
    }

    @Override
    public AbandonOutcome abandon(AcquireAttempt attempt) {
      AbandonOutcome outcome = super.abandon(attempt);
      grants.forEach(real::releaseIfOwner);
      grants.clear();
      return outcome;
    }
  }

  private static final class SilentEnd extends LeaseWrap {
    SilentEnd(Lease real) {
      super(real);
    }

    @Override
    public CompletableFuture<LeaseEnd> whenEnded() {
      return new CompletableFuture<>();
    }
  }

  private static final class LossOnRelease extends LeaseWrap {
    private volatile Consumer<Loss> told = loss -> {};

    LossOnRelease(Lease real) {
      super(real);
    }

    @Override
    public void onLost(Consumer<Loss> listener) {
      told = listener;
      super.onLost(listener);
    }

    @Override
    public ReleaseResult release() {
      ReleaseResult result = super.release();
      told.accept(
          new Loss(
              name(),
              fencingToken(),
              LossReason.NOT_OWNER,
              Optional.empty(),
              Duration.ZERO,
              "released",
              ""));
      return result;
    }
  }

  private static final class Sleeper extends ClientWrap {
    private final AtomicBoolean slept = new AtomicBoolean();

    Sleeper(LeaseClient real) {
      super(real);
    }

    @Override
    public Lease acquire(LeaseRequest request) throws InterruptedException {
      if (slept.get()) {
        return super.acquire(request);
      }
      Optional<Lease> now = tryAcquire(request);
      if (now.isPresent() || !slept.compareAndSet(false, true)) {
        return now.isPresent() ? now.get() : super.acquire(request);
      }
      LockSupport.parkNanos(request.waitTime().multipliedBy(3).dividedBy(2).toNanos());
      throw new LeaseNotAcquiredException(ErrorCode.CONTENDED, "slept", null);
    }
  }
}
