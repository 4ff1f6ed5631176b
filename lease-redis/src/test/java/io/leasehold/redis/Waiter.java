package io.leasehold.redis;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseRequest;
import io.leasehold.spi.LeaseBackend;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A client that polls so seldom that only a wake-up can bring it a lease. */
final class Waiter implements AutoCloseable {

  static final Duration NO_POLL = Duration.ofMinutes(1);

  final Events events = new Events();
  final LeaseBackend backend;
  final LeaseClient client;

  Waiter(String uri) {
    this(uri, NO_POLL);
  }

  Waiter(String uri, Duration poll) {
    this.backend = Redises.connect(uri);
    this.client = LeaseClient.builder().backend(backend).pollInterval(poll).observer(events).open();
  }

  /** Waits for it, and returns when the server has this client in its line. */
  CompletableFuture<Lease> standInLine(RedisServer server, String name) {
    long before = places(server, name);
    CompletableFuture<Lease> lease = ask(name);
    RedisServer.until("it stands in line", () -> places(server, name) == before + 1);
    return lease;
  }

  CompletableFuture<Lease> ask(String name) {
    return client.acquireAsync(LeaseRequest.of(name).wait(NO_POLL));
  }

  static long places(RedisServer server, String name) {
    return (Long)
        server.command(redis.clients.jedis.Protocol.Command.ZCARD, Redises.waitersKey(name));
  }

  long attempts() {
    return events.count(Kind.ATTEMPT_SENT);
  }

  @Override
  public void close() {
    client.close();
  }
}
