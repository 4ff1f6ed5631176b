package io.leasehold.tck.scenario;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.Subscription;
import io.leasehold.spi.SuspectListener;
import io.leasehold.tck.history.Recorder;
import io.leasehold.tck.history.What;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Stands between an engine and its backend and writes down every call, so that no judge has to
 * believe what an engine says of itself. Passes everything on unchanged.
 */
final class RecordedBackend implements LeaseBackend {

  private final String by;
  private final LeaseBackend backend;
  private final Recorder recorder;

  RecordedBackend(String by, LeaseBackend backend, Recorder recorder) {
    this.by = by;
    this.backend = backend;
    this.recorder = recorder;
  }

  @Override
  public BackendTraits traits() {
    return backend.traits();
  }

  @Override
  public AcquireOutcome acquire(AcquireAttempt attempt) {
    long number =
        sent("acquire", attempt.name(), attempt.owner().toString(), "ttl", attempt.ttl().toNanos());
    try {
      AcquireOutcome outcome = backend.acquire(attempt);
      answered("acquire", number, attempt.name(), attempt.owner().toString(), facts(outcome));
      return outcome;
    } catch (RuntimeException | Error e) {
      threw("acquire", number, attempt.name(), attempt.owner().toString(), e);
      throw e;
    }
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
    long number = sent("renew", grant);
    try {
      RenewOutcome outcome = backend.renewIfOwner(grant);
      answered("renew", number, grant.name(), grant.owner().toString(), facts(outcome));
      return outcome;
    } catch (RuntimeException | Error e) {
      threw("renew", number, grant.name(), grant.owner().toString(), e);
      throw e;
    }
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
    long number = sent("release", grant);
    try {
      ReleaseOutcome outcome = backend.releaseIfOwner(grant);
      answered("release", number, grant.name(), grant.owner().toString(), facts(outcome));
      return outcome;
    } catch (RuntimeException | Error e) {
      threw("release", number, grant.name(), grant.owner().toString(), e);
      throw e;
    }
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
    long number = sent("abandon", attempt.name(), attempt.owner().toString());
    try {
      AbandonOutcome outcome = backend.abandon(attempt);
      String word =
          outcome instanceof AbandonOutcome.Abandoned
              ? "ABANDONED"
              : outcome instanceof AbandonOutcome.Refused ? "REFUSED" : "UNKNOWN";
      answered("abandon", number, attempt.name(), attempt.owner().toString(), "outcome", word);
      return outcome;
    } catch (RuntimeException | Error e) {
      threw("abandon", number, attempt.name(), attempt.owner().toString(), e);
      throw e;
    }
  }

  @Override
  public RevokeOutcome revoke(LeaseName name, boolean now) {
    long number = sent("revoke", name, "", "now", now);
    try {
      RevokeOutcome outcome = backend.revoke(name, now);
      answered("revoke", number, name, "", facts(outcome));
      return outcome;
    } catch (RuntimeException | Error e) {
      threw("revoke", number, name, "", e);
      throw e;
    }
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
    long number = sent("holder", name, "");
    try {
      Optional<HolderInfo> info = backend.holder(name);
      answered("holder", number, name, "", "outcome", info.isPresent() ? "HELD" : "NOBODY");
      return info;
    } catch (RuntimeException | Error e) {
      threw("holder", number, name, "", e);
      throw e;
    }
  }

  @Override
  public Object renewalDomain(Grant grant) {
    return backend.renewalDomain(grant);
  }

  @Override
  public Subscription onVacant(LeaseName name, Runnable hint) {
    return backend.onVacant(name, hint);
  }

  @Override
  public Subscription onSuspect(SuspectListener listener) {
    return backend.onSuspect(listener);
  }

  @Override
  public void close() {
    backend.close();
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
