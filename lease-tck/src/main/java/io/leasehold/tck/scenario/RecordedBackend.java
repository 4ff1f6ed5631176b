package io.leasehold.tck.scenario;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.tck.history.Recorder;
import io.leasehold.tck.history.What;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands between an engine and its backend and writes down every call, so that no judge has to
 * believe what an engine says of itself. Passes everything on unchanged.
 */
final class RecordedBackend extends ForwardingBackend {

  private final String by;
  private final Recorder recorder;

  RecordedBackend(String by, LeaseBackend backend, Recorder recorder) {
    super(backend);
    this.by = by;
    this.recorder = recorder;
  }

  @Override
  public AcquireOutcome acquire(AcquireAttempt attempt) {
    String owner = attempt.owner().toString();
    long number = sent("acquire", attempt.name(), owner, "ttl", attempt.ttl().toNanos());
    return told(
        "acquire",
        number,
        attempt.name(),
        owner,
        () -> backend.acquire(attempt),
        RecordedBackend::facts);
  }

  private static Object[] facts(AcquireOutcome outcome) {
    if (outcome instanceof AcquireOutcome.Granted granted) {
      return new Object[] {
        "outcome", "GRANTED",
        "token", granted.grant().fencingToken(),
        "ttl", granted.grant().ttl().toNanos(),
        "age", granted.age().toNanos()
      };
    } else if (outcome instanceof AcquireOutcome.Busy busy) {
      return new Object[] {
        "outcome", "BUSY", "holder", busy.holder().owner(), "token", busy.holder().fencingToken()
      };
    } else if (outcome instanceof AcquireOutcome.Refused refused) {
      return new Object[] {"outcome", "REFUSED", "reason", refused.cause().kind()};
    } else if (outcome instanceof AcquireOutcome.Unknown unknown) {
      return new Object[] {"outcome", "UNKNOWN", "reason", unknown.cause().kind()};
    }
    return new Object[] {"outcome", "NOTHING"};
  }

  @Override
  public RenewOutcome renewIfOwner(Grant grant) {
    return told(
        "renew",
        sent("renew", grant),
        grant.name(),
        grant.owner().toString(),
        () -> backend.renewIfOwner(grant),
        RecordedBackend::facts);
  }

  @Override
  public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
    List<Long> numbers = new ArrayList<>();
    grants.forEach(grant -> numbers.add(sent("renew", grant)));
    try {
      List<RenewOutcome> outcomes = backend.renewAllIfOwner(grants);
      for (int i = 0; i < grants.size(); i++) {
        Grant grant = grants.get(i);
        Object[] facts =
            outcomes != null && i < outcomes.size()
                ? facts(outcomes.get(i))
                : new Object[] {"outcome", "NOTHING"};
        answered("renew", numbers.get(i), grant.name(), grant.owner().toString(), facts);
      }
      return outcomes;
    } catch (RuntimeException | Error e) {
      for (int i = 0; i < grants.size(); i++) {
        Grant grant = grants.get(i);
        threw("renew", numbers.get(i), grant.name(), grant.owner().toString(), e);
      }
      throw e;
    }
  }

  private static Object[] facts(RenewOutcome outcome) {
    if (outcome instanceof RenewOutcome.Renewed renewed) {
      return new Object[] {"outcome", "RENEWED", "age", renewed.age().toNanos()};
    } else if (outcome instanceof RenewOutcome.NotOwner not) {
      return new Object[] {"outcome", "NOT_OWNER", "reason", not.reason()};
    } else if (outcome instanceof RenewOutcome.Refused refused) {
      return new Object[] {"outcome", "REFUSED", "reason", refused.cause().kind()};
    } else if (outcome instanceof RenewOutcome.Unknown unknown) {
      return new Object[] {"outcome", "UNKNOWN", "reason", unknown.cause().kind()};
    }
    return new Object[] {"outcome", "NOTHING"};
  }

  @Override
  public ReleaseOutcome releaseIfOwner(Grant grant) {
    return told(
        "release",
        sent("release", grant),
        grant.name(),
        grant.owner().toString(),
        () -> backend.releaseIfOwner(grant),
        RecordedBackend::facts);
  }

  private static Object[] facts(ReleaseOutcome outcome) {
    if (outcome instanceof ReleaseOutcome.Released) {
      return new Object[] {"outcome", "RELEASED"};
    } else if (outcome instanceof ReleaseOutcome.NotOwner not) {
      return new Object[] {"outcome", "NOT_OWNER", "reason", not.reason()};
    } else if (outcome instanceof ReleaseOutcome.Refused refused) {
      return new Object[] {"outcome", "REFUSED", "reason", refused.cause().kind()};
    } else if (outcome instanceof ReleaseOutcome.Unknown unknown) {
      return new Object[] {"outcome", "UNKNOWN", "reason", unknown.cause().kind()};
    }
    return new Object[] {"outcome", "NOTHING"};
  }

  @Override
  public AbandonOutcome abandon(AcquireAttempt attempt) {
    String owner = attempt.owner().toString();
    return told(
        "abandon",
        sent("abandon", attempt.name(), owner),
        attempt.name(),
        owner,
        () -> backend.abandon(attempt),
        RecordedBackend::facts);
  }

  private static Object[] facts(AbandonOutcome outcome) {
    if (outcome instanceof AbandonOutcome.Abandoned) {
      return new Object[] {"outcome", "ABANDONED"};
    } else if (outcome instanceof AbandonOutcome.Refused refused) {
      return new Object[] {"outcome", "REFUSED", "reason", refused.cause().kind()};
    } else if (outcome instanceof AbandonOutcome.Unknown unknown) {
      return new Object[] {"outcome", "UNKNOWN", "reason", unknown.cause().kind()};
    }
    return new Object[] {"outcome", "NOTHING"};
  }

  @Override
  public RevokeOutcome revoke(LeaseName name, boolean now) {
    return told(
        "revoke",
        sent("revoke", name, "", "now", now),
        name,
        "",
        () -> backend.revoke(name, now),
        RecordedBackend::facts);
  }

  private static Object[] facts(RevokeOutcome outcome) {
    if (outcome instanceof RevokeOutcome.Revoked revoked) {
      return new Object[] {"outcome", "REVOKED", "token", revoked.barrierToken()};
    } else if (outcome instanceof RevokeOutcome.Absent) {
      return new Object[] {"outcome", "ABSENT"};
    } else if (outcome instanceof RevokeOutcome.Refused refused) {
      return new Object[] {"outcome", "REFUSED", "reason", refused.cause().kind()};
    } else if (outcome instanceof RevokeOutcome.Unknown unknown) {
      return new Object[] {"outcome", "UNKNOWN", "reason", unknown.cause().kind()};
    }
    return new Object[] {"outcome", "NOTHING"};
  }

  @Override
  public Optional<HolderInfo> holder(LeaseName name) {
    return told(
        "holder",
        sent("holder", name, ""),
        name,
        "",
        () -> backend.holder(name),
        info -> new Object[] {"outcome", word(info)});
  }

  @SuppressWarnings({
    "NullableOptional",
    "OptionalAssignedToNull"
  }) // a broken backend may answer with nothing at all
  private static String word(@Nullable Optional<HolderInfo> info) {
    return info == null ? "NOTHING" : info.isPresent() ? "HELD" : "NOBODY";
  }

  /** Asks, and writes down what came of it. */
  private <T> T told(
      String call,
      long number,
      LeaseName name,
      String owner,
      Supplier<T> ask,
      Function<T, Object[]> facts) {
    try {
      T outcome = ask.get();
      answered(call, number, name, owner, facts.apply(outcome));
      return outcome;
    } catch (RuntimeException | Error e) {
      threw(call, number, name, owner, e);
      throw e;
    }
  }

  private long sent(String call, Grant grant) {
    return sent(call, grant.name(), grant.owner().toString(), "token", grant.fencingToken());
  }

  private long sent(String call, LeaseName name, String owner, Object... facts) {
    long number = recorder.nextCall();
    recorder.note(by, What.SENT, name.value(), owner, with(call, number, facts));
    return number;
  }

  private void answered(String call, long number, LeaseName name, String owner, Object... facts) {
    recorder.note(by, What.ANSWERED, name.value(), owner, with(call, number, facts));
  }

  private void threw(String call, long number, LeaseName name, String owner, Throwable error) {
    answered(call, number, name, owner, "outcome", "THREW", "reason", error);
  }

  private static Object[] with(String call, long number, Object... facts) {
    Object[] all = new Object[facts.length + 4];
    all[0] = "call";
    all[1] = call;
    all[2] = "number";
    all[3] = number;
    System.arraycopy(facts, 0, all, 4, facts.length);
    return all;
  }
}
