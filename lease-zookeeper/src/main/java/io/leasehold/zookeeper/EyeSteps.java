package io.leasehold.zookeeper;

import io.leasehold.HolderInfo;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.RevokeOutcome;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.data.Stat;

/**
 * What is done by those who own nothing: in a session in which there never is a lease, so that it
 * renews none.
 */
final class EyeSteps {

  private static final int REVOKE_TRIES = 3;

  private final Sessions sessions;
  private final Paths paths;

  EyeSteps(Sessions sessions, Paths paths) {
    this.sessions = sessions;
    this.paths = paths;
  }

  /** The session, ready for use. */
  LeaseSession session(Bound bound) throws InterruptedException {
    LeaseSession session =
        sessions
            .eye()
            .orElseThrow(
                () ->
                    new FaultException(
                        new ZooKeeperFault(
                            true, Cause.of(Cause.Kind.CLOSED, "the backend is closed"))));
    Optional<Cause> why = session.await(bound.most());
    if (why.isPresent()) {
      throw new FaultException(new ZooKeeperFault(true, why.get()));
    }
    return session;
  }

  Optional<HolderInfo> holder(LeaseName name, Bound bound)
      throws InterruptedException, TimeoutException {
    Answer seen = look(session(bound), name, bound);
    return seen.isOk() ? Optional.of(read(name, paths, seen)) : Optional.empty();
  }

  /** A write, and a read behind it: what was there when the write ran. */
  private Answer look(LeaseSession session, LeaseName name, Bound bound)
      throws InterruptedException, TimeoutException {
    CompletableFuture<Written> write = session.write();
    CompletableFuture<Answer> read = session.calls().get(paths.lease(name), null);
    Code code = bound.await(write).answer().code();
    if (code == Code.NONODE) {
      bound.await(session.repair());
      write = session.write();
      read = session.calls().get(paths.lease(name), null);
      code = bound.await(write).answer().code();
    }
    if (code != Code.OK) {
      throw new FaultException(ZooKeeperFault.of(code));
    }
    Answer seen = bound.await(read);
    if (!seen.isOk() && seen.code() != Code.NONODE) {
      throw new FaultException(ZooKeeperFault.of(seen.code()));
    }
    return seen;
  }

  /** Who holds the name, by what was read of its node. */
  static HolderInfo read(LeaseName name, Paths paths, Answer seen) {
    Stat stat = seen.stat();
    String data = seen.data();
    if (stat == null || data == null) {
      throw noLease(name, paths);
    }
    return LeaseNode.of(data)
        .map(node -> node.holder(name, stat.getCzxid()))
        .orElseThrow(() -> noLease(name, paths));
  }

  private static FaultException noLease(LeaseName name, Paths paths) {
    return new FaultException(
        new ZooKeeperFault(
            true,
            Cause.of(
                Cause.Kind.MISCONFIGURED,
                "node "
                    + paths.lease(name)
                    + " holds data that are no lease; delete it or choose another namespace")));
  }

  /** Who is to be revoked is looked up first: only that one may be hit, however late. */
  RevokeOutcome revoke(LeaseName name, boolean now, Bound bound)
      throws InterruptedException, TimeoutException {
    LeaseSession session = session(bound);
    for (int tries = 0; tries < REVOKE_TRIES; tries++) {
      Answer seen = whoever(session, name, bound);
      if (!seen.isOk()) {
        return new RevokeOutcome.Absent();
      }
      HolderInfo holder = read(name, paths, seen);
      Written written = bound.await(session.write(steps(name, holder, seen, now)));
      if (written.answer().isOk()) {
        return new RevokeOutcome.Revoked(written.zxid());
      }
      Code code = written.answer().code();
      if (code != Code.NONODE && code != Code.BADVERSION) {
        throw new FaultException(ZooKeeperFault.of(code));
      }
    }
    return new RevokeOutcome.Refused(
        Cause.of(
            Cause.Kind.OVERLOADED,
            "lease \"" + name + "\" changed hands " + REVOKE_TRIES + " times during the call"));
  }

  private Answer whoever(LeaseSession session, LeaseName name, Bound bound)
      throws InterruptedException {
    try {
      return look(session, name, bound);
    } catch (TimeoutException e) {
      throw notLearnt(Cause.of(Cause.Kind.TIMEOUT, "no answer in time"));
    } catch (FaultException e) {
      throw notLearnt(e.fault().cause());
    }
  }

  private static FaultException notLearnt(Cause cause) {
    return new FaultException(
        new ZooKeeperFault(
            true,
            new Cause(
                cause.kind(),
                "who holds it was not learnt, so nothing was revoked: " + cause.message(),
                cause.error())));
  }

  /** The owner's node is there for as long as that very acquisition holds the name. */
  private List<Op> steps(LeaseName name, HolderInfo holder, Answer seen, boolean now) {
    String owner = paths.owner(holder.owner());
    if (now) {
      return List.of(Op.delete(owner, -1), Op.delete(paths.lease(name), -1));
    }
    String data = seen.data();
    Stat stat = seen.stat();
    if (data == null || stat == null) {
      throw noLease(name, paths);
    }
    byte[] marked = LeaseNode.of(data).orElseThrow(() -> noLease(name, paths)).asRevoked().bytes();
    return List.of(Op.check(owner, -1), Op.setData(paths.lease(name), marked, stat.getVersion()));
  }
}
