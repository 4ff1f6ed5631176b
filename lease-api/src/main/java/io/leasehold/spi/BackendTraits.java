package io.leasehold.spi;

import java.time.Duration;
import java.util.Set;

/**
 * What a backend declares of itself. The engine computes with it. The kit tests it, the negative
 * claims too; a claim about a fault only where the fixture can make that fault. Immutable; made
 * with {@link #of}.
 *
 * <p>The defaults are those of a strict store: ttl from 1 ms to 1 day in steps of 1 ms, no takeover
 * lag, ttl per lease, counted by the store, no fault breaks exclusion or fencing, grants survive a
 * restart, no hints, batches of 1.
 */
public final class BackendTraits {

  /** What one ttl belongs to. */
  public enum TtlScope {
    /** Each lease runs out by itself. */
    LEASE,
    /** All leases of a session run out together. */
    SESSION
  }

  /** Whose clock ends an unrenewed grant. */
  public enum ExpiryClock {
    /** The store's monotonic clock. */
    STORE_MONOTONIC,
    /** The store's wall clock. */
    STORE_WALL,
    /** The monotonic clock of a contender that watched an unchanged record. */
    CONTENDER
  }

  private final Draft d;

  private BackendTraits(Draft draft) {
    this.d = new Draft(draft);
  }

  /**
   * Starts a declaration with the defaults.
   *
   * @param backend a short identifier such as {@code redis}, used in messages and as a meter tag
   * @param callTimeout the time within which every call of the backend returns
   */
  public static Draft of(String backend, Duration callTimeout) {
    return new Draft(backend, callTimeout);
  }

  /** The identifier used in messages and as a meter tag. */
  public String backend() {
    return d.backend;
  }

  /** Every call of the backend returns within this time (G7). */
  public Duration callTimeout() {
    return d.callTimeout;
  }

  /** The smallest ttl that the store can keep. */
  public Duration minTtl() {
    return d.minTtl;
  }

  /** The largest ttl that the store can keep. */
  public Duration maxTtl() {
    return d.maxTtl;
  }

  /** A ttl must be a multiple of this. */
  public Duration ttlStep() {
    return d.ttlStep;
  }

  /**
   * A dead holder's name can be acquired at the latest ttl + this after its last renewal that the
   * store executed (G8), by whoever asks then; how often contenders ask is not part of it.
   */
  public Duration takeoverLag() {
    return d.takeoverLag;
  }

  /** Whether the ttl only runs for a contender that keeps watching. */
  public boolean takeoverNeedsObserver() {
    return d.takeoverNeedsObserver;
  }

  /** What one ttl belongs to. */
  public TtlScope ttlScope() {
    return d.ttlScope;
  }

  /** Whose clock ends an unrenewed grant. */
  public ExpiryClock expiryClock() {
    return d.expiryClock;
  }

  /** Where fencing tokens come from, in words. */
  public String fenceSource() {
    return d.fenceSource;
  }

  /** The faults after which a token may fail to be greater than all earlier ones (G5). */
  public Set<Fault> fenceBrokenBy() {
    return d.fenceBrokenBy;
  }

  /** The faults under which two grants of one name may be alive (G1). */
  public Set<Fault> exclusionBrokenBy() {
    return d.exclusionBrokenBy;
  }

  /** Whether a grant outlives a restart of the store. */
  public boolean grantsSurviveRestart() {
    return d.grantsSurviveRestart;
  }

  /** Whether {@link LeaseBackend#onVacant} sends hints. */
  public boolean vacancyHints() {
    return d.vacancyHints;
  }

  /** The largest batch of {@link LeaseBackend#renewAllIfOwner}; two of a domain go at once. */
  public int maxBatch() {
    return d.maxBatch;
  }

  /** Added to the engine's margin: how much earlier than computed a grant may end. */
  public Duration validityUncertainty() {
    return d.validityUncertainty;
  }

  /** A renewal is due every ttl / this. */
  public int renewalsPerTtl() {
    return d.renewalsPerTtl;
  }

  /** How many intervals a renewal may lag until it counts; 1, on ZooKeeper 2. */
  public int renewalLag() {
    return d.renewalLag;
  }

  /** Starts a new declaration from this one. */
  public Draft toDraft() {
    return new Draft(d);
  }

  @Override
  public String toString() {
    return TraitsCheck.text(this);
  }

  /** A declaration being written; not thread-safe. */
  public static final class Draft {
    private final String backend;
    private Duration callTimeout;
    private Duration minTtl = Duration.ofMillis(1);
    private Duration maxTtl = Duration.ofDays(1);
    private Duration ttlStep = Duration.ofMillis(1);
    private Duration takeoverLag = Duration.ZERO;
    private boolean takeoverNeedsObserver;
    private TtlScope ttlScope = TtlScope.LEASE;
    private ExpiryClock expiryClock = ExpiryClock.STORE_MONOTONIC;
    private String fenceSource = "a counter of the store";
    private Set<Fault> fenceBrokenBy = Set.of();
    private Set<Fault> exclusionBrokenBy = Set.of();
    private boolean grantsSurviveRestart = true;
    private boolean vacancyHints;
    private int maxBatch = 1;
    private Duration validityUncertainty = Duration.ZERO;
    private int renewalsPerTtl = 3;
    private int renewalLag = 1;

    private Draft(String backend, Duration callTimeout) {
      this.backend = backend;
      this.callTimeout = callTimeout;
    }

    private Draft(Draft other) {
      backend = other.backend;
      callTimeout = other.callTimeout;
      minTtl = other.minTtl;
      maxTtl = other.maxTtl;
      ttlStep = other.ttlStep;
      takeoverLag = other.takeoverLag;
      takeoverNeedsObserver = other.takeoverNeedsObserver;
      ttlScope = other.ttlScope;
      expiryClock = other.expiryClock;
      fenceSource = other.fenceSource;
      fenceBrokenBy = other.fenceBrokenBy;
      exclusionBrokenBy = other.exclusionBrokenBy;
      grantsSurviveRestart = other.grantsSurviveRestart;
      vacancyHints = other.vacancyHints;
      maxBatch = other.maxBatch;
      validityUncertainty = other.validityUncertainty;
      renewalsPerTtl = other.renewalsPerTtl;
      renewalLag = other.renewalLag;
    }

    /** See {@link BackendTraits#callTimeout()}. */
    public Draft callTimeout(Duration value) {
      callTimeout = value;
      return this;
    }

    /** Sets the range and the step of the ttl. */
    public Draft ttl(Duration min, Duration max, Duration step) {
      minTtl = min;
      maxTtl = max;
      ttlStep = step;
      return this;
    }

    /** See {@link BackendTraits#takeoverLag()}. */
    public Draft takeoverLag(Duration value) {
      takeoverLag = value;
      return this;
    }

    /** See {@link BackendTraits#takeoverNeedsObserver()}. */
    public Draft takeoverNeedsObserver(boolean value) {
      takeoverNeedsObserver = value;
      return this;
    }

    /** See {@link BackendTraits#ttlScope()}. */
    public Draft ttlScope(TtlScope value) {
      ttlScope = value;
      return this;
    }

    /** See {@link BackendTraits#expiryClock()}. */
    public Draft expiryClock(ExpiryClock value) {
      expiryClock = value;
      return this;
    }

    /** See {@link BackendTraits#fenceSource()}. */
    public Draft fenceSource(String value) {
      fenceSource = value;
      return this;
    }

    /** See {@link BackendTraits#fenceBrokenBy()}. */
    public Draft fenceBrokenBy(Fault... faults) {
      fenceBrokenBy = Set.of(faults);
      return this;
    }

    /** See {@link BackendTraits#exclusionBrokenBy()}. */
    public Draft exclusionBrokenBy(Fault... faults) {
      exclusionBrokenBy = Set.of(faults);
      return this;
    }

    /** See {@link BackendTraits#grantsSurviveRestart()}. */
    public Draft grantsSurviveRestart(boolean value) {
      grantsSurviveRestart = value;
      return this;
    }

    /** See {@link BackendTraits#vacancyHints()}. */
    public Draft vacancyHints(boolean value) {
      vacancyHints = value;
      return this;
    }

    /** See {@link BackendTraits#maxBatch()}. */
    public Draft maxBatch(int value) {
      maxBatch = value;
      return this;
    }

    /** See {@link BackendTraits#validityUncertainty()}. */
    public Draft validityUncertainty(Duration value) {
      validityUncertainty = value;
      return this;
    }

    /** Sets {@link BackendTraits#renewalsPerTtl()} and {@link BackendTraits#renewalLag()}. */
    public Draft renewal(int perTtl, int lag) {
      renewalsPerTtl = perTtl;
      renewalLag = lag;
      return this;
    }

    /**
     * Ends the declaration.
     *
     * @throws IllegalArgumentException if the values contradict each other
     */
    public BackendTraits build() {
      BackendTraits traits = new BackendTraits(this);
      TraitsCheck.check(traits);
      return traits;
    }
  }
}
