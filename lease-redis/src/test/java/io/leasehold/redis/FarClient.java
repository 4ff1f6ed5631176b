package io.leasehold.redis;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.net.Direction;
import io.leasehold.tck.net.FaultProxy;
import io.leasehold.tck.net.HeldData;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.args.Rawable;

/** A client that reaches the server through a network of its own, which a test rules. */
final class FarClient implements AutoCloseable {

  static final Duration BOUND = Duration.ofSeconds(20);

  final RedisServer server;
  final FaultProxy proxy;
  final Events events = new Events();
  final LeaseClient client;

  FarClient(RedisServer server, Duration callTimeout) {
    this.server = server;
    this.proxy = FaultProxy.to(server.host(), server.port());
    this.client =
        LeaseClient.builder()
            .backend(connect("redis://127.0.0.1:" + proxy.port(), callTimeout))
            .pollInterval(callTimeout)
            .closeTimeout(callTimeout.multipliedBy(3))
            .observer(events)
            .open();
  }

  /** The first calls of a JVM are slow, and the bound may be short: then it is tried again. */
  static LeaseBackend connect(String uri, Duration callTimeout) {
    LeaseClock clock = LeaseClock.system();
    long begin = clock.nanos();
    while (true) {
      try {
        return Redises.connect(uri, callTimeout);
      } catch (BackendUnavailableException e) {
        if (clock.nanos() - begin > BOUND.toNanos()) {
          throw e;
        }
      }
    }
  }

  /** Keeps back the next call of that script. */
  HeldData holdCall(RedisScript script) {
    return proxy.holdNext(Direction.REQUESTS, marker(script));
  }

  /** Keeps back the answer to the next call of that script. */
  HeldData holdAnswer(RedisScript script) {
    return proxy.holdAnswer(marker(script));
  }

  /** A text that only this script's calls contain. */
  static String marker(RedisScript script) {
    Iterator<Rawable> words = script.bySha().iterator();
    words.next(); // the command; its digest follows
    return RedisServer.text(words.next().getRaw());
  }

  static void awaitCaught(HeldData held) throws InterruptedException {
    if (!held.awaitCaught(BOUND)) {
      throw new AssertionError("it has not come by within " + BOUND);
    }
  }

  /** Lets a call go and waits until the server has run it; nothing else may call meanwhile. */
  void run(HeldData call) throws InterruptedException {
    long before = server.calls("evalsha");
    letGo(call);
    RedisServer.until("the server has run it", () -> server.calls("evalsha") > before);
  }

  /** Lets go what still has a receiver. */
  static void letGo(HeldData held) throws InterruptedException {
    if (!held.letGo(BOUND)) {
      throw new AssertionError("it was not let go within " + BOUND);
    }
  }

  /** Delays an answer; on a busy machine its caller may have given up before it comes. */
  static void delay(HeldData answer, Duration by) throws InterruptedException {
    LockSupport.parkNanos(by.toNanos());
    answer.letGo(BOUND);
  }

  /** Lets an answer go to a caller who does not listen any more. */
  static void letGoTooLate(HeldData answer) throws InterruptedException {
    answer.letGo(Duration.ZERO);
  }

  /** Cuts all connections of this client, and with them what is held back. */
  void cut(HeldData held) throws InterruptedException {
    proxy.reset();
    held.letGo(Duration.ZERO);
  }

  /** What waits until so many more events of that kind have come, counted from now. */
  Runnable more(Kind kind, String outcome, long times) {
    return more(kind + " " + outcome, () -> events.count(kind, outcome), times);
  }

  Runnable more(Kind kind, long times) {
    return more("" + kind, () -> events.count(kind), times);
  }

  private static Runnable more(String what, LongSupplier count, long times) {
    long enough = count.getAsLong() + times;
    return () -> RedisServer.until(times + " more: " + what, () -> count.getAsLong() >= enough);
  }

  boolean exists(String name) {
    return server.command(Command.EXISTS, Redises.leaseKey(name)).equals(1L);
  }

  /** Whether the store's record is that lease's, and no other's. */
  boolean stands(Lease lease) {
    String record = server.text(Command.GET, Redises.leaseKey(lease.name()));
    return record.startsWith(lease.owner() + " ");
  }

  @Override
  public void close() {
    client.close();
    proxy.close();
  }
}
