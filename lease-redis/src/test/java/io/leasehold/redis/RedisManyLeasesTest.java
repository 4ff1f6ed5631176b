package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

/**
 * Ten thousand leases on a handful of connections; and nothing of them is left when all is over.
 */
class RedisManyLeasesTest {

  private static final int LEASES = 10_000;
  private static final int POOL = 8;
  private static final Duration TTL = Duration.ofSeconds(9);

  @Test
  void tenThousandLeasesNeedOnePoolAndOneSubscriberAndLeaveNothing() throws Exception {
    try (RedisServer server = RedisServer.start()) {
      useOnce(server, 10); // so that classes, pools and threads of the JVM count on both sides
      Set<String> threads = threads();
      long heap = heap();

      useOnce(server, LEASES);

      RedisServer.until("its threads have ended", () -> threads.containsAll(threads()));
      // What the threads of the closed clients still hold goes with them, a moment later.
      RedisServer.until("the heap is as before", () -> heap() - heap < 3_000_000);
      assertThat(clients(server)).isZero();
      assertThat(server.keys("*:lease:*")).isEmpty();
    }
  }

  private static void useOnce(RedisServer server, int leases) throws Exception {
    Events events = new Events();
    try (LeaseClient client =
        LeaseClient.builder()
            .uri(server.uri() + "?pool=" + POOL)
            .closeTimeout(Duration.ofMinutes(1))
            .observer(event -> note(events, event))
            .open()) {
      List<Lease> held = new ArrayList<>();
      for (int i = 0; i < leases; i++) {
        held.add(client.acquire(LeaseRequest.of("lease " + i).ttl(TTL)));
      }
      server.command(Command.CONFIG, "RESETSTAT");
      try (LeaseClient second = LeaseClient.open(server.uri() + "?client-name=second")) {
        List<CompletableFuture<Lease>> waiting = new ArrayList<>();
        for (int i = 0; i < Math.min(leases, 100); i++) {
          waiting.add(second.acquireAsync(LeaseRequest.of("lease " + i).ttl(TTL)));
        }
        RedisServer.until("each is renewed", () -> server.calls("pexpire") >= leases);
        assertThat(clients(server)).isLessThanOrEqualTo(POOL);
        assertThat(subscribers(server, "second")).isEqualTo(1);
        assertThat(held).allMatch(Lease::isHeld);
        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        waiting.forEach(future -> future.cancel(false));
      }
      assertThat(events.count(Kind.LOST)).isZero();
    }
  }

  /** The rest would be kept in the heap that is measured. */
  private static void note(Events events, LeaseEvent event) {
    if (event.kind() == Kind.LOST) {
      events.on(event);
    }
  }

  /** Connections of the first client: its pool, and a subscriber if it has one. */
  private static long clients(RedisServer server) {
    return list(server).stream().filter(line -> line.contains(" name=leasehold ")).count();
  }

  private static long subscribers(RedisServer server, String name) {
    return list(server).stream()
        .filter(line -> line.contains(" name=" + name + " ") && line.contains(" sub=1 "))
        .count();
  }

  private static List<String> list(RedisServer server) {
    return Arrays.asList(server.text(Command.CLIENT, "LIST").split("\n"));
  }

  private static Set<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("leasehold"))
        .map(thread -> thread.getName() + " " + thread.getId())
        .collect(Collectors.toSet());
  }

  private static long heap() {
    System.gc();
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
