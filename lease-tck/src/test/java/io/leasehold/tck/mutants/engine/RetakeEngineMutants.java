package io.leasehold.tck.mutants.engine;

import io.leasehold.ErrorCode;
import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseException;
import io.leasehold.LeaseNotAcquiredException;
import io.leasehold.LeaseRequest;
import io.leasehold.ReleaseResult;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.fixture.ClientFactory;
import io.leasehold.tck.fixture.ClientSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What the rules LOST catch when a client comes back to a name, or is given one for nothing. */
final class RetakeEngineMutants {

  /** How an acquisition may come to a bad end. */
  private enum BadEnd {
    LOSS,
    FAILED_RELEASE,
    FAILED_ACQUIRE,
    INTERRUPT
  }

  static final List<EngineMutant> ALL =
      List.of(
          EngineMutant.of(
              "A_LOST_NAME_IS_NOT_RENEWED_AGAIN",
              "keeps renewals by name: the next lease of a name that was lost is not renewed",
              settings -> renewingByName(settings, BadEnd.LOSS),
              "LOST-10",
              "LOST-23"),
          EngineMutant.of(
              "A_NAME_LET_GO_IN_VAIN_IS_NOT_RENEWED_AGAIN",
              "keeps renewals by name: after a failed release the next lease is not renewed",
              settings -> renewingByName(settings, BadEnd.FAILED_RELEASE),
              "LOST-23"),
          guard(
              "A_LOSS_LEAVES_A_GUARD",
              "a local guard stays after a loss: the client never gets that name again",
              BadEnd.LOSS),
          guard(
              "A_FAILED_RELEASE_LEAVES_A_GUARD",
              "a local guard stays after a failed release: the client never gets that name again",
              BadEnd.FAILED_RELEASE),
          guard(
              "SILENCE_LEAVES_A_GUARD",
              "a local guard stays after an acquire without an answer",
              BadEnd.FAILED_ACQUIRE),
          guard(
              "AN_INTERRUPT_LEAVES_A_GUARD",
              "a local guard stays after the interrupt of an acquire",
              BadEnd.INTERRUPT),
          EngineMutant.of(
              "BELIEVES_IN_A_GRANT",
              "now and then an acquire is not sent, and taken for granted",
              ClientWrap.settings(
                  settings -> SettingsOf.backend(settings, new NeverAsked(settings.backend()))),
              "LOST-08"),
          EngineMutant.of(
                  "RE_ENTRANT",
                  "another caller of the same client is given the lease that the client holds",
                  ClientWrap.clients(ReEntrant::new),
                  "RACE-01")
              .perhaps("RACE-04"));

  private RetakeEngineMutants() {}

  private static EngineMutant guard(String name, String fault, BadEnd end) {
    return EngineMutant.of(name, fault, guarding(end), "LOST-24");
  }

  private static ClientFactory guarding(BadEnd end) {
    return settings -> {
      Set<String> guards = ConcurrentHashMap.newKeySet();
      return new Guarding(settings.open(), end, guards);
    };
  }

  private static LeaseClient renewingByName(ClientSettings settings, BadEnd end) {
    Set<String> forgotten = ConcurrentHashMap.newKeySet();
    ByName backend = new ByName(settings.backend(), forgotten);
    return new Marking(SettingsOf.backend(settings, backend).open(), end, forgotten);
  }

  /** Marks each name that came to a bad end. */
  private static class Marking extends ClientWrap {
    final BadEnd end;
    final Set<String> marked;

    Marking(LeaseClient real, BadEnd end, Set<String> marked) {
      super(real);
      this.end = end;
      this.marked = marked;
    }

    @Override
    Lease broken(Lease lease) {
      if (end == BadEnd.LOSS) {
        lease.onLost(loss -> marked.add(lease.name()));
      }
      return end == BadEnd.FAILED_RELEASE ? new MarkedByItsRelease(lease, marked) : lease;
    }
  }

  private static final class MarkedByItsRelease extends LeaseWrap {
    private final Set<String> marked;

    MarkedByItsRelease(Lease real, Set<String> marked) {
      super(real);
      this.marked = marked;
    }

    @Override
    public ReleaseResult release() {
      ReleaseResult result = super.release();
      if (result == ReleaseResult.UNKNOWN) {
        marked.add(name());
      }
      return result;
    }
  }

  /** Refuses each marked name without asking anybody. */
  private static final class Guarding extends Marking {
    Guarding(LeaseClient real, BadEnd end, Set<String> guards) {
      super(real, end, guards);
    }

    @Override
    public Lease acquire(LeaseRequest request) throws InterruptedException {
      if (marked.contains(request.name())) {
        throw new LeaseNotAcquiredException(ErrorCode.CONTENDED, "it is guarded", null);
      }
      try {
        return super.acquire(request);
      } catch (InterruptedException e) {
        if (end == BadEnd.INTERRUPT) {
          marked.add(request.name());
        }
        throw e;
      }
    }

    @Override
    public Optional<Lease> tryAcquire(LeaseRequest request) {
      if (marked.contains(request.name())) {
        return Optional.empty();
      }
      try {
        return super.tryAcquire(request);
      } catch (LeaseException e) {
        if (end == BadEnd.FAILED_ACQUIRE) {
          marked.add(request.name());
        }
        throw e;
      }
    }
  }

  /** Swallows the watchdog's renewals of leases that were granted after their name was marked. */
  private static final class ByName extends BackendWrap {
    private final Set<String> marked;
    private final Map<String, Boolean> forgotten = new ConcurrentHashMap<>();

    ByName(LeaseBackend real, Set<String> marked) {
      super(real);
      this.marked = marked;
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      if (marked.contains(attempt.name().value())) {
        forgotten.put(attempt.owner().toString(), true);
      }
      return super.acquire(attempt);
    }

    @Override
    public RenewOutcome renewIfOwner(Grant grant) {
      return forgotten.containsKey(grant.owner().toString())
          ? new RenewOutcome.Unknown(Cause.of(Cause.Kind.TIMEOUT, "it was not sent"))
          : super.renewIfOwner(grant);
    }
  }

  private static final class ReEntrant extends ClientWrap {
    private final Map<String, Lease> latest = new ConcurrentHashMap<>();

    ReEntrant(LeaseClient real) {
      super(real);
    }

    @Override
    Lease broken(Lease lease) {
      latest.put(lease.name(), lease);
      return lease;
    }

    @Override
    public Optional<Lease> tryAcquire(LeaseRequest request) {
      Lease own = latest.get(request.name());
      return own != null && own.isHeld() ? Optional.of(own) : super.tryAcquire(request);
    }
  }

  private static final class NeverAsked extends BackendWrap {
    private final AtomicInteger asked = new AtomicInteger();

    NeverAsked(LeaseBackend real) {
      super(real);
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      if (asked.incrementAndGet() % 2 == 1) {
        return super.acquire(attempt);
      }
      Grant grant = new Grant(attempt.name(), attempt.owner(), attempt.ttl(), asked.get(), null);
      return new AcquireOutcome.Granted(grant, Duration.ZERO);
    }
  }
}
