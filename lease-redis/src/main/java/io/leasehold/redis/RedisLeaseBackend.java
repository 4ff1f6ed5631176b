package io.leasehold.redis;

import static io.leasehold.redis.RedisKeys.bytes;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.Subscription;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases on one Redis server: every step is one Lua script, which the server runs alone. This class
 * turns each step into keys and arguments, and each answer into an outcome; what happens at the
 * server stands in the scripts.
 */
final class RedisLeaseBackend implements LeaseBackend {

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");

  /** How long a copy of an abandoned attempt could still arrive (DESIGN: 10 minutes). */
  private static final byte[] TOMBSTONE_MILLIS = number(Duration.ofMinutes(10).toMillis());

  /** A client that waits asks at least once a second; a place in line outlasts a few misses. */
  private static final byte[] PLACE_MILLIS = number(Duration.ofSeconds(30).toMillis());

  /** Lua computes with doubles, which are exact below this. */
  private static final long FLOOR_LIMIT = 1L << 53;

  private static final Cause CLOSED = Cause.of(Cause.Kind.CLOSED, "the backend is closed");

  private final BackendTraits traits;
  private final RedisConnections connections;
  private final RedisKeys keys;
  private final RedisWakeups wakeups;
  private final Runnable closing;

  private RedisLeaseBackend(
      BackendTraits traits,
      RedisConnections connections,
      RedisKeys keys,
      RedisWakeups wakeups,
      Runnable closing) {
    this.traits = traits;
    this.connections = connections;
    this.keys = keys;
    this.wakeups = wakeups;
    this.closing = closing;
  }

  /**
   * Puts the parts together.
   *
   * @param closing ends the connections, if they are ours
   */
  static RedisLeaseBackend of(
      BackendTraits traits,
      RedisConnections connections,
      RedisKeys keys,
      RedisSubscriber.Connector connector,
      LeaseClock clock,
      Runnable closing) {
    RedisWakeups wakeups =
        new RedisWakeups(
            keys.channels(),
            connector,
            clock,
            traits.callTimeout(),
            name -> passOn(connections, keys, name));
    return new RedisLeaseBackend(traits, connections, keys, wakeups, closing);
  }

  /** Best effort, as all hints are. */
  private static void passOn(RedisConnections connections, RedisKeys keys, LeaseName name) {
    RedisKeys.Of of = keys.of(name);
    try {
      connections.run(
          RedisScript.WAKE, of.lease(), of.waiters(), bytes(keys.channels()), bytes(of.name()));
    } catch (Exception e) {
      LOG.debug("a wake-up for lease \"{}\" was not passed on; its waiters poll", name, e);
    }
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
    RedisKeys.Of of = keys.of(attempt.name());
    String client = attempt.waits() ? wakeups.announce(attempt.name()) : "";
    try {
      List<?> answer =
          (List<?>)
              connections.run(
                  RedisScript.ACQUIRE,
                  of.lease(),
                  of.fence(),
                  of.tombstone(attempt.owner()),
                  of.waiters(),
                  bytes(attempt.owner().toString()),
                  number(attempt.ttl().toMillis()),
                  number(attempt.fenceFloor()),
                  bytes(RedisRecord.metadata(attempt.metadata())),
                  bytes(client),
                  PLACE_MILLIS);
      return acquired(attempt, of, answer);
    } catch (Exception e) {
      RedisFault fault = fault(e);
      return fault.refused()
          ? new AcquireOutcome.Refused(fault.cause())
          : new AcquireOutcome.Unknown(fault.cause());
    }
  }

  private AcquireOutcome acquired(AcquireAttempt attempt, RedisKeys.Of of, List<?> answer) {
    long code = (Long) answer.get(0);
    if (code == 1) {
      wakeups.forget(attempt.name());
      long token = Long.parseLong(text(answer.get(1)));
      return new AcquireOutcome.Granted(
          new Grant(attempt.name(), attempt.owner(), attempt.ttl(), token, null));
    } else if (code == 0) {
      Optional<HolderInfo> holder =
          RedisRecord.read(attempt.name(), text(answer.get(1)), (Long) answer.get(2));
      return holder.isPresent()
          ? new AcquireOutcome.Busy(holder.get())
          : new AcquireOutcome.Refused(
              Cause.of(
                  Cause.Kind.MISCONFIGURED,
                  "key "
                      + of.shown()
                      + " holds a value that is no lease; delete it or choose another namespace"));
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
      List<RedisConnections.Call> calls = new ArrayList<>(grants.size());
      for (Grant grant : grants) {
        calls.add(
            new RedisConnections.Call(
                RedisScript.RENEW,
                keys.of(grant.name()).lease(),
                bytes(grant.owner().toString()),
                number(grant.ttl().toMillis())));
      }
      for (Object answer : connections.runAll(calls)) {
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
    RedisKeys.Of of = keys.of(grant.name());
    try {
      long code =
          (Long)
              connections.run(
                  RedisScript.RELEASE,
                  of.lease(),
                  of.waiters(),
                  bytes(grant.owner().toString()),
                  bytes(keys.channels()),
                  bytes(of.name()));
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
    RedisKeys.Of of = keys.of(attempt.name());
    try {
      connections.run(
          RedisScript.ABANDON,
          of.lease(),
          of.tombstone(attempt.owner()),
          of.waiters(),
          bytes(attempt.owner().toString()),
          TOMBSTONE_MILLIS,
          bytes(keys.channels()),
          bytes(of.name()));
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
    RedisKeys.Of of = keys.of(name);
    try {
      Object barrier =
          connections.run(
              RedisScript.REVOKE,
              of.lease(),
              of.fence(),
              of.waiters(),
              bytes(now ? "1" : "0"),
              bytes(keys.channels()),
              bytes(of.name()));
      return barrier == null
          ? new RevokeOutcome.Absent()
          : new RevokeOutcome.Revoked(Long.parseLong(text(barrier)));
    } catch (Exception e) {
      RedisFault fault = fault(e);
      return fault.refused()
          ? new RevokeOutcome.Refused(fault.cause())
          : new RevokeOutcome.Unknown(fault.cause());
    }
  }

  @Override
  public Optional<HolderInfo> holder(LeaseName name) {
    RedisKeys.Of of = keys.of(name);
    try {
      List<?> answer = (List<?>) connections.run(RedisScript.HOLDER, of.lease());
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
    throw new BackendUnavailableException(
        "the read of lease \"" + name + "\"",
        Cause.of(
            Cause.Kind.MISCONFIGURED, "key " + of.shown() + " holds a value that is no lease"));
  }

  @Override
  public Object renewalDomain(Grant grant) {
    return "";
  }

  @Override
  public Subscription onVacant(LeaseName name, Runnable hint) {
    return wakeups.onVacant(name, hint);
  }

  @Override
  public void close() {
    wakeups.close();
    closing.run();
  }

  private RedisFault fault(Exception e) {
    return connections.isClosed()
        ? new RedisFault(e instanceof NotSentException, CLOSED)
        : RedisFault.of(e);
  }

  private static byte[] number(long value) {
    return bytes(Long.toString(value));
  }

  private static String text(Object answer) {
    return new String((byte[]) answer, StandardCharsets.UTF_8);
  }
}
