package io.leasehold.engine;

import io.leasehold.HolderInfo;
import io.leasehold.memory.MemoryBackend;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.Subscription;
import io.leasehold.spi.SuspectListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * The way to the memory store, on which a test says what becomes of a call: it gets what would
 * happen and gives what the engine shall see. Unlike the store's own faults these let no time pass
 * unless the test does so.
 */
final class Line implements LeaseBackend {

  static final Cause DOWN = Cause.of(Cause.Kind.UNAVAILABLE, "the line is down");

  /** What becomes of a call: given the request and the way to the store. */
  interface Way<Q, R> {
    R go(Q request, Function<Q, R> store);

    static <Q, R> Way<Q, R> straight() {
      return (request, store) -> store.apply(request);
    }
  }

  /** A moment in a call. */
  enum Moment {
    BEFORE_EXECUTION,
    BEFORE_REPLY
  }

  final MemoryBackend memory;
  private final Bench bench;

  Way<AcquireAttempt, AcquireOutcome> acquires = Way.straight();
  Way<Grant, RenewOutcome> renewals = Way.straight();
  Way<Grant, ReleaseOutcome> releases = Way.straight();
  Way<AcquireAttempt, AbandonOutcome> abandons = Way.straight();
  Function<Grant, Object> domains;
  Function<LeaseName, Optional<HolderInfo>> holders;

  /** What ending a watch does besides. */
  Runnable watchEnds = () -> {};

  /** What was asked, in the order of the calls. */
  final List<AcquireAttempt> asked = new ArrayList<>();

  final List<List<Grant>> batches = new ArrayList<>();
  final List<Grant> released = new ArrayList<>();

  /** Those who want to hear of doubts. */
  final List<SuspectListener> suspects = new ArrayList<>();

  /** How many watch for a vacancy now. */
  int watches;

  /** So many batches of more than one are answered with one answer too few. */
  int answersLost;

  Line(MemoryBackend memory, Bench bench) {
    this.memory = memory;
    this.bench = bench;
    this.domains = memory::renewalDomain;
    this.holders = memory::holder;
  }

  // ---- what a test can say

  void renewalsAre(RenewOutcome outcome) {
    renewals = (grant, store) -> outcome;
  }

  void heal() {
    acquires = Way.straight();
    renewals = Way.straight();
    releases = Way.straight();
    abandons = Way.straight();
  }

  /** The call hangs that long, in which everything else goes on, before it goes to the store. */
  <Q, R> Way<Q, R> slowThere(Duration time) {
    return (request, store) -> {
      bench.runFor(time);
      return store.apply(request);
    };
  }

  /** The call is executed at once, and its answer takes that long. */
  <Q, R> Way<Q, R> slowBack(Duration time) {
    return (request, store) -> {
      R answer = store.apply(request);
      bench.runFor(time);
      return answer;
    };
  }

  /** The request arrives, its answer does not. */
  static <Q, R> Way<Q, R> lostReply(R instead) {
    return (request, store) -> {
      var unused = store.apply(request);
      return instead;
    };
  }

  /** Once this way, then as before. */
  static <Q, R> Way<Q, R> firstThen(Way<Q, R> first, Way<Q, R> then) {
    return new Way<>() {
      private boolean met;

      @Override
      public R go(Q request, Function<Q, R> store) {
        Way<Q, R> way = met ? then : first;
        met = true;
        return way.go(request, store);
      }
    };
  }

  // ---- the backend

  @Override
  public BackendTraits traits() {
    return memory.traits();
  }

  @Override
  public AcquireOutcome acquire(AcquireAttempt attempt) {
    asked.add(attempt);
    return acquires.go(attempt, memory::acquire);
  }

  @Override
  public RenewOutcome renewIfOwner(Grant grant) {
    batches.add(List.of(grant));
    return renewals.go(grant, memory::renewIfOwner);
  }

  @Override
  public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
    batches.add(List.copyOf(grants));
    List<RenewOutcome> outcomes = new ArrayList<>();
    for (Grant grant : grants) {
      outcomes.add(renewals.go(grant, memory::renewIfOwner));
    }
    if (answersLost > 0) {
      answersLost--;
      outcomes.remove(0);
    }
    return outcomes;
  }

  @Override
  public ReleaseOutcome releaseIfOwner(Grant grant) {
    released.add(grant);
    return releases.go(grant, memory::releaseIfOwner);
  }

  @Override
  public AbandonOutcome abandon(AcquireAttempt attempt) {
    return abandons.go(attempt, memory::abandon);
  }

  @Override
  public RevokeOutcome revoke(LeaseName name, boolean now) {
    return memory.revoke(name, now);
  }

  @Override
  public Optional<HolderInfo> holder(LeaseName name) {
    return holders.apply(name);
  }

  @Override
  public Object renewalDomain(Grant grant) {
    return domains.apply(grant);
  }

  @Override
  public Subscription onVacant(LeaseName name, Runnable hint) {
    Subscription kept = memory.onVacant(name, hint);
    watches++;
    AtomicBoolean open = new AtomicBoolean(true);
    return () -> {
      kept.close();
      watchEnds.run();
      if (open.getAndSet(false)) {
        watches--;
      }
    };
  }

  @Override
  public Subscription onSuspect(SuspectListener listener) {
    suspects.add(listener);
    return memory.onSuspect(listener);
  }

  @Override
  public void close() {
    memory.close();
  }
}
