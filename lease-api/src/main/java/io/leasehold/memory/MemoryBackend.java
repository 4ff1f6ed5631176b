package io.leasehold.memory;

import io.leasehold.HolderInfo;
import io.leasehold.memory.MemoryFaults.Op;
import io.leasehold.memory.MemoryRecord.Term;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Durations;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.Subscription;
import io.leasehold.spi.SuspectListener;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One client's connection to a {@link MemoryStore}; with the ttl scope SESSION also one session per
 * ttl. Thread-safe.
 */
public final class MemoryBackend implements LeaseBackend {

  private final MemoryStore store;
  private final BackendTraits traits;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();
  private final Map<Object, SuspectListener> suspectListeners = new ConcurrentHashMap<>();

  /** The running sessions by ttl, as ZooKeeper keeps one per ttl class; under the store's lock. */
  private final Map<Duration, Term> terms = new HashMap<>();

  MemoryBackend(MemoryStore store, BackendTraits traits) {
    this.store = store;
    this.traits = traits;
  }

  @Override
  public BackendTraits traits() {
    return traits;
  }

  /** The store behind this connection. */
  public MemoryStore store() {
    return store;
  }

  @Override
  public AcquireOutcome acquire(AcquireAttempt attempt) {
    return call(
        Op.ACQUIRE,
        attempt.name(),
        budget(),
        acquireStep(attempt),
        AcquireOutcome.Refused::new,
        AcquireOutcome.Unknown::new);
  }

  @Override
  public RenewOutcome renewIfOwner(Grant grant) {
    return renewal(grant, budget()).make();
  }

  @Override
  public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
    requireOneBatch(grants);
    Call.Budget shared = budget();
    return Call.makeAll(grants.stream().map(grant -> renewal(grant, shared)).toList());
  }

  @Override
  public ReleaseOutcome releaseIfOwner(Grant grant) {
    return call(
        Op.RELEASE,
        grant.name(),
        budget(),
        (table, now) -> table.release(now, grant),
        ReleaseOutcome.Refused::new,
        ReleaseOutcome.Unknown::new);
  }

  @Override
  public AbandonOutcome abandon(AcquireAttempt attempt) {
    return call(
        Op.ABANDON,
        attempt.name(),
        budget(),
        (table, now) -> table.abandon(now, attempt),
        AbandonOutcome.Refused::new,
        AbandonOutcome.Unknown::new);
  }

  @Override
  public RevokeOutcome revoke(LeaseName name, boolean now) {
    return call(
        Op.REVOKE,
        name,
        budget(),
        (table, instant) -> table.revoke(instant, name, now),
        RevokeOutcome.Refused::new,
        RevokeOutcome.Unknown::new);
  }

  @Override
  public Optional<HolderInfo> holder(LeaseName name) {
    Function<Cause, Optional<HolderInfo>> unanswered =
        cause -> {
          throw new BackendUnavailableException("holder of \"" + name + "\"", cause);
        };
    return call(
        Op.HOLDER, name, budget(), (table, now) -> table.holder(now, name), unanswered, unanswered);
  }

  @Override
  public Object renewalDomain(Grant grant) {
    return store.domainOf(grant.name());
  }

  @Override
  public Subscription onVacant(LeaseName name, Runnable hint) {
    return traits.vacancyHints() ? kept(store.hints().onVacant(name, hint)) : Subscription.NONE;
  }

  @Override
  public Subscription onSuspect(SuspectListener listener) {
    Object key = new Object();
    suspectListeners.put(key, listener);
    return kept(() -> suspectListeners.remove(key));
  }

  @Override
  public void close() {
    closing.countDown();
    subscriptions.forEach(Subscription::close);
    if (traits.ttlScope() == BackendTraits.TtlScope.SESSION) {
      store.endSession(this, "the connection was closed");
    }
    store.forget(this);
  }

  /** Under the store's lock. */
  Term termFor(Duration ttl, long now) {
    Term term = terms.get(ttl);
    if (term == null || term.over(now)) {
      term = new Term(true);
      terms.put(ttl, term);
    }
    return term;
  }

  /** Under the store's lock. */
  void endTerms() {
    terms.values().forEach(Term::end);
    terms.clear();
  }

  /**
   * A session's request is bound to the session in which it was sent, so that one which arrives
   * after that session's end finds itself refused instead of holding a name for nobody.
   */
  private MemoryStore.Step<AcquireOutcome> acquireStep(AcquireAttempt attempt) {
    Duration ttl = attempt.ttl();
    if (!keeps(ttl)) {
      Cause cause =
          Cause.of(
              Cause.Kind.MISCONFIGURED,
              "ttl " + Durations.format(ttl) + " is not kept by " + traits);
      return (table, now) -> new AcquireOutcome.Refused(cause);
    }
    SuspectListener holder = this::doubt;
    if (traits.ttlScope() == BackendTraits.TtlScope.LEASE) {
      return (table, now) -> table.acquire(now, attempt, new Term(false), holder);
    }
    Term term = store.sessionTerm(this, ttl);
    return (table, now) -> table.acquire(now, attempt, term, holder);
  }

  private void doubt(OwnerToken owner, Cause cause) {
    suspectListeners.values().forEach(listener -> listener.suspect(owner, cause));
  }

  private Call<RenewOutcome> renewal(Grant grant, Call.Budget budget) {
    return new Call<>(
        Op.RENEW,
        grant.name(),
        this,
        budget,
        () -> store.step((table, now) -> table.renew(now, grant)),
        RenewOutcome.Refused::new,
        RenewOutcome.Unknown::new);
  }

  private <R> R call(
      Op op,
      LeaseName name,
      Call.Budget budget,
      MemoryStore.Step<R> step,
      Function<Cause, R> refused,
      Function<Cause, R> unknown) {
    return new Call<>(op, name, this, budget, () -> store.step(step), refused, unknown).make();
  }

  private Call.Budget budget() {
    return new Call.Budget(store.clock(), traits.callTimeout(), closing);
  }

  private Subscription kept(Subscription subscription) {
    Subscription kept =
        new Subscription() {
          @Override
          public void close() {
            subscription.close();
            subscriptions.remove(this);
          }
        };
    subscriptions.add(kept);
    // A close() of the connection that has already gone through the set would miss this one.
    if (closing.getCount() == 0) {
      kept.close();
    }
    return kept;
  }

  private boolean keeps(Duration ttl) {
    return ttl.compareTo(traits.minTtl()) >= 0
        && ttl.compareTo(traits.maxTtl()) <= 0
        && traits.ttlStep().multipliedBy(ttl.dividedBy(traits.ttlStep())).equals(ttl);
  }

  private void requireOneBatch(List<Grant> grants) {
    Set<Object> domains = grants.stream().map(this::renewalDomain).collect(Collectors.toSet());
    if (grants.size() > traits.maxBatch() || domains.size() > 1) {
      throw new IllegalArgumentException(
          String.format(
              "a batch of %d grants in domains %s; at most %d of one domain go together",
              grants.size(), domains, traits.maxBatch()));
    }
  }

  @Override
  public String toString() {
    return "MemoryBackend[" + traits + "]";
  }
}
