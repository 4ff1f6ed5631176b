package io.leasehold.zookeeper;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Durations;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;

/**
 * How a name is acquired: the owner's node and the lease's node are made in one transaction, which
 * fails if the lease's node is there. The transaction's number is the fencing token: it is the
 * czxid of both nodes and rises with every write to the ensemble.
 */
final class AcquireSteps {

  private final Sessions sessions;
  private final Attempts attempts;
  private final Setting setting;
  private final EyeSteps eye;

  AcquireSteps(Sessions sessions, Attempts attempts, Setting setting, EyeSteps eye) {
    this.sessions = sessions;
    this.attempts = attempts;
    this.setting = setting;
    this.eye = eye;
  }

  AcquireOutcome acquire(AcquireAttempt attempt, Bound bound)
      throws InterruptedException, TimeoutException {
    Tenancy tenancy =
        sessions
            .of(attempt.ttl())
            .orElseThrow(
                () ->
                    refused(
                        Cause.Kind.OVERLOADED,
                        "leases of " + Sessions.MOST + " other ttls are held; use fewer ttls"));
    tenancy.asked(bound.begin());
    LeaseSession session = tenancy.session();
    Optional<Cause> why = session.await(bound.most());
    if (why.isPresent()) {
      throw new FaultException(new ZooKeeperFault(true, why.get()));
    }
    checkTimeout(attempt.ttl(), session.timeout());
    List<Op> steps = steps(attempt);
    Optional<CompletableFuture<Written>> sent =
        attempts.begin(attempt.owner(), tenancy, () -> session.write(steps));
    if (sent.isEmpty()) {
      return again(attempt, bound);
    }
    Written written = bound.await(sent.get());
    if (written.answer().code() == Code.NONODE) {
      written = repaired(attempt, session, steps, bound);
    }
    if (written.answer().isOk()) {
      return granted(attempt, tenancy, written, bound);
    }
    ZooKeeperFault fault = ZooKeeperFault.of(written.answer().code());
    if (written.answer().code() == Code.NODEEXISTS) {
      attempts.over(attempt.owner());
      return busy(attempt.name(), session, bound);
    } else if (fault.refused()) {
      attempts.over(attempt.owner());
    }
    throw new FaultException(fault);
  }

  /** What Leasehold keeps there was deleted: it is made anew, and the attempt with it. */
  private Written repaired(
      AcquireAttempt attempt, LeaseSession session, List<Op> steps, Bound bound)
      throws InterruptedException, TimeoutException {
    bound.await(session.repair());
    Optional<CompletableFuture<Written>> sent =
        attempts.repeat(attempt.owner(), () -> session.write(steps));
    if (sent.isEmpty()) {
      throw refused(Cause.Kind.UNAVAILABLE, "this attempt was abandoned before it ran");
    }
    return bound.await(sent.get());
  }

  private List<Op> steps(AcquireAttempt attempt) {
    byte[] data = new LeaseNode(attempt.owner(), false, attempt.metadata()).bytes();
    return List.of(
        Op.create(
            setting.paths().owner(attempt.owner()),
            new byte[0],
            setting.connector().acl(),
            CreateMode.EPHEMERAL),
        Op.create(
            setting.paths().lease(attempt.name()),
            data,
            setting.connector().acl(),
            CreateMode.EPHEMERAL));
  }

  private AcquireOutcome granted(
      AcquireAttempt attempt, Tenancy tenancy, Written written, Bound bound)
      throws InterruptedException, TimeoutException {
    attempts.granted(attempt.owner(), tenancy);
    if (written.zxid() <= attempt.fenceFloor()) {
      Answer given = bound.await(giveBack(attempt, tenancy));
      if (!given.isOk() && given.code() != Code.NONODE) {
        throw new FaultException(new ZooKeeperFault(false, below(attempt, written.zxid())));
      }
      attempts.over(attempt.owner());
      return new AcquireOutcome.Refused(below(attempt, written.zxid()));
    }
    if (!tenancy.progressed(bound.begin())) {
      throw new FaultException(
          new ZooKeeperFault(
              false, Cause.of(Cause.Kind.UNAVAILABLE, "its session was given up during the call")));
    }
    Grant grant =
        new Grant(
            attempt.name(), attempt.owner(), tenancy.session().timeout(), written.zxid(), tenancy);
    return new AcquireOutcome.Granted(grant, bound.age(written.proven()));
  }

  private CompletableFuture<Answer> giveBack(AcquireAttempt attempt, Tenancy tenancy) {
    return tenancy
        .session()
        .calls()
        .multi(OwnerSteps.deletes(setting.paths(), attempt.name(), attempt.owner()));
  }

  private static Cause below(AcquireAttempt attempt, long zxid) {
    return Cause.of(
        Cause.Kind.MISCONFIGURED,
        "the ensemble's next token is "
            + zxid
            + ", which is not above "
            + attempt.fenceFloor()
            + ", a token that this client has seen; was the ensemble's data lost, or is this"
            + " another ensemble?");
  }

  /** An attempt is sent once. */
  private AcquireOutcome again(AcquireAttempt attempt, Bound bound)
      throws InterruptedException, TimeoutException {
    Attempts.Sent sent = attempts.find(attempt.owner());
    if (sent == null || sent.tenancy() == null) {
      return new AcquireOutcome.Refused(
          Cause.of(Cause.Kind.UNAVAILABLE, "this attempt was abandoned before it ran"));
    }
    return new AcquireOutcome.Busy(
        eye.holder(attempt.name(), bound).orElseGet(() -> nobody(attempt.name())));
  }

  private AcquireOutcome busy(LeaseName name, LeaseSession session, Bound bound)
      throws InterruptedException, TimeoutException {
    Answer seen = bound.await(session.calls().get(setting.paths().lease(name), null));
    if (seen.code() == Code.NONODE) {
      return new AcquireOutcome.Busy(nobody(name)); // it has just gone
    } else if (!seen.isOk()) {
      // Nothing was changed, whoever it is.
      throw new FaultException(new ZooKeeperFault(true, ZooKeeperFault.of(seen.code()).cause()));
    }
    return new AcquireOutcome.Busy(EyeSteps.read(name, setting.paths(), seen));
  }

  private static HolderInfo nobody(LeaseName name) {
    return new HolderInfo(name.value(), "", 0, Optional.empty(), false, Map.of());
  }

  private static void checkTimeout(Duration asked, Duration given) {
    if (given.compareTo(asked) < 0) {
      throw refused(
          Cause.Kind.MISCONFIGURED,
          "the server gives sessions of at most "
              + Durations.show(given)
              + ", which is less than the ttl "
              + Durations.show(asked)
              + "; raise its maxSessionTimeout, or say max-ttl="
              + Durations.format(given)
              + " in the URI");
    }
  }

  private static FaultException refused(Cause.Kind kind, String message) {
    return new FaultException(new ZooKeeperFault(true, Cause.of(kind, message)));
  }
}
