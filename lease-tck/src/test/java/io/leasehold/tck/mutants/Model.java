package io.leasehold.tck.mutants;

import io.leasehold.HolderInfo;
import io.leasehold.memory.ManualClock;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.Subscription;
import io.leasehold.spi.SuspectListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A small store on virtual time, correct as it stands. Each of its decisions is a method of its
 * own, so that a mutant is a subclass which takes one of them wrongly.
 */
class Model {

  static final Duration CALL_TIMEOUT = Duration.ofMillis(100);

  final ManualClock clock = new ManualClock();
  final Map<String, Rec> records = new HashMap<>();
  final Set<OwnerToken> abandoned = new HashSet<>();
  long counter;

  private final ReentrantLock lock = new ReentrantLock();
  private final Meeting meeting = new Meeting();
  private final List<Map.Entry<LeaseName, Runnable>> hints = new CopyOnWriteArrayList<>();
  private final BackendTraits traits = declare().build();
  private volatile boolean frozen;
  private volatile @Nullable LeaseName holdBack;
  private volatile @Nullable Runnable heldBack;

  BackendTraits.Draft declare() {
    return BackendTraits.of("model", CALL_TIMEOUT)
        .ttl(Duration.ofMillis(10), Duration.ofHours(1), Duration.ofMillis(1))
        .vacancyHints(true)
        .maxBatch(50);
  }

  BackendTraits traits(Conn client) {
    return traits;
  }

  BackendTraits traits() {
    return traits;
  }

  // ---- the steps, each under the lock

  AcquireOutcome acquire(Conn client, AcquireAttempt attempt) {
    if (isAbandoned(attempt)) {
      return new AcquireOutcome.Refused(Cause.of(Cause.Kind.UNAVAILABLE, "was abandoned"));
    }
    Rec present = living(attempt.name());
    if (present != null && !mayTake(client, attempt, present)) {
      return busy(attempt, present);
    }
    if (!hasTokenAbove(attempt.fenceFloor())) {
      return new AcquireOutcome.Refused(Cause.of(Cause.Kind.MISCONFIGURED, "no greater token"));
    }
    return grant(client, attempt);
  }

  AcquireOutcome busy(AcquireAttempt attempt, Rec present) {
    return new AcquireOutcome.Busy(info(present));
  }

  AcquireOutcome grant(Conn client, AcquireAttempt attempt) {
    Rec rec =
        new Rec(
            attempt.name(),
            attempt.owner(),
            nextToken(attempt),
            attempt.ttl(),
            clock.nanos() + keptTtl(attempt).toNanos(),
            attempt.metadata(),
            client);
    records.put(key(attempt.name()), rec);
    return new AcquireOutcome.Granted(
        new Grant(rec.name, rec.owner, toldTtl(attempt), rec.token, null), age());
  }

  RenewOutcome renew(Conn client, Grant grant) {
    Rec rec = living(grant.name());
    if (rec == null || !owns(rec, grant)) {
      return notRenewed(grant, rec);
    }
    if (rec.revoked && seesMark(grant)) {
      return new RenewOutcome.NotOwner(NotOwnerReason.REVOKED);
    }
    extend(rec, grant);
    return new RenewOutcome.Renewed(age());
  }

  RenewOutcome notRenewed(Grant grant, @Nullable Rec rec) {
    return new RenewOutcome.NotOwner(reason(rec));
  }

  List<RenewOutcome> renewAll(Conn client, List<Grant> grants) {
    List<RenewOutcome> outcomes = new ArrayList<>();
    grants.forEach(grant -> outcomes.add(renew(client, grant)));
    return outcomes;
  }

  ReleaseOutcome release(Conn client, Grant grant) {
    Rec rec = living(grant.name());
    if (rec == null || !ownsForRelease(rec, grant)) {
      return notReleased(grant, rec);
    }
    remove(rec);
    return new ReleaseOutcome.Released();
  }

  ReleaseOutcome notReleased(Grant grant, @Nullable Rec rec) {
    return new ReleaseOutcome.NotOwner(reason(rec));
  }

  AbandonOutcome abandon(Conn client, AcquireAttempt attempt) {
    bury(attempt);
    Rec rec = living(attempt.name());
    if (rec != null && ownsForAbandon(rec, attempt)) {
      remove(rec);
    }
    return new AbandonOutcome.Abandoned();
  }

  RevokeOutcome revoke(Conn client, LeaseName name, boolean now) {
    Rec rec = living(name);
    if (rec == null) {
      return new RevokeOutcome.Absent();
    }
    mark(rec);
    if (now) {
      remove(rec);
    }
    return new RevokeOutcome.Revoked(barrier(rec));
  }

  Optional<HolderInfo> holder(Conn client, LeaseName name) {
    return Optional.ofNullable(living(name)).map(this::info);
  }

  void closed(Conn client, boolean again) {}

  /** What an upsert does: writes the record of a grant, whatever is there. */
  void put(Grant grant) {
    long deadline = clock.nanos() + grant.ttl().toNanos();
    Conn nobody = new Conn(this);
    Rec rec =
        new Rec(
            grant.name(),
            grant.owner(),
            grant.fencingToken(),
            grant.ttl(),
            deadline,
            Map.of(),
            nobody);
    records.put(key(grant.name()), rec);
  }

  // ---- the decisions

  String key(LeaseName name) {
    return name.value();
  }

  @Nullable Rec living(LeaseName name) {
    Rec rec = records.get(key(name));
    return rec != null && alive(rec) ? rec : null;
  }

  boolean alive(Rec rec) {
    return rec.deadline - clock.nanos() > 0;
  }

  boolean mayTake(Conn client, AcquireAttempt attempt, Rec present) {
    return false;
  }

  boolean owns(Rec rec, Grant grant) {
    return rec.owner.equals(grant.owner());
  }

  boolean ownsForRelease(Rec rec, Grant grant) {
    return owns(rec, grant);
  }

  boolean ownsForAbandon(Rec rec, AcquireAttempt attempt) {
    return rec.owner.equals(attempt.owner());
  }

  boolean seesMark(Grant grant) {
    return true;
  }

  boolean hasTokenAbove(long floor) {
    return floor < Long.MAX_VALUE;
  }

  long nextToken(AcquireAttempt attempt) {
    counter = Math.max(counter, attempt.fenceFloor()) + 1;
    return counter;
  }

  long barrier(Rec rec) {
    counter++;
    return counter;
  }

  Duration keptTtl(AcquireAttempt attempt) {
    return attempt.ttl();
  }

  Duration toldTtl(AcquireAttempt attempt) {
    return attempt.ttl();
  }

  Duration age() {
    return Duration.ZERO;
  }

  void extend(Rec rec, Grant grant) {
    rec.deadline = clock.nanos() + rec.ttl.toNanos();
  }

  void mark(Rec rec) {
    rec.revoked = true;
  }

  void remove(Rec rec) {
    records.remove(key(rec.name));
    vacant(rec.name);
  }

  NotOwnerReason reason(@Nullable Rec rec) {
    return rec == null ? NotOwnerReason.ABSENT : NotOwnerReason.FOREIGN;
  }

  void bury(AcquireAttempt attempt) {
    abandoned.add(attempt.owner());
  }

  boolean isAbandoned(AcquireAttempt attempt) {
    return abandoned.contains(attempt.owner());
  }

  HolderInfo info(Rec rec) {
    return new HolderInfo(
        rec.name.value(),
        rec.owner.toString(),
        rec.token,
        remaining(rec),
        rec.revoked,
        rec.metadata);
  }

  Optional<Duration> remaining(Rec rec) {
    return Optional.of(Duration.ofNanos(rec.deadline - clock.nanos()));
  }

  Object domain(Grant grant) {
    return "";
  }

  Subscription onVacant(LeaseName name, Runnable hint) {
    Map.Entry<LeaseName, Runnable> entry = Map.entry(name, hint);
    hints.add(entry);
    return () -> hints.remove(entry);
  }

  Subscription onSuspect(SuspectListener listener) {
    return Subscription.NONE;
  }

  void vacant(LeaseName name) {
    hints.stream().filter(e -> e.getKey().equals(name)).forEach(e -> e.getValue().run());
  }

  // ---- calls and faults

  <R> R call(Supplier<R> step) {
    return locked(step);
  }

  <R> R locked(Supplier<R> step) {
    lock.lock();
    try {
      return step.get();
    } finally {
      lock.unlock();
    }
  }

  /** Between a read and a write that ought to be one step: lets another racing call in. */
  void gap() {
    lock.unlock();
    try {
      meeting.await();
    } finally {
      lock.lock();
    }
  }

  boolean refusesClosed() {
    return true;
  }

  Cause.Kind closedKind() {
    return Cause.Kind.CLOSED;
  }

  boolean frozen() {
    return frozen;
  }

  <R> R answerWhileFrozen(Supplier<R> step, Function<Cause, R> unknown) {
    return unknown.apply(noAnswer());
  }

  Cause noAnswer() {
    clock.advance(timeWithoutAnswer());
    return Cause.of(Cause.Kind.TIMEOUT, "no answer");
  }

  Duration timeWithoutAnswer() {
    return CALL_TIMEOUT;
  }

  boolean holdsBack(Conn client, AcquireAttempt attempt) {
    if (!attempt.name().equals(holdBack)) {
      return false;
    }
    holdBack = null;
    heldBack = () -> locked(() -> acquire(client, attempt));
    return true;
  }

  void holdBackNext(LeaseName name) {
    holdBack = name;
  }

  void letGo() {
    Runnable late = heldBack;
    if (late == null) {
      throw new IllegalStateException("no acquire was held back");
    }
    late.run();
  }

  void freeze(boolean value) {
    frozen = value;
  }

  void delete(LeaseName name) {
    locked(() -> records.remove(key(name)));
  }

  void wipe() {
    locked(
        () -> {
          records.clear();
          abandoned.clear();
          counter = 0;
          return counter;
        });
  }

  void restart() {}
}
