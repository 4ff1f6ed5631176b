package io.leasehold.redis;

import static io.leasehold.redis.RedisKeys.bytes;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Each step as its script's keys and arguments, and the answer as the script gives it. What both
 * mean stands at the head of the scripts.
 */
final class RedisSteps {

  /** How long a copy of an abandoned attempt could still arrive (DESIGN: 10 minutes). */
  private static final byte[] TOMBSTONE_MILLIS = number(Duration.ofMinutes(10).toMillis());

  /** A client that waits asks at least once a minute; a place in line outlasts a few misses. */
  private static final byte[] PLACE_MILLIS = number(Duration.ofMinutes(3).toMillis());

  private final ScriptCalls calls;
  private final RedisKeys keys;

  RedisSteps(ScriptCalls calls, RedisKeys keys) {
    this.calls = calls;
    this.keys = keys;
  }

  /**
   * Acquires.
   *
   * @param client the id to be put in the server's line; empty for none
   */
  List<?> acquire(AcquireAttempt attempt, String client) throws Exception {
    RedisKeys.Of of = keys.of(attempt.name());
    return (List<?>)
        calls.run(
            RedisScript.ACQUIRE,
            of.lease(),
            of.fence(),
            of.tombstone(attempt.owner()),
            of.waiters(),
            of.absent(),
            bytes(attempt.owner().toString()),
            number(attempt.ttl().toMillis()),
            number(attempt.fenceFloor()),
            bytes(RedisRecord.metadata(attempt.metadata())),
            bytes(client),
            PLACE_MILLIS);
  }

  /** Renews; an answer is a number or the error that this one met. */
  List<Object> renewAll(List<Grant> grants) throws Exception {
    List<ScriptCalls.Call> renewals = new ArrayList<>(grants.size());
    for (Grant grant : grants) {
      RedisKeys.Of of = keys.of(grant.name());
      renewals.add(
          new ScriptCalls.Call(
              RedisScript.RENEW,
              of.lease(),
              of.absent(),
              bytes(grant.owner().toString()),
              number(grant.ttl().toMillis())));
    }
    return calls.runAll(renewals);
  }

  long release(Grant grant) throws Exception {
    RedisKeys.Of of = keys.of(grant.name());
    return (Long)
        calls.run(
            RedisScript.RELEASE,
            of.lease(),
            of.waiters(),
            of.absent(),
            bytes(grant.owner().toString()),
            bytes(keys.channels()),
            bytes(of.name()));
  }

  void abandon(AcquireAttempt attempt) throws Exception {
    RedisKeys.Of of = keys.of(attempt.name());
    calls.run(
        RedisScript.ABANDON,
        of.lease(),
        of.tombstone(attempt.owner()),
        of.waiters(),
        bytes(attempt.owner().toString()),
        TOMBSTONE_MILLIS,
        bytes(keys.channels()),
        bytes(of.name()));
  }

  /** Revokes the lease of this owner, and of no other. */
  @Nullable Object revoke(LeaseName name, String owner, boolean now) throws Exception {
    RedisKeys.Of of = keys.of(name);
    return calls.run(
        RedisScript.REVOKE,
        of.lease(),
        of.fence(),
        of.waiters(),
        of.absent(),
        bytes(owner),
        bytes(now ? "1" : "0"),
        bytes(keys.channels()),
        bytes(of.name()));
  }

  @Nullable List<?> holder(LeaseName name) throws Exception {
    RedisKeys.Of of = keys.of(name);
    return (List<?>) calls.run(RedisScript.HOLDER, of.lease(), of.absent());
  }

  void wake(LeaseName name) throws Exception {
    RedisKeys.Of of = keys.of(name);
    calls.run(RedisScript.WAKE, of.lease(), of.waiters(), bytes(keys.channels()), bytes(of.name()));
  }

  /** By its text: the right to send one is needed when the server has forgotten the scripts. */
  void checkWaiting(LeaseName name, String client) throws Exception {
    calls.runText(
        RedisScript.CHECK_WAITING, keys.of(name).waiters(), bytes(client), bytes(keys.channels()));
  }

  /** The lease's key as people see it, for messages. */
  String shown(LeaseName name) {
    return keys.of(name).shown();
  }

  private static byte[] number(long value) {
    return bytes(Long.toString(value));
  }
}
