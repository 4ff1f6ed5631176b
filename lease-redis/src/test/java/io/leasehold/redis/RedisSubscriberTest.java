package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.LeaseClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;

/** The connection that listens, and its thread. */
class RedisSubscriberTest {

  private static final String CHANNEL = "leasehold:wake:test";

  private final RedisServer server = RedisServer.start();
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final AtomicInteger made = new AtomicInteger();
  private final List<Connection> ended = new CopyOnWriteArrayList<>();
  private final RedisSubscriber subscriber =
      new RedisSubscriber(
          CHANNEL,
          new RedisSubscriber.Connector() {
            @Override
            public Connection connect() {
              made.incrementAndGet();
              return new Connection(server.host(), server.port());
            }

            @Override
            public void end(Connection connection) {
              ended.add(connection);
            }
          },
          LeaseClock.system(),
          Redises.CALL_TIMEOUT,
          this::message,
          () -> heard.add("connected"));

  @AfterEach
  void end() {
    subscriber.close();
    server.close();
  }

  private void message(String text) {
    heard.add(text);
    if (text.equals("error")) {
      throw new NoClassDefFoundError("planted");
    } else if (text.equals("exception")) {
      throw new IllegalArgumentException("planted");
    }
  }

  private void hears(String text) {
    server.command(Command.PUBLISH, CHANNEL, text);
    RedisServer.until("it has heard " + text, () -> heard.contains(text));
  }

  @Test
  void nobodyListensBeforeSomebodyWaits() {
    assertThat(subscriber.isListening()).isFalse();
    assertThat(made.get()).isZero();
    subscriber.listen();
    RedisServer.until("it listens", subscriber::isListening);
    hears("first");
  }

  @Test
  void aMessageThatMakesNoSenseEndsNothing() {
    subscriber.listen();
    RedisServer.until("it listens", subscriber::isListening);
    hears("exception");
    hears("next");
    assertThat(ended).isEmpty();
  }

  @Test
  void anErrorEndsItsThreadAndTheNextWaiterStartsAnother() {
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    List<Throwable> thrown = new CopyOnWriteArrayList<>();
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> thrown.add(error));
    try {
      subscriber.listen();
      RedisServer.until("it listens", subscriber::isListening);
      hears("error");
      RedisServer.until("the thread has ended, and not in silence", () -> thrown.size() == 1);
      assertThat(subscriber.isListening()).isFalse();
      assertThat(ended).hasSize(1);
      RedisServer.until("it listens again", subscriber::listen);
      hears("next");
      assertThat(new ArrayList<>(heard))
          .startsWith("connected")
          .containsSequence("error", "connected", "next");
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @Test
  void afterCloseNobodyConnects() {
    subscriber.listen();
    RedisServer.until("it listens", subscriber::isListening);
    subscriber.close();
    RedisServer.until("it has ended", () -> ended.size() == 1);
    assertThat(subscriber.listen()).isFalse();
    assertThat(made.get()).isEqualTo(1);
  }
}
