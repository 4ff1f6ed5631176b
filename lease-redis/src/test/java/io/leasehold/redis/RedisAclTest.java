package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.leasehold.ErrorCode;
import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.LeaseRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Protocol.Command;

/** A user who may do what the page lists can do everything; one who may do less is told at once. */
class RedisAclTest {

  private final RedisServer server = RedisServer.start();

  @AfterEach
  void end() {
    server.close();
  }

  private void user(List<String> rules) {
    List<String> line = new ArrayList<>(List.of("SETUSER", "app", "reset", "on", ">s3cret"));
    line.addAll(rules);
    server.command(Command.ACL, line.toArray(String[]::new));
  }

  private String uri() {
    return "redis://app:s3cret@127.0.0.1:" + server.port() + "/1";
  }

  @Test
  void theListedRightsAreEnoughForAWholeLifeWithWaitersAndRevocation() throws Exception {
    user(RedisAcl.RULES);
    server.command(Command.ACL, "LOG", "RESET");
    try (LeaseClient client = LeaseClient.builder().uri(uri()).open();
        LeaseClient waiting =
            LeaseClient.builder().uri(uri()).pollInterval(Duration.ofMinutes(1)).open()) {
      LeaseRequest request = LeaseRequest.of("a").renewedByHand();
      Lease lease = client.acquire(request);
      CompletableFuture<Lease> next = waiting.acquireAsync(request.wait(Duration.ofMinutes(1)));
      RedisServer.until("it stands in line", () -> server.keysIn(1, "*:wait:*").size() == 1);
      lease.renew();
      assertThat(client.holder("a")).isPresent();
      lease.close();
      Lease second = next.get(20, TimeUnit.SECONDS);
      assertThat(waiting.revoke("a")).isPresent();
      assertThat(waiting.revokeNow("a")).isPresent();
      second.close();
    }
    // "client|setinfo" is the driver's own wish, which it lives without.
    assertThat(denied()).isSubsetOf(Set.of("client|setinfo", "client|info"));
  }

  /** The commands that the server refused. */
  private Set<String> denied() {
    Set<String> objects = new TreeSet<>();
    for (Object entry : (List<?>) server.command(Command.ACL, "LOG")) {
      objects.add(RedisServer.text(((List<?>) entry).get(7)));
    }
    return objects;
  }

  /** Also where another client has brought the scripts before. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aMissingRightIsToldAtTheStart(boolean scriptsAreKnown) {
    Redises.connect(server.uri()).close();
    for (String rule : RedisAcl.RULES) {
      if (rule.equals("-@all") || rule.equals("+client|setname")) {
        continue; // without a name for the connection all works
      }
      List<String> less = new ArrayList<>(RedisAcl.RULES);
      less.remove(rule);
      user(less);
      if (!scriptsAreKnown) {
        server.command(Command.SCRIPT, "FLUSH");
      }
      if (rule.equals("+info")) {
        LeaseClient.builder().uri(uri()).open().close(); // a line in the log
        continue;
      }
      LeaseConfigurationException error =
          catchThrowableOfType(
              LeaseConfigurationException.class,
              () -> LeaseClient.builder().uri(uri()).open().close());
      assertThat(error).as("without %s", rule).isNotNull();
      assertThat(error.code()).as("without %s", rule).isEqualTo(ErrorCode.MISCONFIGURED);
      assertThat(error.getMessage()).contains("docs/backends/redis.md").doesNotContain("s3cret");
    }
  }
}
