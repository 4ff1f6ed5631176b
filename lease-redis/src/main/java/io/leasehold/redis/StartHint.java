package io.leasehold.redis;

import io.leasehold.spi.Cause;
import io.leasehold.spi.Durations;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.stream.Stream;
import redis.clients.jedis.exceptions.JedisDataException;

/** What may be wrong, and what to do, where the first call of a client found no server. */
final class StartHint {

  private StartHint() {}

  /** The cause, with a hint if the server itself has not said what is wrong. */
  static Cause added(Cause cause, String where, Duration callTimeout) {
    Throwable error = cause.error();
    if (error == null || error instanceof JedisDataException) {
      return cause;
    }
    String hint =
        switch (cause.kind()) {
          case TIMEOUT -> silent(error, where, callTimeout);
          case UNAVAILABLE -> failed(error, where);
          default -> "";
        };
    return new Cause(cause.kind(), cause.message() + hint, error);
  }

  private static String silent(Throwable error, String where, Duration callTimeout) {
    String hint =
        "; callTimeout is "
            + Durations.show(callTimeout)
            + ": see that the server runs and that host and port are right, and set a longer one if"
            + " the server is slow or far away";
    // Without TLS a server may wait for the rest of what it takes for a command.
    return where.startsWith("rediss://") && !isUnreached(error)
        ? hint + "; if this port is without TLS, write redis:// instead of rediss://"
        : hint;
  }

  private static String failed(Throwable error, String where) {
    if (thrown(error, ConnectException.class)) {
      return "; nothing takes connections there: start the server, or give the address of yours,"
          + " for instance redis://host:6379";
    } else if (thrown(error, UnknownHostException.class)) {
      return "; correct the host";
    } else if (where.startsWith("redis://")) {
      // A server in protected mode says so and hangs up; a reset may overtake what it says.
      return "; if this port expects TLS, write rediss://; if the server is in protected mode, give"
          + " it a password or a user";
    } else if (where.startsWith("rediss://")) {
      // With TLS 1.3 the refusal comes after the handshake, and a reset may overtake it.
      return "; if the server asks for a certificate, give key-store and key-store-password";
    }
    return "";
  }

  /** Whether the time was over, or nobody answered, before there was a connection. */
  private static boolean isUnreached(Throwable error) {
    return errors(error)
        .map(e -> String.valueOf(e.getMessage()))
        .anyMatch(
            message ->
                message.startsWith(HostLookup.SILENT)
                    || message.startsWith(CallBound.OVER)
                    || message.equalsIgnoreCase("connect timed out"));
  }

  private static boolean thrown(Throwable error, Class<? extends Throwable> type) {
    return errors(error).anyMatch(type::isInstance);
  }

  /** The driver's own sockets suppress what happened at each address. */
  private static Stream<Throwable> errors(Throwable error) {
    return Stream.iterate(error, e -> e != null, Throwable::getCause)
        .flatMap(e -> Stream.concat(Stream.of(e), Stream.of(e.getSuppressed())));
  }
}
