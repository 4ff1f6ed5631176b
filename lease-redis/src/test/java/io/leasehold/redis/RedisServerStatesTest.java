package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.LeaseBackend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A server that answers but does not serve: every call says what is true, and all is well later.
 */
class RedisServerStatesTest {

  private static final String KEPT = "Refused UNAVAILABLE";

  private RedisServer server = RedisServer.start();
  private LeaseBackend backend = Redises.connect(server.uri());

  @AfterEach
  void end() {
    backend.close();
    server.close();
  }

  private void startAgain(String query, String... options) {
    end();
    server = RedisServer.start(options);
    backend = Redises.connect(server.uri() + query);
  }

  /** What a server answers that reads and deletes but takes no writes. */
  private static Map<String, String> noWrites() {
    Map<String, String> answers = new LinkedHashMap<>();
    answers.put("acquire", KEPT);
    answers.put("acquire a busy one", "Busy");
    answers.put("renew", KEPT);
    answers.put("holder", "Held");
    answers.put("release", KEPT);
    answers.put("revoke", KEPT);
    answers.put("abandon", KEPT);
    answers.put("abandon what never ran", KEPT);
    return answers;
  }

  @Test
  void aReplicaDecidesNothingNotEvenWhoHoldsALease() {
    EveryCall calls = new EveryCall(backend);
    server.command(Command.REPLICAOF, "127.0.0.1", "1");
    calls.allAnswer(KEPT);
    server.command(Command.REPLICAOF, "NO", "ONE");
    calls.serveAgain();
  }

  @Test
  void aReplicaThatHasLostTheRecordDoesNotSayNotOwner() {
    try (RedisServer empty = RedisServer.start("--repl-diskless-sync-delay", "0")) {
      EveryCall calls = new EveryCall(backend);
      server.command(Command.REPLICAOF, "127.0.0.1", "" + empty.port());
      RedisServer.until(
          "the replica has its primary's data",
          () -> server.text(Command.INFO, "replication").contains("master_link_status:up"));
      assertThat(server.command(Command.EXISTS, Redises.leaseKey("renewed"))).isEqualTo(0L);
      calls.allAnswer(KEPT);
    }
  }

  @Test
  void aReplicaThatServesNothingOldRefusesEverything() {
    EveryCall calls = new EveryCall(backend);
    server.command(Command.CONFIG, "SET", "replica-serve-stale-data", "no");
    server.command(Command.REPLICAOF, "127.0.0.1", "1");
    calls.allAnswer(KEPT);
    server.command(Command.REPLICAOF, "NO", "ONE");
    calls.serveAgain();
  }

  @Test
  void aServerThatLoadsItsDataRefusesEverything() {
    // One key of 2 KB per look at the connections, each with a pause of 20 ms.
    startAgain("", "--key-load-delay", "20000", "--loading-process-events-interval-bytes", "1024");
    for (int i = 0; i < 100; i++) {
      server.command(Command.SET, "filler:" + i, ("" + i).repeat(2_000));
    }
    server.command(Command.CONFIG, "SET", "rdbcompression", "no");
    EveryCall calls = new EveryCall(backend);
    server.command(Command.SAVE);
    server.relaunch();
    RedisServer.until("the server is loading", () -> answersError("LOADING"));
    calls.answers(); // the first of them meets the connection that was cut
    calls.allAnswer(KEPT);
    assertThat(answersError("LOADING")).as("it was loading all the time").isTrue();
    calls.serveAgain();
  }

  @Test
  void withItsMemoryFullAServerRenewsAndFreesButGrantsNothing() {
    EveryCall calls = new EveryCall(backend);
    server.command(Command.CONFIG, "SET", "maxmemory", "1");
    Map<String, String> expected = new LinkedHashMap<>();
    expected.put("acquire", "Refused OVERLOADED");
    expected.put("acquire a busy one", "Busy");
    expected.put("renew", "Renewed");
    expected.put("holder", "Held");
    expected.put("release", "Released");
    expected.put("revoke", "Refused OVERLOADED");
    expected.put("abandon", "Abandoned");
    expected.put("abandon what never ran", "Refused OVERLOADED");
    assertThat(calls.answers()).isEqualTo(expected);
    assertThat(server.command(Command.EXISTS, Redises.leaseKey("given up"))).isEqualTo(0L);
    server.command(Command.CONFIG, "SET", "maxmemory", "0");
    calls.serveAgain();
  }

  @Test
  void withoutEnoughReplicasTheServerTakesNoWrites() {
    EveryCall calls = new EveryCall(backend);
    server.command(Command.CONFIG, "SET", "min-replicas-to-write", "1");
    assertThat(calls.answers()).isEqualTo(noWrites());
    server.command(Command.CONFIG, "SET", "min-replicas-to-write", "0");
    calls.serveAgain();
  }

  @Test
  void aServerThatCannotSaveTakesNoWrites(@TempDir Path folder) throws IOException {
    Path gone = Files.createDirectory(folder.resolve("gone"));
    startAgain("", "--dir", gone.toString(), "--save", "3600 1");
    EveryCall calls = new EveryCall(backend);
    Files.delete(gone);
    server.command(Command.BGSAVE);
    RedisServer.until(
        "saving has failed",
        () -> server.text(Command.INFO, "persistence").contains("rdb_last_bgsave_status:err"));
    assertThat(calls.answers()).isEqualTo(noWrites());
    server.command(Command.CONFIG, "SET", "stop-writes-on-bgsave-error", "no");
    calls.serveAgain();
  }

  @Test
  void aScriptThatDoesNotEndMakesTheServerBusy() {
    startAgain("", "--busy-reply-threshold", "20");
    EveryCall calls = new EveryCall(backend);
    CompletableFuture<Object> endless =
        CompletableFuture.supplyAsync(
            () -> server.command(Command.EVAL, "while true do end", "0"),
            RedisServerStatesTest::thread);
    RedisServer.until("the server is busy", () -> answersError("BUSY"));
    calls.allAnswer("Refused OVERLOADED");
    server.command(Command.SCRIPT, "KILL");
    assertThat(endless).failsWithin(Redises.CALL_TIMEOUT.multipliedBy(10));
    calls.serveAgain();
  }

  private static void thread(Runnable task) {
    Thread thread = new Thread(task, "endless-script");
    thread.setDaemon(true);
    thread.start();
  }

  @Test
  void aPasswordThatIsSetLaterRefusesNewConnections() {
    EveryCall calls = new EveryCall(backend);
    server.command(Command.CONFIG, "SET", "requirepass", "new");
    DefaultJedisClientConfig admin = DefaultJedisClientConfig.builder().password("new").build();
    server.command(admin, Command.CLIENT, "KILL", "TYPE", "normal");
    calls.answers(); // the first of them meets the connection that was cut
    calls.allAnswer("Refused MISCONFIGURED");
    server.command(admin, Command.CONFIG, "SET", "requirepass", "");
    calls.serveAgain();
  }

  @Test
  void aUserWithoutScriptsIsRefused() {
    server.command(Command.ACL, "SETUSER", "app", "on", ">pw", "~*", "&*", "+@all");
    backend.close();
    backend = Redises.connect("redis://app:pw@127.0.0.1:" + server.port());
    EveryCall calls = new EveryCall(backend);
    server.command(Command.ACL, "SETUSER", "app", "-evalsha");
    calls.allAnswer("Refused MISCONFIGURED");
    server.command(Command.ACL, "SETUSER", "app", "+evalsha");
    calls.serveAgain();
  }

  @Test
  void aUserWithoutTheKeysIsRefused() {
    server.command(Command.ACL, "SETUSER", "app", "on", ">pw", "~*", "&*", "+@all");
    backend.close();
    backend = Redises.connect("redis://app:pw@127.0.0.1:" + server.port());
    EveryCall calls = new EveryCall(backend);
    server.command(Command.ACL, "SETUSER", "app", "resetkeys", "~other:*");
    calls.allAnswer("Refused MISCONFIGURED");
    server.command(Command.ACL, "SETUSER", "app", "~*");
    calls.serveAgain();
  }

  private boolean answersError(String word) {
    try {
      server.command(Command.PING);
      return false;
    } catch (JedisDataException e) {
      return String.valueOf(e.getMessage()).startsWith(word);
    } catch (JedisConnectionException e) {
      return false; // it does not listen yet
    }
  }
}
