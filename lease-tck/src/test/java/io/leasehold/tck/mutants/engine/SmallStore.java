package io.leasehold.tck.mutants.engine;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.Subscription;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A correct store in a page, so that a mutant can break one step of it: what an acquire does to a
 * record that is there, and what a renewal writes. Thread-safe; steps run under its lock.
 */
class SmallStore {

  /** A record; {@code end} is on the system's lease clock. */
  record Entry(OwnerToken owner, long token, Duration ttl, long end) {
    Entry until(long newEnd) {
      return new Entry(owner, token, ttl, newEnd);
    }
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<LeaseName, Entry> entries = new HashMap<>();
  private final Set<OwnerToken> abandoned = new HashSet<>();
  private final Set<OwnerToken> revoked = new HashSet<>();
  private final LeaseClock clock = LeaseClock.system();
  private long tokens;

  /** What stays of a record that an acquire has met; null to give the name away. */
  @Nullable Entry met(Entry present, AcquireAttempt attempt, long now) {
    return present;
  }

  /** How long a grant lasts that nobody renews. */
  Duration lasts(AcquireAttempt attempt) {
    return attempt.ttl();
  }

  /** Whether a release frees the name, whoever has it. */
  boolean releasesAnothers() {
    return false;
  }

  /** What a renewal of the owner's own leaves. */
  Entry renewed(Entry own, Grant grant, long now) {
    return own.until(now + grant.ttl().toNanos());
  }

  /** What a renewal leaves of another's record. */
  Entry renewedByAnother(Entry present, Grant grant, long now) {
    return present;
  }

  /** What a renewal leaves where there is no record. */
  @Nullable Entry renewedWhereNothingIs(Grant grant, long now) {
    return null;
  }

  /** Whether a renewal that is none is told as one. */
  boolean tellsEveryRenewalAsDone() {
    return false;
  }

  private <T> T step(Supplier<T> step) {
    lock.lock();
    try {
      return step.get();
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Entry present(LeaseName name) {
    Entry entry = entries.get(name);
    return entry == null || entry.end - clock.nanos() <= 0 ? null : entry;
  }

  private void put(LeaseName name, @Nullable Entry entry) {
    if (entry != null) {
      entries.put(name, entry);
    }
  }

  private AcquireOutcome acquire(AcquireAttempt attempt) {
    long now = clock.nanos();
    Entry present = present(attempt.name());
    if (present != null) {
      Entry kept = met(present, attempt, now);
      if (kept != null) {
        entries.put(attempt.name(), kept);
        return new AcquireOutcome.Busy(info(attempt.name(), present));
      }
    }
    if (abandoned.contains(attempt.owner())) {
      return new AcquireOutcome.Refused(Cause.of(Cause.Kind.CLOSED, "abandoned"));
    }
    tokens = Math.max(tokens, attempt.fenceFloor()) + 1;
    entries.put(
        attempt.name(),
        new Entry(attempt.owner(), tokens, attempt.ttl(), now + lasts(attempt).toNanos()));
    return new AcquireOutcome.Granted(
        new Grant(attempt.name(), attempt.owner(), attempt.ttl(), tokens, null));
  }

  private RenewOutcome renew(Grant grant) {
    long now = clock.nanos();
    Entry present = present(grant.name());
    if (present == null) {
      put(grant.name(), renewedWhereNothingIs(grant, now));
    } else if (revoked.contains(grant.owner())) {
      return new RenewOutcome.NotOwner(NotOwnerReason.REVOKED);
    } else if (present.owner.equals(grant.owner())) {
      entries.put(grant.name(), renewed(present, grant, now));
      return RenewOutcome.Renewed.NOW;
    } else {
      entries.put(grant.name(), renewedByAnother(present, grant, now));
    }
    return tellsEveryRenewalAsDone()
        ? RenewOutcome.Renewed.NOW
        : new RenewOutcome.NotOwner(
            present == null ? NotOwnerReason.ABSENT : NotOwnerReason.FOREIGN);
  }

  private ReleaseOutcome release(Grant grant) {
    Entry present = present(grant.name());
    if (present == null || !(present.owner.equals(grant.owner()) || releasesAnothers())) {
      return new ReleaseOutcome.NotOwner(
          present == null ? NotOwnerReason.ABSENT : NotOwnerReason.FOREIGN);
    }
    entries.remove(grant.name());
    return new ReleaseOutcome.Released();
  }

  private AbandonOutcome abandon(AcquireAttempt attempt) {
    abandoned.add(attempt.owner());
    Entry present = present(attempt.name());
    if (present != null && present.owner.equals(attempt.owner())) {
      entries.remove(attempt.name());
    }
    return new AbandonOutcome.Abandoned();
  }

  private RevokeOutcome revoke(LeaseName name, boolean now) {
    Entry present = present(name);
    if (present == null) {
      return new RevokeOutcome.Absent();
    }
    if (now) {
      entries.remove(name);
    } else {
      revoked.add(present.owner);
    }
    tokens++;
    return new RevokeOutcome.Revoked(tokens);
  }

  private HolderInfo info(LeaseName name, Entry entry) {
    Duration left = Duration.ofNanos(Math.max(0, entry.end - clock.nanos()));
    return new HolderInfo(
        name.value(),
        entry.owner.toString(),
        entry.token,
        Optional.of(left),
        revoked.contains(entry.owner),
        Map.of());
  }

  /** A connection to it that declares what the real one declares. */
  LeaseBackend behind(LeaseBackend real) {
    return new BackendWrap(real) {
      @Override
      public AcquireOutcome acquire(AcquireAttempt attempt) {
        return step(() -> SmallStore.this.acquire(attempt));
      }

      @Override
      public RenewOutcome renewIfOwner(Grant grant) {
        return step(() -> renew(grant));
      }

      @Override
      public ReleaseOutcome releaseIfOwner(Grant grant) {
        return step(() -> release(grant));
      }

      @Override
      public AbandonOutcome abandon(AcquireAttempt attempt) {
        return step(() -> SmallStore.this.abandon(attempt));
      }

      @Override
      public RevokeOutcome revoke(LeaseName name, boolean now) {
        return step(() -> SmallStore.this.revoke(name, now));
      }

      @Override
      public Optional<HolderInfo> holder(LeaseName name) {
        return step(() -> Optional.ofNullable(present(name)).map(one -> info(name, one)));
      }

      @Override
      public Subscription onVacant(LeaseName name, Runnable hint) {
        return Subscription.NONE; // polling is enough
      }
    };
  }
}
