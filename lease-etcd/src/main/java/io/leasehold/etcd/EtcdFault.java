package io.leasehold.etcd;

import io.grpc.Status;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Cause.Kind;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * What the failure of a request means.
 *
 * <p>The server's words are those of etcd 3.4 to 3.6 (api/v3rpc/rpctypes/error.go). Only words by
 * which the server says that it has not carried a request out, and will not, make it refused;
 * "timed out" is none of them.
 *
 * @param refused whether the request is known not to have run, nor to run later
 * @param cause why
 */
record EtcdFault(boolean refused, Cause cause) {

  private static final String LEASE_NOT_FOUND = "requested lease not found";
  private static final String TOKEN_UNKNOWN = "invalid auth token";

  private record Word(String word, Kind kind, String advice) {}

  private static final List<Word> WORDS =
      List.of(
          new Word(LEASE_NOT_FOUND, Kind.UNAVAILABLE, "the store lease has run out or was revoked"),
          new Word(
              "permission denied",
              Kind.MISCONFIGURED,
              "grant the user's role read and write below the namespace"),
          new Word(
              "authentication failed", Kind.MISCONFIGURED, "user or password of the URI is wrong"),
          new Word("user name is empty", Kind.MISCONFIGURED, "give user and password in the URI"),
          new Word(
              "user name not found", Kind.MISCONFIGURED, "user or password of the URI is wrong"),
          new Word(
              "authentication is not enabled",
              Kind.MISCONFIGURED,
              "the server knows no users; leave user and password out of the URI"),
          new Word(TOKEN_UNKNOWN, Kind.UNAVAILABLE, "the server has forgotten who this client is"),
          new Word(
              "database space exceeded",
              Kind.OVERLOADED,
              "the server's quota is reached: compact, defragment, disarm the alarm"),
          new Word("too many requests", Kind.OVERLOADED, "the server has too much to do"),
          new Word(
              "too many operations", Kind.MISCONFIGURED, "the server's max-txn-ops is below 64"),
          new Word(
              "request is too large", Kind.MISCONFIGURED, "raise the server's max-request-bytes"),
          new Word("too large TTL", Kind.MISCONFIGURED, "ask for less"),
          new Word("no leader", Kind.UNAVAILABLE, "the cluster has no leader now"),
          new Word("not capable", Kind.UNAVAILABLE, "the cluster is not up yet"),
          new Word("learner", Kind.MISCONFIGURED, "this member is a learner; name a voting one"),
          new Word("corrupt cluster", Kind.UNAVAILABLE, "the server's data are corrupt"));

  /** Judges a failed request. */
  static EtcdFault of(CallFailedException e) {
    Status status = e.status();
    boolean unsent = !e.sent();
    Optional<Word> said = WORDS.stream().filter(word -> says(e, word.word)).findFirst();
    if (e.isInterrupt()) {
      return new EtcdFault(unsent, cause(Kind.INTERRUPTED, "interrupted", e));
    } else if (said.isPresent() && isFromServer(e)) {
      return new EtcdFault(true, cause(said.get().kind, said.get().advice, e));
    } else if (find(e, CertificateException.class)) {
      return new EtcdFault(
          unsent,
          cause(
              Kind.MISCONFIGURED,
              "the server's certificate is not trusted, or is for another host; name its issuer"
                  + " with ca=/path/of.pem",
              e));
    } else if (find(e, SSLException.class)) {
      return new EtcdFault(
          unsent,
          cause(
              Kind.MISCONFIGURED,
              "there is no TLS connection to be had; does the port speak TLS, and does it ask for a"
                  + " certificate (cert and key)?",
              e));
    }
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED ->
          new EtcdFault(
              unsent,
              cause(
                  Kind.TIMEOUT,
                  unsent
                      ? "no connection within the bound, nothing was sent"
                      : "no answer within the bound",
                  e));
      case UNIMPLEMENTED ->
          new EtcdFault(
              true,
              cause(Kind.MISCONFIGURED, "the server does not speak etcd's API, version 3", e));
      case PERMISSION_DENIED, UNAUTHENTICATED ->
          new EtcdFault(true, cause(Kind.MISCONFIGURED, "the server refuses this client", e));
      case RESOURCE_EXHAUSTED ->
          new EtcdFault(unsent, cause(Kind.OVERLOADED, "the server has too much to do", e));
      default ->
          new EtcdFault(
              unsent,
              cause(
                  Kind.UNAVAILABLE,
                  isFromServer(e) ? "the server answered an error" : "the connection failed",
                  e));
    };
  }

  /** Whether the server says that the store lease of the request does not exist. */
  static boolean isLeaseGone(CallFailedException e) {
    return isFromServer(e) && says(e, LEASE_NOT_FOUND);
  }

  /** Whether the server asks for another login. */
  static boolean isTokenUnknown(CallFailedException e) {
    return isFromServer(e) && says(e, TOKEN_UNKNOWN);
  }

  /** Whether a server has written this answer; what gRPC adds by itself reads differently. */
  static boolean isFromServer(CallFailedException e) {
    String text = e.status().getDescription();
    return text != null
        && e.status().getCause() == null
        && (text.startsWith("etcdserver:")
            || text.startsWith("auth:")
            || text.startsWith("lease:")
            || text.startsWith("mvcc:"));
  }

  private static boolean says(CallFailedException e, String part) {
    String text = e.status().getDescription();
    return text != null && text.contains(part);
  }

  private static boolean find(Throwable thrown, Class<? extends Throwable> type) {
    for (Throwable e = thrown; e != null; e = e.getCause()) {
      if (type.isInstance(e)) {
        return true;
      }
    }
    return false;
  }

  private static Cause cause(Kind kind, String message, Throwable error) {
    return new Cause(kind, message, error);
  }
}
