package io.leasehold.redis;

import io.leasehold.LeaseConfigurationException;
import io.leasehold.redis.ConnectionShares.Purpose;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.support.TrialLease;
import java.time.Duration;
import java.util.concurrent.Callable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;

/**
 * Tries at start what would fail later: a whole life of a lease under a name of its own, which
 * shows a wrong password, a missing right and a server that is none; and whether the server is one
 * that can keep leases.
 */
final class RedisStartup {

  private final RedisLeaseBackend backend;
  private final RedisConnections connections;
  private final TrialLease trial;
  private final RedisLook look;

  RedisStartup(
      RedisLeaseBackend backend, RedisConnections connections, String where, RedisLook look) {
    this.backend = backend;
    this.connections = connections;
    // Behind one address several servers may answer in turn.
    this.trial =
        new TrialLease(
            where,
            Cause.of(
                Cause.Kind.MISCONFIGURED,
                ", as if another server had answered than the one before; give the address of one"
                    + " server, not of a balancer before several"),
            cause -> StartHint.added(cause, where, backend.traits().callTimeout()));
    this.look = look;
  }

  /**
   * Tries acquire, renew, release and abandon.
   *
   * @throws LeaseConfigurationException MISCONFIGURED
   * @throws BackendUnavailableException if the server does not answer or cannot serve now
   */
  void oneLease() {
    trial.live(backend);
  }

  private RuntimeException failed(String what, Cause cause) {
    return trial.failed(what, cause);
  }

  /**
   * Tries what wakes waiters: later its errors are swallowed, because a poll makes up for it.
   *
   * @throws LeaseConfigurationException MISCONFIGURED
   * @throws BackendUnavailableException if the server does not answer or cannot serve now
   */
  void waiting(
      RedisSteps steps, RedisSubscriber.Connector connector, String channels, LeaseClock clock) {
    String id = OwnerToken.random().toString();
    try {
      connections.use(
          Purpose.OTHER,
          connection -> connection.executeCommand(new CommandArguments(Command.PING)));
      steps.checkWaiting(new LeaseName("leasehold-startup-" + id), id);
      Connection connection = connector.connect();
      try {
        boundedLook(connection, clock);
        CallBound.within(
            clock,
            backend.traits().callTimeout(),
            left ->
                connection.executeCommand(
                    new CommandArguments(Command.SUBSCRIBE).add(channels + id)));
      } finally {
        discard(connection, connector, clock);
      }
    } catch (LeaseConfigurationException e) {
      throw e; // another server than before
    } catch (Exception e) {
      throw failed("nobody can wait for a lease", RedisFault.of(e).cause());
    }
  }

  /**
   * Looks at what the server says of itself: its version, that it is no replica and no node of a
   * cluster, and that it evicts no lease. Before anything else: what a call would answer there says
   * less of what to do.
   *
   * @throws LeaseConfigurationException MISCONFIGURED
   * @throws BackendUnavailableException if the server does not answer
   */
  void server() {
    asking(() -> connections.use(Purpose.OTHER, this::looked));
  }

  /** Looks on two connections at once, which therefore are two. */
  void oneServer(RedisSubscriber.Connector connector, LeaseClock clock) {
    asking(
        () -> {
          Connection second = connector.connect();
          try {
            boundedLook(second, clock);
            return connections.use(Purpose.OTHER, this::looked);
          } finally {
            discard(second, connector, clock);
          }
        });
  }

  private void asking(Callable<Connection> question) {
    try {
      Connection unused = question.call();
    } catch (LeaseConfigurationException e) {
      throw e;
    } catch (Exception e) {
      throw failed("the server cannot be asked what it is", RedisFault.of(e).cause());
    }
  }

  private Connection looked(Connection connection) {
    look.at(connection);
    return connection;
  }

  private void boundedLook(Connection connection, LeaseClock clock) throws Exception {
    Duration bound = backend.traits().callTimeout();
    connection.setSoTimeout((int) bound.toMillis());
    Connection unused = CallBound.within(clock, bound, left -> looked(connection));
  }

  private static void discard(
      Connection connection, RedisSubscriber.Connector connector, LeaseClock clock)
      throws Exception {
    CallBound.closing(clock, connection::forceDisconnect);
    CallBound.closing(clock, () -> connector.end(connection));
  }
}
