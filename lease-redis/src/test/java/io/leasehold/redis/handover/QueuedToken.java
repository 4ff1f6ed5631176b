package io.leasehold.redis.handover;

import io.leasehold.servers.TestServer;
import redis.clients.jedis.Protocol.Command;

/**
 * A release leaves one token in a list; who waits longest gets it (BLPOP serves in that order). A
 * wait occupies its connection.
 */
final class QueuedToken extends Bare {

  QueuedToken(TestServer server) {
    super(server);
  }

  @Override
  public void acquire() {
    while (!tryAcquire()) {
      command(Command.BLPOP, NAME + ":queue", POLL_SECONDS);
    }
  }

  @Override
  public void release() {
    release("redis.call('del', KEYS[2]) redis.call('lpush', KEYS[2], 1)");
  }
}
