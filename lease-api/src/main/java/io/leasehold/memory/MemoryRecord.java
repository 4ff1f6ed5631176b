package io.leasehold.memory;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.SuspectListener;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One grant as the store remembers it. Guarded by the store's lock. */
final class MemoryRecord {

  private final AcquireAttempt attempt;
  private final long fence;
  private final SuspectListener holder;
  private Term term;
  private boolean revoked;

  MemoryRecord(AcquireAttempt attempt, long fence, Term term, SuspectListener holder) {
    this.attempt = attempt;
    this.fence = fence;
    this.term = term;
    this.holder = holder;
  }

  LeaseName name() {
    return attempt.name();
  }

  long fence() {
    return fence;
  }

  boolean revoked() {
    return revoked;
  }

  boolean lives(long now) {
    return term.runs(now);
  }

  boolean ownedBy(OwnerToken owner) {
    return attempt.owner().equals(owner);
  }

  /**
   * The token is compared too: if the network delivers one attempt twice, its second grant is a
   * stranger to the handle of the first.
   */
  boolean grantedAs(Grant grant) {
    return ownedBy(grant.owner()) && fence == grant.fencingToken();
  }

  Grant toGrant() {
    return new Grant(
        attempt.name(), attempt.owner(), attempt.ttl(), fence, term.session ? term : null);
  }

  void renew(long now) {
    term.extend(now, attempt.ttl());
  }

  /** From here on neither this grant's renewals nor those of its session keep the name. */
  void revoke() {
    revoked = true;
    term = new Term(term);
  }

  void doubt(Cause cause) {
    holder.suspect(attempt.owner(), cause);
  }

  HolderInfo describe(long now) {
    return new HolderInfo(
        attempt.name().value(),
        attempt.owner().toString(),
        fence,
        Optional.of(term.left(now)),
        revoked,
        attempt.metadata());
  }

  /** A ttl that runs: one lease's own, or one session's, which all its leases share. */
  static final class Term {
    /** Half the range of the clock, so that subtraction stays right (146 years). */
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 2);

    private final boolean session;
    private final @Nullable Term origin;
    private boolean begun;
    private boolean ended;
    private long deadline;

    Term(boolean session) {
      this.session = session;
      this.origin = null;
    }

    /** A copy that ends with the original or at its present deadline, whichever is first. */
    private Term(Term origin) {
      this.session = origin.session;
      this.origin = origin;
      this.begun = origin.begun;
      this.deadline = origin.deadline;
    }

    /** Whether it has not ended: at the deadline itself it has, one nanosecond before not. */
    boolean runs(long now) {
      return begun && !ended && (origin == null || !origin.ended) && deadline - now > 0;
    }

    /** Whether it ran and runs no more; a request that was sent in it comes too late. */
    boolean over(long now) {
      return ended || (begun && !runs(now));
    }

    void extend(long now, Duration ttl) {
      begun = true;
      deadline = now + (ttl.compareTo(LONGEST) > 0 ? LONGEST : ttl).toNanos();
    }

    void end() {
      ended = true;
    }

    private Duration left(long now) {
      return Duration.ofNanos(deadline - now);
    }
  }
}
