package io.leasehold.redis.handover;

import io.leasehold.servers.TestServer;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;

/** A release tells everybody who waits, and all of them ask. */
final class Broadcast extends Bare {

  private final Semaphore told = new Semaphore(0);
  private final Semaphore listening = new Semaphore(0);
  private final Jedis ear;
  private final Thread thread;
  private final JedisPubSub onMessage =
      new JedisPubSub() {
        @Override
        public void onSubscribe(String channel, int channels) {
          listening.release();
        }

        @Override
        public void onMessage(String channel, String message) {
          told.release();
        }
      };

  Broadcast(TestServer server) throws InterruptedException {
    super(server);
    ear = new Jedis(address, redis.clients.jedis.DefaultJedisClientConfig.builder().build());
    thread = new Thread(() -> ear.subscribe(onMessage, NAME), "broadcast-ear");
    thread.setDaemon(true);
    thread.start();
    if (!listening.tryAcquire(10, TimeUnit.SECONDS)) {
      throw new IllegalStateException("it does not listen");
    }
  }

  @Override
  public void acquire() throws InterruptedException {
    told.drainPermits();
    while (!tryAcquire()) {
      told.tryAcquire(Long.parseLong(POLL_SECONDS), TimeUnit.SECONDS);
      told.drainPermits();
    }
  }

  @Override
  public void release() {
    release("redis.call('publish', KEYS[1], '')");
  }

  @Override
  public void close() {
    onMessage.unsubscribe();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ear.close();
    super.close();
  }
}
