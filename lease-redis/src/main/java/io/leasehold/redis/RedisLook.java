package io.leasehold.redis;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Looks at every connection of the start: what the server behind it says of itself, and whether it
 * is the one behind those before. A balancer may lead each to another server.
 */
final class RedisLook {

  private static final Logger LOG = LoggerFactory.getLogger("io.leasehold");

  private final String where;
  private final boolean allowEviction;
  private Optional<String> runId = Optional.empty();
  private boolean blind;

  /**
   * Has seen nothing yet.
   *
   * @param where the server, for messages; without secrets
   * @param allowEviction whether a server that may evict leases is accepted
   */
  RedisLook(String where, boolean allowEviction) {
    this.where = where;
    this.allowEviction = allowEviction;
  }

  /**
   * Asks on this connection. A user who may not ask is accepted, with a warning.
   *
   * @throws LeaseConfigurationException MISCONFIGURED if what answers cannot keep leases, or if
   *     another server answered before
   * @throws JedisDataException if the server refuses anything else
   */
  void at(Connection connection) {
    if (blind) {
      return;
    }
    RedisInfo info;
    try {
      Object answer = connection.executeCommand(new CommandArguments(Command.INFO));
      info = new RedisInfo(new String((byte[]) answer, StandardCharsets.UTF_8));
    } catch (JedisDataException e) {
      String message = String.valueOf(e.getMessage());
      if (!message.startsWith("NOPERM") && !message.startsWith("ERR unknown command")) {
        throw e;
      }
      blind = true;
      LOG.warn(
          "Whether {} may evict leases, is a replica, a node of a cluster or more than one server"
              + " cannot be seen: {}. Allow this user INFO, or make sure that it is a single server"
              + " with maxmemory-policy noeviction",
          where,
          message);
      return;
    }
    compare(info.runId());
    info.faults().stream().findFirst().ifPresent(this::refuse);
    if (!allowEviction) {
      info.eviction().ifPresent(this::refuse);
    }
  }

  private void compare(Optional<String> now) {
    if (runId.isPresent() && now.isPresent() && !runId.equals(now)) {
      refuse(
          "is more than one server: two connections led to "
              + runId.get()
              + " and "
              + now.get()
              + " (run_id), and both would grant; give the address of one server (if the server was"
              + " started anew at this moment, try again)");
    }
    runId = now.or(() -> runId);
  }

  private void refuse(String fault) {
    throw new LeaseConfigurationException(ErrorCode.MISCONFIGURED, where + " " + fault);
  }
}
