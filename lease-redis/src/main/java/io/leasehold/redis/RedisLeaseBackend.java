package io.leasehold.redis;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.Subscription;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Leases on one Redis server: every step is one Lua script, which the server runs alone. This class
 * turns each answer into an outcome; {@link RedisSteps} makes keys and arguments, and what happens
 * at the server stands in the scripts.
 */
final class RedisLeaseBackend implements LeaseBackend {

  /** Lua computes with doubles, which are exact below this. */
  private static final long FLOOR_LIMIT = 1L << 53;

  private static final Cause CLOSED = Cause.of(Cause.Kind.CLOSED, "the backend is closed");

  private static final int REVOKE_TRIES = 3;

  private final BackendTraits traits;
  private final RedisConnections connections;
  private final RedisSteps steps;
  private final RedisWakeups wakeups;

  RedisLeaseBackend(
      BackendTraits traits, RedisConnections connections, RedisSteps steps, RedisWakeups wakeups) {
    this.traits = traits;
    this.connections = connections;
    this.steps = steps;
    this.wakeups = wakeups;
  }

  @Override
  public BackendTraits traits() {
    return traits;
  }

  @Override
  public AcquireOutcome acquire(AcquireAttempt attempt) {
    if (attempt.fenceFloor() >= FLOOR_LIMIT) {
      return new AcquireOutcome.Refused(
          Cause.of(
              Cause.Kind.MISCONFIGURED,
              "the fence floor "
                  + attempt.fenceFloor()
                  + " is not below 2^53, where Lua stops counting exactly; has this client seen"
                  + " tokens of another store?"));
    }
    RedisWakeups.Asking asking = attempt.waits() ? wakeups.announce(attempt.name()) : null;
    boolean busy = false;
    try {
      AcquireOutcome outcome =
          acquired(attempt, steps.acquire(attempt, asking == null ? "" : asking.client()));
      busy = outcome instanceof AcquireOutcome.Busy;
      return outcome;
    } catch (Exception e) {
      RedisFault fault = fault(e);
      return fault.refused()
          ? new AcquireOutcome.Refused(fault.cause())
          : new AcquireOutcome.Unknown(fault.cause());
    } finally {
      if (asking != null) {
        wakeups.answered(attempt.name(), asking, busy);
      }
    }
  }

  private AcquireOutcome acquired(AcquireAttempt attempt, List<?> answer) {
    long code = (Long) answer.get(0);
    if (code == 1) {
      long token = Long.parseLong(text(answer.get(1)));
      return new AcquireOutcome.Granted(
          new Grant(attempt.name(), attempt.owner(), attempt.ttl(), token, null));
    } else if (code == 0) {
      Optional<HolderInfo> holder =
          RedisRecord.read(attempt.name(), text(answer.get(1)), (Long) answer.get(2));
      return holder.isPresent()
          ? new AcquireOutcome.Busy(holder.get())
          : new AcquireOutcome.Refused(noLease(attempt.name()));
    }
    return new AcquireOutcome.Refused(
        Cause.of(Cause.Kind.UNAVAILABLE, "this attempt was abandoned before it ran"));
  }

  @Override
  public RenewOutcome renewIfOwner(Grant grant) {
    return renewAllIfOwner(List.of(grant)).get(0);
  }

  @Override
  public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
    List<RenewOutcome> outcomes = new ArrayList<>(grants.size());
    try {
      for (Object answer : steps.renewAll(grants)) {
        outcomes.add(renewed(answer));
      }
    } catch (Exception e) {
      RedisFault fault = fault(e);
      while (outcomes.size() < grants.size()) {
        outcomes.add(notRenewed(fault));
      }
    }
    return outcomes;
  }

  private RenewOutcome renewed(Object answer) {
    if (answer instanceof Exception error) {
      RedisFault fault = fault(error);
      // Whatever stands in the key now, it is not what was granted.
      return fault.isWrongType()
          ? new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN)
          : notRenewed(fault);
    }
    long code = (Long) answer;
    return code == 1 ? RenewOutcome.Renewed.NOW : new RenewOutcome.NotOwner(reason(code));
  }

  private static RenewOutcome notRenewed(RedisFault fault) {
    return fault.refused()
        ? new RenewOutcome.Refused(fault.cause())
        : new RenewOutcome.Unknown(fault.cause());
  }

  private static NotOwnerReason reason(long code) {
    return code == 0
        ? NotOwnerReason.ABSENT
        : code == -1 ? NotOwnerReason.FOREIGN : NotOwnerReason.REVOKED;
  }

  @Override
  public ReleaseOutcome releaseIfOwner(Grant grant) {
    try {
      long code = steps.release(grant);
      return code == 1 ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotOwner(reason(code));
    } catch (Exception e) {
      RedisFault fault = fault(e);
      if (fault.isWrongType()) {
        return new ReleaseOutcome.NotOwner(NotOwnerReason.FOREIGN);
      }
      return fault.refused()
          ? new ReleaseOutcome.Refused(fault.cause())
          : new ReleaseOutcome.Unknown(fault.cause());
    }
  }

  @Override
  public AbandonOutcome abandon(AcquireAttempt attempt) {
    try {
      steps.abandon(attempt);
      return new AbandonOutcome.Abandoned();
    } catch (Exception e) {
      RedisFault fault = fault(e);
      return fault.refused()
          ? new AbandonOutcome.Refused(fault.cause())
          : new AbandonOutcome.Unknown(fault.cause());
    }
  }

  @Override
  public RevokeOutcome revoke(LeaseName name, boolean now) {
    try {
      return connections.inOneCall(() -> revokeHolder(name, now));
    } catch (Exception e) {
      RedisFault fault = fault(e);
      return fault.refused()
          ? new RevokeOutcome.Refused(fault.cause())
          : new RevokeOutcome.Unknown(fault.cause());
    }
  }

  /** Who is to be revoked is looked up first: only that one may be hit, however late. */
  private RevokeOutcome revokeHolder(LeaseName name, boolean now) throws Exception {
    for (int tries = 0; tries < REVOKE_TRIES; tries++) {
      List<?> held;
      try {
        held = steps.holder(name);
      } catch (Exception e) { // nothing but a read was sent
        Cause cause = fault(e).cause();
        return new RevokeOutcome.Refused(
            new Cause(
                cause.kind(),
                "who holds it was not learnt, so nothing was revoked: " + cause.message(),
                cause.error()));
      }
      if (held == null) {
        return new RevokeOutcome.Absent();
      }
      String record = text(held.get(0));
      Optional<HolderInfo> holder = RedisRecord.read(name, record, (Long) held.get(1));
      if (holder.isEmpty()) {
        return new RevokeOutcome.Refused(noLease(name));
      }
      Object barrier = steps.revoke(name, holder.get().owner(), now);
      if (barrier == null) {
        return new RevokeOutcome.Absent(); // it has gone by itself
      } else if (!(barrier instanceof Long answer)) {
        return new RevokeOutcome.Revoked(Long.parseLong(text(barrier)));
      } else if (answer == 0) {
        return new RevokeOutcome.Refused(noLease(name));
      }
    }
    return new RevokeOutcome.Refused(
        Cause.of(
            Cause.Kind.OVERLOADED,
            "lease \"" + name + "\" changed hands " + REVOKE_TRIES + " times during the call"));
  }

  @Override
  public Optional<HolderInfo> holder(LeaseName name) {
    try {
      List<?> answer = steps.holder(name);
      if (answer == null) {
        return Optional.empty();
      }
      Optional<HolderInfo> holder =
          RedisRecord.read(name, text(answer.get(0)), (Long) answer.get(1));
      if (holder.isPresent()) {
        return holder;
      }
    } catch (Exception e) {
      throw new BackendUnavailableException("the read of lease \"" + name + "\"", fault(e).cause());
    }
    throw new BackendUnavailableException("the read of lease \"" + name + "\"", noLease(name));
  }

  private Cause noLease(LeaseName name) {
    return Cause.of(
        Cause.Kind.MISCONFIGURED,
        "key "
            + steps.shown(name)
            + " holds a value that is no lease; delete it or choose another namespace");
  }

  @Override
  public Object renewalDomain(Grant grant) {
    return "";
  }

  @Override
  public Subscription onVacant(LeaseName name, Runnable hint) {
    return wakeups.onVacant(name, hint);
  }

  /** How many names this client notes something about for its waiters; for tests. */
  int waitedFor() {
    return wakeups.names();
  }

  @Override
  public void close() {
    wakeups.close();
    connections.close();
  }

  private RedisFault fault(Exception e) {
    return connections.isClosed()
        ? new RedisFault(e instanceof NotSentException, CLOSED)
        : RedisFault.of(e);
  }

  private static String text(Object answer) {
    return new String((byte[]) answer, StandardCharsets.UTF_8);
  }
}
