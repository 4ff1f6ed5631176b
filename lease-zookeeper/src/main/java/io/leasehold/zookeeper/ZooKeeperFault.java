package io.leasehold.zookeeper;

import io.leasehold.spi.Cause;
import io.leasehold.spi.Cause.Kind;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;

/**
 * What an error code of the server or the driver means.
 *
 * @param refused whether the request is known not to have run, nor to run later
 * @param cause why
 */
record ZooKeeperFault(boolean refused, Cause cause) {

  /** Of the answer to a request that was sent. */
  static ZooKeeperFault of(Code code) {
    return switch (code) {
      case NOAUTH ->
          refused(
              code,
              Kind.MISCONFIGURED,
              "the server denies a right; the user needs create, read, write and delete below the"
                  + " namespace, see docs/backends/zookeeper.md");
      case AUTHFAILED, SESSIONCLOSEDREQUIRESASLAUTH, INVALIDACL ->
          refused(code, Kind.MISCONFIGURED, "the server does not accept this client's credentials");
      case QUOTAEXCEEDED ->
          refused(code, Kind.MISCONFIGURED, "the quota of the namespace is used up");
      case UNIMPLEMENTED ->
          refused(code, Kind.MISCONFIGURED, "the server is too old; it has to know multi (3.4)");
      case THROTTLEDOP -> refused(code, Kind.OVERLOADED, "the server has too much to do");
      case SESSIONMOVED, NOTREADONLY ->
          refused(code, Kind.UNAVAILABLE, "this server cannot write for this session now");
      case SESSIONEXPIRED -> refused(code, Kind.UNAVAILABLE, "the session has ended");
      case NONODE ->
          refused(
              code,
              Kind.UNAVAILABLE,
              "a node that Leasehold keeps is gone; was the namespace deleted? It is made again");
      case CONNECTIONLOSS ->
          unknown(code, Kind.UNAVAILABLE, "the connection broke before the answer");
      case OPERATIONTIMEOUT, REQUESTTIMEOUT -> unknown(code, Kind.TIMEOUT, "no answer in time");
      default -> unknown(code, Kind.UNAVAILABLE, "the server or the driver failed");
    };
  }

  static ZooKeeperFault timeout(String message) {
    return new ZooKeeperFault(false, Cause.of(Kind.TIMEOUT, message));
  }

  private static ZooKeeperFault refused(Code code, Kind kind, String message) {
    return new ZooKeeperFault(true, new Cause(kind, message, KeeperException.create(code)));
  }

  private static ZooKeeperFault unknown(Code code, Kind kind, String message) {
    return new ZooKeeperFault(false, new Cause(kind, message, KeeperException.create(code)));
  }
}
