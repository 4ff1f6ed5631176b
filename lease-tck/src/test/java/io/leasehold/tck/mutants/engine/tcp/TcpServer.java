package io.leasehold.tck.mutants.engine.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasehold.memory.MemoryStore;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * The smallest store with a network: a memory store behind lines of text on the loopback address.
 *
 * <p>A request is {@code OP NAME OWNER TTL TOKEN METADATA}, its answer one of {@code yes TOKEN},
 * {@code no REASON}, {@code held OWNER TOKEN REMAINING REVOKED METADATA}, {@code none}, {@code
 * refused} and {@code unknown}. Answers carry no number, as in many protocols: only their order
 * says to which request they belong.
 */
final class TcpServer implements AutoCloseable {

  /** The store's own calls end by themselves; only a frozen one takes so long. */
  private static final Duration BOUND = Duration.ofSeconds(30);

  private final LeaseBackend store;
  private final ServerSocket server;
  private final Set<Socket> clients = ConcurrentHashMap.newKeySet();

  /**
   * Serves a store.
   *
   * @param breaks what it serves
   */
  TcpServer(MemoryStore store, UnaryOperator<LeaseBackend> breaks) {
    this.store = breaks.apply(store.connect(BOUND));
    try {
      this.server = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "tcp-store");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        client.setTcpNoDelay(true);
        clients.add(client);
        daemon(() -> serve(client));
      } catch (IOException e) {
        // closed
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        BufferedReader in =
            new BufferedReader(new InputStreamReader(client.getInputStream(), UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        client
            .getOutputStream()
            .write((answer(List.of(line.split(" ", -1))) + "\n").getBytes(UTF_8));
      }
    } catch (IOException e) {
      // the client is gone
    } finally {
      clients.remove(client);
    }
  }

  private String answer(List<String> words) {
    LeaseName name = TcpText.name(words.get(1));
    Duration ttl = Duration.ofNanos(Long.parseLong(words.get(3)));
    long token = Long.parseLong(words.get(4));
    return switch (words.get(0)) {
      case "holder" -> store.holder(name).map(TcpText::held).orElse("none");
      case "revoke" -> answer(store.revoke(name, token > 0));
      case "acquire" ->
          answer(
              store.acquire(
                  new AcquireAttempt(
                      name,
                      OwnerToken.parse(words.get(2)),
                      ttl,
                      token,
                      TcpText.metadata(words.get(5)))));
      case "abandon" ->
          store.abandon(new AcquireAttempt(name, OwnerToken.parse(words.get(2)), ttl, 0, Map.of()))
                  instanceof AbandonOutcome.Abandoned
              ? "yes 0"
              : "unknown";
      case "renew" ->
          answer(
              store.renewIfOwner(
                  new Grant(name, OwnerToken.parse(words.get(2)), ttl, token, null)));
      default ->
          answer(
              store.releaseIfOwner(
                  new Grant(name, OwnerToken.parse(words.get(2)), ttl, token, null)));
    };
  }

  private static String answer(AcquireOutcome outcome) {
    if (outcome instanceof AcquireOutcome.Granted granted) {
      return "yes " + granted.grant().fencingToken();
    }
    if (outcome instanceof AcquireOutcome.Refused) {
      return "refused";
    }
    return outcome instanceof AcquireOutcome.Busy busy ? TcpText.held(busy.holder()) : "unknown";
  }

  private static String answer(RenewOutcome outcome) {
    if (outcome instanceof RenewOutcome.Renewed) {
      return "yes 0";
    }
    return outcome instanceof RenewOutcome.NotOwner not ? "no " + not.reason() : "unknown";
  }

  private static String answer(ReleaseOutcome outcome) {
    if (outcome instanceof ReleaseOutcome.Released) {
      return "yes 0";
    }
    return outcome instanceof ReleaseOutcome.NotOwner not ? "no " + not.reason() : "unknown";
  }

  private static String answer(RevokeOutcome outcome) {
    if (outcome instanceof RevokeOutcome.Revoked revoked) {
      return "yes " + revoked.barrierToken();
    }
    return outcome instanceof RevokeOutcome.Absent ? "none" : "unknown";
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket client : clients) {
        client.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    store.close();
  }
}
