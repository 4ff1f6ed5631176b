package io.leasehold.zookeeper;

import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;

/**
 * What an owner does with its own acquisition. It names the owner's node, which no other
 * acquisition ever has: so a late step finds nothing to act on.
 */
final class OwnerSteps {

  private final Attempts attempts;
  private final Setting setting;
  private final EyeSteps eye;

  OwnerSteps(Attempts attempts, Setting setting, EyeSteps eye) {
    this.attempts = attempts;
    this.setting = setting;
    this.eye = eye;
  }

  /** Both nodes of an acquisition, or none. */
  static List<Op> deletes(Paths paths, LeaseName name, OwnerToken owner) {
    return List.of(Op.delete(paths.owner(owner), -1), Op.delete(paths.lease(name), -1));
  }

  /**
   * One write for all, which proves the session; behind it a read for each, which therefore sees
   * everything that happened before the write.
   *
   * @param outcomes gets what is known, in the order of the grants
   */
  List<RenewOutcome> renew(List<Grant> grants, Bound bound, List<RenewOutcome> outcomes)
      throws InterruptedException, TimeoutException {
    if (grants.isEmpty()) {
      return outcomes;
    }
    if (!(grants.get(0).cookie() instanceof Tenancy tenancy)) {
      return all(grants, NotOwnerReason.ABSENT, outcomes);
    }
    LeaseSession session = tenancy.session();
    Optional<Cause> why = session.await(bound.most());
    if (session.isOver()) {
      return all(grants, NotOwnerReason.SESSION_ENDED, outcomes);
    } else if (why.isPresent()) {
      throw new FaultException(new ZooKeeperFault(true, why.get()));
    }
    CompletableFuture<Written> write = session.write();
    List<CompletableFuture<Answer>> reads = new ArrayList<>(grants.size());
    for (Grant grant : grants) {
      reads.add(session.calls().get(setting.paths().lease(grant.name()), null));
    }
    Written written = bound.await(write);
    Code code = written.answer().code();
    if (code == Code.SESSIONEXPIRED) {
      return all(grants, NotOwnerReason.SESSION_ENDED, outcomes);
    } else if (code == Code.NONODE) {
      CompletableFuture<Answer> unused = session.repair();
    } else if (code != Code.OK) {
      throw new FaultException(ZooKeeperFault.of(code));
    }
    for (int i = 0; i < grants.size(); i++) {
      Grant grant = grants.get(i);
      Optional<NotOwnerReason> not = notOwner(grant, bound.await(reads.get(i)));
      if (not.isPresent()) {
        outcomes.add(new RenewOutcome.NotOwner(not.get()));
      } else if (code == Code.OK && !tenancy.progressed(bound.begin())) {
        outcomes.add(new RenewOutcome.NotOwner(NotOwnerReason.SESSION_ENDED));
      } else if (code == Code.OK) {
        outcomes.add(new RenewOutcome.Renewed(bound.age(written.proven())));
      } else {
        outcomes.add(new RenewOutcome.Refused(ZooKeeperFault.of(code).cause()));
      }
    }
    return outcomes;
  }

  private static List<RenewOutcome> all(
      List<Grant> grants, NotOwnerReason reason, List<RenewOutcome> outcomes) {
    for (int i = 0; i < grants.size(); i++) {
      outcomes.add(new RenewOutcome.NotOwner(reason));
    }
    return outcomes;
  }

  /** What a read of the lease's node says against an acquisition; empty if nothing. */
  private static Optional<NotOwnerReason> notOwner(Grant grant, Answer read) {
    if (read.code() == Code.NONODE) {
      return Optional.of(NotOwnerReason.ABSENT);
    } else if (!read.isOk() || read.data() == null || read.stat() == null) {
      throw new FaultException(ZooKeeperFault.of(read.code()));
    }
    Optional<LeaseNode> node = LeaseNode.of(read.data());
    boolean own =
        read.stat().getCzxid() == grant.fencingToken()
            && node.isPresent()
            && node.get().owner().equals(grant.owner());
    if (!own) {
      return Optional.of(NotOwnerReason.FOREIGN);
    }
    return node.get().revoked() ? Optional.of(NotOwnerReason.REVOKED) : Optional.empty();
  }

  ReleaseOutcome release(Grant grant, Bound bound) throws InterruptedException, TimeoutException {
    LeaseSession session =
        grant.cookie() instanceof Tenancy tenancy ? tenancy.session() : eye.session(bound);
    if (!session.isOver()) {
      Optional<Cause> why = session.await(bound.most());
      if (why.isPresent() && !session.isOver()) {
        throw new FaultException(new ZooKeeperFault(true, why.get()));
      }
    }
    if (session.isOver()) {
      session = eye.session(bound);
    }
    boolean had = delete(session, grant.name(), grant.owner(), bound);
    if (had) {
      attempts.over(grant.owner());
      return new ReleaseOutcome.Released();
    }
    Answer seen = bound.await(session.calls().get(setting.paths().lease(grant.name()), null));
    NotOwnerReason reason = notOwner(grant, seen).orElse(NotOwnerReason.FOREIGN);
    attempts.over(grant.owner());
    return new ReleaseOutcome.NotOwner(reason);
  }

  /** Deletes both nodes of an acquisition; false if they were not there. */
  private boolean delete(LeaseSession session, LeaseName name, OwnerToken owner, Bound bound)
      throws InterruptedException, TimeoutException {
    Answer answer = bound.await(session.calls().multi(deletes(setting.paths(), name, owner)));
    if (answer.isOk()) {
      return true;
    } else if (answer.code() != Code.NONODE) {
      throw new FaultException(ZooKeeperFault.of(answer.code()));
    }
    if (answer.failedStep() == 1) { // somebody deleted the lease's node and left the owner's
      bound.await(session.calls().delete(setting.paths().owner(owner)));
    }
    return false;
  }

  /**
   * In the attempt's own session requests run in their order, over reconnects as well: once a later
   * one has its answer, the attempt has run or never will.
   */
  AbandonOutcome abandon(AcquireAttempt attempt, Bound bound)
      throws InterruptedException, TimeoutException {
    Attempts.Sent sent = attempts.sentBeforeAbandon(attempt.owner()).orElse(null);
    Tenancy tenancy = sent == null ? null : sent.tenancy();
    if (sent == null || tenancy == null) {
      return new AbandonOutcome.Abandoned();
    }
    LeaseSession session = tenancy.session();
    if (!session.isOver()) {
      Optional<Cause> why = session.await(bound.most());
      if (why.isPresent() && !session.isOver()) {
        throw new FaultException(new ZooKeeperFault(true, why.get()));
      }
    }
    if (!session.isOver()) {
      delete(session, attempt.name(), attempt.owner(), bound);
    } else if (!session.isExpired()) {
      delete(eye.session(bound), attempt.name(), attempt.owner(), bound);
      if (!sent.answered() && mayStillRun(session)) {
        return new AbandonOutcome.Unknown(
            Cause.of(
                Cause.Kind.UNAVAILABLE,
                "the attempt may still be on its way, in a session that was closed before it had"
                    + " its answer"));
      }
    }
    attempts.abandoned(attempt.owner());
    return new AbandonOutcome.Abandoned();
  }

  /** What is late may keep the session for one more timeout, but not twice. */
  private boolean mayStillRun(LeaseSession session) {
    Duration longest = session.timeout().plus(setting.tick().multipliedBy(2)).multipliedBy(2);
    return setting.clock().nanos() - session.closedAt() < longest.toNanos();
  }
}
