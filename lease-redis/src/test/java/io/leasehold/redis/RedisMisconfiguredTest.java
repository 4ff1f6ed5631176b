package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseException;
import io.leasehold.LeaseNotAcquiredException;
import io.leasehold.LeaseRequest;
import io.leasehold.spi.BackendUnavailableException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

/** What trying again cannot mend has the same code in every call of a client, as the page says. */
class RedisMisconfiguredTest {

  private final RedisServer server = RedisServer.start();

  @AfterEach
  void end() {
    server.close();
  }

  private static void everyCallSaysSo(LeaseClient client, String remedy) {
    Map<String, Runnable> calls = new LinkedHashMap<>();
    calls.put("tryAcquire", () -> client.tryAcquire("a"));
    calls.put("acquire", () -> acquire(client));
    calls.put("holder", () -> client.holder("a"));
    calls.put("revoke", () -> client.revoke("a"));
    calls.put("revokeNow", () -> client.revokeNow("a"));
    calls.forEach(
        (call, run) -> {
          LeaseException error = catchThrowableOfType(LeaseException.class, run::run);
          assertThat(error).as(call).isNotNull();
          assertThat(error.code()).as(call).isEqualTo(ErrorCode.MISCONFIGURED);
          assertThat(error.getMessage()).as(call).contains(remedy);
          Class<?> type =
              call.endsWith("cquire")
                  ? LeaseNotAcquiredException.class
                  : call.equals("holder")
                      ? BackendUnavailableException.class
                      : LeaseException.class;
          assertThat(error).as(call).isExactlyInstanceOf(type);
        });
  }

  private static void acquire(LeaseClient client) {
    try {
      client.acquire(LeaseRequest.of("a").wait(Duration.ofMinutes(1))).close();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRightThatWasTakenAway() {
    server.command(Command.ACL, "SETUSER", "app", "on", ">pw", "~*", "&*", "+@all");
    try (LeaseClient client = LeaseClient.open("redis://app:pw@127.0.0.1:" + server.port())) {
      server.command(Command.ACL, "SETUSER", "app", "-evalsha");
      everyCallSaysSo(client, "docs/backends/redis.md");
    }
  }

  @Test
  void aForeignValueUnderTheLeasesKey() {
    try (LeaseClient client = LeaseClient.open(server.uri())) {
      server.command(Command.SET, Redises.leaseKey("a"), "someone else's");
      everyCallSaysSo(client, "delete it or choose another namespace");
    }
  }
}
