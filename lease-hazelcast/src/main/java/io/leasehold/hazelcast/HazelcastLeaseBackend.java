package io.leasehold.hazelcast;

import com.hazelcast.map.IMap;
import io.leasehold.HolderInfo;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.Subscription;
import io.leasehold.spi.SuspectListener;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Leases in a map of the cluster: every call is one step that the member owning the record runs
 * alone. This class turns each answer into an outcome; what is decided there stands in the steps.
 */
final class HazelcastLeaseBackend implements LeaseBackend {

  private static final int REVOKE_TRIES = 3;

  private final BackendTraits traits;
  private final HazelcastStore store;
  private final HazelcastCalls calls;
  private final IMap<String, Object> map;
  private final String client;
  private final HazelcastWakeups wakeups;
  private final HazelcastEvents events;

  HazelcastLeaseBackend(HazelcastStore store, HazelcastCalls calls, BackendTraits traits) {
    this.traits = traits;
    this.store = store;
    this.calls = calls;
    this.map = store.map();
    this.client = Ids.next();
    this.wakeups = new HazelcastWakeups(store.clock(), this::passOn);
    this.events = new HazelcastEvents(client, wakeups);
  }

  /** Asks the members a first question, and registers with them; blocks. */
  void start() {
    map.executeOnKey("leasehold-startup", new LookStep()); // says best what is missing there
    store.listening(events.listen(map), wakeups::wakeAll);
  }

  @Override
  public BackendTraits traits() {
    return traits;
  }

  @Override
  public AcquireOutcome acquire(AcquireAttempt attempt) {
    boolean waits = attempt.waits();
    if (waits) {
      wakeups.announce(attempt.name());
    }
    boolean busy = false;
    try {
      Answer answer = step(attempt.name(), new AcquireStep(attempt, client, waits, Ids.next()));
      busy = answer.is(Answer.HELD);
      return acquired(attempt, answer);
    } catch (CallFailedException e) {
      return e.refused()
          ? new AcquireOutcome.Refused(e.reason())
          : new AcquireOutcome.Unknown(e.reason());
    } finally {
      if (waits) {
        wakeups.answered(attempt.name(), busy);
      }
    }
  }

  private AcquireOutcome acquired(AcquireAttempt attempt, Answer answer) {
    return switch (answer.word()) {
      case Answer.GRANTED ->
          new AcquireOutcome.Granted(
              new Grant(attempt.name(), attempt.owner(), attempt.ttl(), answer.number(), null));
      case Answer.HELD -> new AcquireOutcome.Busy(answer.holder(attempt.name()));
      case Answer.ABANDONED ->
          new AcquireOutcome.Refused(
              Cause.of(Cause.Kind.UNAVAILABLE, "this attempt was abandoned before it ran"));
      default -> new AcquireOutcome.Refused(answer.impossible(attempt.name(), map.getName()));
    };
  }

  @Override
  public RenewOutcome renewIfOwner(Grant grant) {
    return renewAllIfOwner(List.of(grant)).get(0);
  }

  /** All are under way at once, each by itself: no record and no member holds up another. */
  @Override
  public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
    long deadline = calls.deadline();
    List<Sent> sent = grants.stream().map(this::sendRenewal).toList();
    return sent.stream().map(each -> renewed(each, deadline)).toList();
  }

  /** A renewal that is under way, or why it is not. */
  private record Sent(
      @Nullable CompletableFuture<String> answer, @Nullable CallFailedException failure) {}

  private Sent sendRenewal(Grant grant) {
    try {
      return new Sent(
          calls.send(() -> map.submitToKey(grant.name().value(), new RenewStep(grant, Ids.next()))),
          null);
    } catch (CallFailedException e) {
      return new Sent(null, e);
    }
  }

  private RenewOutcome renewed(Sent sent, long deadline) {
    try {
      if (sent.answer() == null) {
        throw Objects.requireNonNull(sent.failure(), "failure");
      }
      Answer answer = Answer.read(calls.await(sent.answer(), deadline));
      return answer.is(Answer.RENEWED)
          ? RenewOutcome.Renewed.NOW
          : new RenewOutcome.NotOwner(reason(answer));
    } catch (CallFailedException e) {
      return e.refused()
          ? new RenewOutcome.Refused(e.reason())
          : new RenewOutcome.Unknown(e.reason());
    }
  }

  /** What is no lease any more is not what was granted. */
  private static NotOwnerReason reason(Answer answer) {
    return switch (answer.word()) {
      case Answer.ABSENT -> NotOwnerReason.ABSENT;
      case Answer.REVOKED -> NotOwnerReason.REVOKED;
      default -> NotOwnerReason.FOREIGN;
    };
  }

  @Override
  public ReleaseOutcome releaseIfOwner(Grant grant) {
    try {
      Answer answer = step(grant.name(), new ReleaseStep(grant.owner().toString(), Ids.next()));
      return answer.is(Answer.RELEASED)
          ? new ReleaseOutcome.Released()
          : new ReleaseOutcome.NotOwner(reason(answer));
    } catch (CallFailedException e) {
      return e.refused()
          ? new ReleaseOutcome.Refused(e.reason())
          : new ReleaseOutcome.Unknown(e.reason());
    }
  }

  @Override
  public AbandonOutcome abandon(AcquireAttempt attempt) {
    try {
      Answer answer = step(attempt.name(), new AbandonStep(attempt.owner().toString(), Ids.next()));
      // A key that holds something else is never granted.
      return answer.is(Answer.ABANDONED) || answer.is(Answer.NO_LEASE)
          ? new AbandonOutcome.Abandoned()
          : new AbandonOutcome.Refused(answer.impossible(attempt.name(), map.getName()));
    } catch (CallFailedException e) {
      return e.refused()
          ? new AbandonOutcome.Refused(e.reason())
          : new AbandonOutcome.Unknown(e.reason());
    }
  }

  /** Who is to be revoked is looked up first: only that one may be hit, however late. */
  @Override
  public RevokeOutcome revoke(LeaseName name, boolean now) {
    long deadline = calls.deadline();
    for (int tries = 0; tries < REVOKE_TRIES; tries++) {
      String owner;
      try {
        Answer held = step(name, new LookStep(), deadline);
        if (held.is(Answer.ABSENT)) {
          return new RevokeOutcome.Absent();
        } else if (!held.is(Answer.HELD)) {
          return new RevokeOutcome.Refused(held.impossible(name, map.getName()));
        }
        owner = held.holder(name).owner();
      } catch (CallFailedException e) { // nothing but a read was sent
        Cause cause = e.reason();
        return new RevokeOutcome.Refused(
            new Cause(
                cause.kind(),
                "who holds it was not learnt, so nothing was revoked: " + cause.message(),
                cause.error()));
      }
      RevokeOutcome outcome = revokeOwner(name, owner, now, deadline);
      if (outcome != null) {
        return outcome;
      }
    }
    return new RevokeOutcome.Refused(
        Cause.of(
            Cause.Kind.OVERLOADED,
            "lease \"" + name + "\" changed hands " + REVOKE_TRIES + " times during the call"));
  }

  /** Null if somebody else holds it now. */
  private @Nullable RevokeOutcome revokeOwner(
      LeaseName name, String owner, boolean now, long deadline) {
    try {
      Answer answer = step(name, new RevokeStep(owner, now, Ids.next()), deadline);
      return switch (answer.word()) {
        case Answer.REVOKED -> new RevokeOutcome.Revoked(answer.number());
        case Answer.ABSENT -> new RevokeOutcome.Absent();
        case Answer.FOREIGN -> null;
        default -> new RevokeOutcome.Refused(answer.impossible(name, map.getName()));
      };
    } catch (CallFailedException e) {
      return e.refused()
          ? new RevokeOutcome.Refused(e.reason())
          : new RevokeOutcome.Unknown(e.reason());
    }
  }

  @Override
  public Optional<HolderInfo> holder(LeaseName name) {
    String asked = "the read of lease \"" + name + "\"";
    try {
      Answer answer = step(name, new LookStep());
      if (answer.is(Answer.ABSENT)) {
        return Optional.empty();
      } else if (answer.is(Answer.HELD)) {
        return Optional.of(answer.holder(name));
      }
      throw new BackendUnavailableException(asked, answer.impossible(name, map.getName()));
    } catch (CallFailedException e) {
      throw new BackendUnavailableException(asked, e.reason());
    }
  }

  @Override
  public Object renewalDomain(Grant grant) {
    return store.domain(grant.name());
  }

  @Override
  public Subscription onVacant(LeaseName name, Runnable hint) {
    return wakeups.onVacant(name, hint);
  }

  @Override
  public Subscription onSuspect(SuspectListener listener) {
    return events.onSuspect(listener);
  }

  @Override
  public void close() {
    calls.close();
    store.close();
  }

  private Answer step(LeaseName name, Step step) throws CallFailedException {
    return step(name, step, calls.deadline());
  }

  private Answer step(LeaseName name, Step step, long deadline) throws CallFailedException {
    return Answer.read(calls.call(() -> map.submitToKey(name.value(), step), deadline));
  }

  /** Nobody waits for the answer: a wake-up that is lost costs a poll. */
  private void passOn(LeaseName name) {
    try {
      CompletableFuture<String> unused =
          calls.send(() -> map.submitToKey(name.value(), new PassOnStep(client)));
    } catch (CallFailedException e) {
      // the next poll finds it free
    }
  }

  /** How many names this client notes something about for its waiters; for tests. */
  int waitedFor() {
    return wakeups.names();
  }
}
