package io.leasehold.redis.handover;

import io.leasehold.servers.ServerSpec;
import io.leasehold.servers.TestServer;
import io.leasehold.servers.TestServers;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Many clients hand one name on, on a server of their own. Each client that has released asks again
 * only when another has it, so that every acquire is a hand-over.
 */
final class HandOverRound {

  private static final int CLIENTS = 16;
  private static final int HAND_OVERS = 400;
  private static final long BOUND_SECONDS = 120;

  private final AtomicInteger turn = new AtomicInteger();
  private final AtomicInteger holders = new AtomicInteger();
  private final List<Long> gaps = new ArrayList<>(); // written by the holder alone
  private volatile long released;

  private HandOverRound() {}

  /** Makes one client. */
  interface Way {
    Contestant open(TestServer server) throws Exception;
  }

  /**
   * What a round cost.
   *
   * @param calls requests to the server per hand-over, by their kinds
   * @param gapNanos from the begin of a release to the return of the next acquire, sorted
   */
  record Cost(double calls, List<Long> gapNanos) {

    double micros(double quantile) {
      return gapNanos.get((int) (quantile * (gapNanos.size() - 1))) / 1000.0;
    }
  }

  static Cost run(Way way, List<String> kinds) throws Exception {
    HandOverRound round = new HandOverRound();
    try (TestServer server = TestServers.here().start(ServerSpec.redis())) {
      List<Contestant> clients = new ArrayList<>();
      ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
      try {
        for (int n = 0; n < CLIENTS; n++) {
          clients.add(way.open(server));
        }
        ask(server, "CONFIG RESETSTAT");
        round.handOn(clients, threads);
        int done = round.turn.get();
        double calls = (double) calls(ask(server, "INFO commandstats"), kinds) / done;
        round.gaps.sort(null);
        return new Cost(calls, round.gaps);
      } finally {
        threads.shutdownNow();
        clients.forEach(Contestant::close);
      }
    }
  }

  private void handOn(List<Contestant> clients, ExecutorService threads) throws Exception {
    CountDownLatch start = new CountDownLatch(1);
    List<Future<?>> running = new ArrayList<>();
    for (Contestant client : clients) {
      running.add(
          threads.submit(
              () -> {
                start.await();
                work(client);
                return null;
              }));
    }
    start.countDown();
    for (Future<?> each : running) {
      each.get(BOUND_SECONDS, TimeUnit.SECONDS);
    }
  }

  private void work(Contestant client) throws Exception {
    while (turn.get() < HAND_OVERS) {
      client.acquire();
      long now = System.nanoTime();
      if (holders.incrementAndGet() != 1) {
        throw new IllegalStateException("two hold it");
      }
      if (released != 0) {
        gaps.add(now - released);
      }
      int mine = turn.incrementAndGet();
      holders.decrementAndGet();
      released = System.nanoTime();
      client.release();
      // The last ones are no hand-overs: nobody waits any more.
      while (turn.get() == mine && mine < HAND_OVERS) {
        LockSupport.parkNanos(20_000);
      }
    }
  }

  private static long calls(String stats, List<String> kinds) {
    long sum = 0;
    for (String kind : kinds) {
      Matcher line = Pattern.compile("cmdstat_" + kind + ":calls=(\\d+)").matcher(stats);
      sum += line.find() ? Long.parseLong(line.group(1)) : 0;
    }
    return sum;
  }

  /** One command by a connection of its own; the server ends it after the answer. */
  private static String ask(TestServer server, String command) throws IOException {
    try (Socket socket = new Socket(server.host(), server.port())) {
      socket
          .getOutputStream()
          .write((command + "\r\nQUIT\r\n").getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
  }
}
