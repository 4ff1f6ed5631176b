package io.leasehold.redis;

import io.leasehold.spi.Cause;
import io.leasehold.spi.Cause.Kind;
import java.net.SocketTimeoutException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * What an error of the driver or the server means.
 *
 * <p>The server's error words are those of Redis 7 (server.c, acl.c, script.c, replication.c). A
 * script refused by one of the words below has changed nothing that matters: it was refused before
 * it began, at its first write, or after it had raised the fencing counter.
 *
 * @param refused whether the command is known not to have run, nor to run later
 * @param cause why
 */
record RedisFault(boolean refused, Cause cause) {

  private record Word(String word, Kind kind, String advice) {}

  private static final List<Word> WORDS =
      List.of(
          new Word("NOAUTH", Kind.MISCONFIGURED, "give user and password in the URI"),
          // To who has not logged in yet the server allows ten words: an acquire has more.
          new Word(
              "ERR Protocol error: unauthenticated",
              Kind.MISCONFIGURED,
              "give user and password in the URI"),
          new Word(
              "WRONGPASS", Kind.MISCONFIGURED, "user or password is wrong, or the user is off"),
          new Word(
              "NOPERM", Kind.MISCONFIGURED, "grant what docs/backends/redis.md lists for the user"),
          new Word(
              "ERR The user executing the script can't",
              Kind.MISCONFIGURED,
              "grant what docs/backends/redis.md lists for the user"),
          new Word(
              "WRONGTYPE",
              Kind.MISCONFIGURED,
              "a key of this lease holds something else; delete it or choose another namespace"),
          new Word(
              "BADFENCE",
              Kind.MISCONFIGURED,
              "a fencing counter was overwritten, this one or where this client's floor comes from;"
                  + " see docs/backends/redis.md on how to set it"),
          new Word("NOSCRIPT", Kind.TIMEOUT, "there was no time left to send the script's text"),
          new Word(
              "MOVED",
              Kind.MISCONFIGURED,
              "this is a node of a cluster; give the address of a server that is none"),
          new Word("ASK", Kind.UNAVAILABLE, "the slot is being moved"),
          new Word(
              "DENIED",
              Kind.MISCONFIGURED,
              "the server is in protected mode: give it a password or a user"),
          new Word("ERR DB index", Kind.MISCONFIGURED, "choose a database that the server has"),
          new Word("ERR invalid DB", Kind.MISCONFIGURED, "choose a database that the server has"),
          new Word(
              "ERR unknown command",
              Kind.MISCONFIGURED,
              "the server does not have the commands that leases need (EVALSHA and others)"),
          new Word(
              "ERR AUTH",
              Kind.MISCONFIGURED,
              "the server has no password for this user; leave user and password out of the URI"),
          new Word(
              "ERR Client sent AUTH",
              Kind.MISCONFIGURED,
              "the server has no password; leave it out of the URI"),
          new Word("READONLY", Kind.UNAVAILABLE, "this is a replica; leases need its primary"),
          new Word("LOADING", Kind.UNAVAILABLE, "the server is loading its data"),
          new Word("MASTERDOWN", Kind.UNAVAILABLE, "this replica has lost its primary"),
          new Word(
              "NOREPLICAS",
              Kind.UNAVAILABLE,
              "too few replicas are connected for min-replicas-to-write"),
          new Word(
              "MISCONF",
              Kind.UNAVAILABLE,
              "the server cannot save and takes no writes; its log says why"),
          new Word("CLUSTERDOWN", Kind.UNAVAILABLE, "the cluster does not serve this slot"),
          new Word("TRYAGAIN", Kind.UNAVAILABLE, "the slot is being moved"),
          new Word(
              "OOM",
              Kind.OVERLOADED,
              "the server's maxmemory is reached; raise it, or remove what else is stored there"),
          new Word(
              "BUSY",
              Kind.OVERLOADED,
              "another script occupies the server; wait for it, or end it with SCRIPT KILL"),
          new Word("ERR max number of clients", Kind.OVERLOADED, "raise the server's maxclients"));

  /** Judges what a call threw. */
  static RedisFault of(Exception error) {
    boolean sent = !(error instanceof NotSentException);
    Throwable thrown = error instanceof NotSentException unsent ? unsent.why() : error;
    Optional<RedisFault> said = serverSaid(thrown);
    if (said.isPresent()) {
      return said.get();
    }
    if (find(thrown, InterruptedException.class)) {
      return new RedisFault(!sent, cause(Kind.INTERRUPTED, "interrupted", thrown));
    } else if (find(thrown, NoSuchElementException.class)) {
      return new RedisFault(
          true,
          cause(
              Kind.OVERLOADED,
              "every connection for such calls is in use; give the pool more (pool=..., or the"
                  + " maxTotal of a client of yours) or call less at once",
              thrown));
    } else if (find(thrown, SocketTimeoutException.class)) {
      return new RedisFault(
          !sent,
          cause(
              Kind.TIMEOUT,
              sent
                  ? "no answer within the bound"
                  : "no connection within the bound, nothing was sent",
              thrown));
    } else if (find(thrown, CertificateException.class)) {
      return new RedisFault(!sent, cause(Kind.MISCONFIGURED, certificate(thrown), thrown));
    } else if (says(thrown, "fatal alert")) {
      return new RedisFault(
          !sent,
          cause(
              Kind.MISCONFIGURED,
              "the server refuses the TLS handshake; does it ask for a certificate (key-store)?",
              thrown));
    } else if (says(thrown, "Unknown reply") || says(thrown, "unrecognized SSL message")) {
      return new RedisFault(
          !sent,
          cause(
              Kind.MISCONFIGURED,
              "the server does not speak this protocol; is it Redis, and with TLS only for"
                  + " rediss://?",
              thrown));
    }
    return new RedisFault(!sent, cause(Kind.UNAVAILABLE, "the connection failed", thrown));
  }

  /** Whether the server ends the connection after this answer. */
  static boolean endsConnection(JedisDataException answer) {
    String message = answer.getMessage();
    return message != null && message.startsWith("ERR Protocol error");
  }

  /** Whether a key holds something of another type. */
  boolean isWrongType() {
    Throwable error = cause.error();
    return error != null
        && error.getMessage() != null
        && error.getMessage().startsWith("WRONGTYPE");
  }

  /** An error reply: the server looked at the command. */
  private static Optional<RedisFault> serverSaid(Throwable thrown) {
    for (Throwable e = thrown; e != null; e = e.getCause()) {
      String message = e.getMessage();
      if (e instanceof JedisDataException && message != null) {
        for (Word word : WORDS) {
          if (message.startsWith(word.word)) {
            return Optional.of(new RedisFault(true, cause(word.kind, word.advice, e)));
          }
        }
        return Optional.of(
            new RedisFault(false, cause(Kind.UNAVAILABLE, "the server answered an error", e)));
      }
    }
    return Optional.empty();
  }

  /** As the JDK words it (sun.security.util.HostnameChecker). */
  private static String certificate(Throwable thrown) {
    if (says(thrown, "No subject alternative") || says(thrown, "No name matching")) {
      return "the server's certificate is for another host; write a host that it names, or"
          + " verify-host=false";
    } else if (find(thrown, CertificateExpiredException.class)) {
      return "the server's certificate has expired";
    }
    return "the server's certificate is not trusted; name a store that holds it or its issuer, with"
        + " trust-store=/path/of.p12 and trust-store-password";
  }

  private static Cause cause(Kind kind, String message, Throwable error) {
    return new Cause(kind, message, error);
  }

  private static boolean find(Throwable thrown, Class<? extends Throwable> type) {
    for (Throwable e = thrown; e != null; e = e.getCause()) {
      if (type.isInstance(e)) {
        return true;
      }
    }
    return false;
  }

  private static boolean says(Throwable thrown, String part) {
    for (Throwable e = thrown; e != null; e = e.getCause()) {
      if (e.getMessage() != null && e.getMessage().contains(part)) {
        return true;
      }
    }
    return false;
  }
}
