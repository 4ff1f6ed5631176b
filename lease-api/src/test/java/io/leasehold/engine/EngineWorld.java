package io.leasehold.engine;

import io.leasehold.HolderInfo;
import io.leasehold.Lease;
import io.leasehold.LeaseEnd;
import io.leasehold.LeaseEvent;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.LeaseRequest;
import io.leasehold.LeaseState;
import io.leasehold.LossReason;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.lease.Status;
import io.leasehold.engine.proof.World;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A lease in a whole engine over the memory store: its watchdog, renewal, loss, release, clean-up
 * and signals, each a step that can be taken in any order. Two ways that look alike from outside
 * (state, times to a second, work that waits, the record) are followed once.
 */
final class EngineWorld implements World<EngineStep> {

  private static final String NAME = "orders/1";
  private static final Duration MAX_HOLD = Duration.ofSeconds(25);
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final Bench bench = new Bench();
  private final Lease lease = bench.acquire(LeaseRequest.of(NAME).ttl(Bench.TTL).maxHold(MAX_HOLD));
  private final HeldLease held = bench.held(lease);
  private final CompletableFuture<LeaseEnd> whenEnded = lease.whenEnded();
  private int lossesTold;
  private boolean recordLost;
  private boolean rival;
  private boolean closed;

  EngineWorld() {
    lease.onLost(loss -> lossesTold++);
  }

  @Override
  public List<EngineStep> possible() {
    return EnumSet.allOf(EngineStep.class).stream().filter(this::isPossible).toList();
  }

  private boolean isPossible(EngineStep step) {
    boolean ended = held.status().state().isTerminal();
    return switch (step) {
      case TIME, PAUSE, ROUND -> true;
      case READ, DOUBT -> !ended;
      case RENEWAL,
          RENEWAL_REQUEST_LOST,
          RENEWAL_REPLY_LOST,
          RENEWAL_REFUSED,
          RENEWAL_AND_PAUSE,
          RENEWAL_OVERRUN ->
          bench.renewals.waiting() > 0;
      case RENEWAL_AND_CLOSE -> bench.renewals.waiting() > 0 && !closed;
      case RELEASE, RELEASE_REPLY_LOST, RELEASE_UNANSWERED, RELEASE_REFUSED, RELEASE_AND_EXPIRY ->
          !ended;
      case CLOSE -> !closed;
      case CLEANUP, CLEANUP_UNANSWERED -> bench.cleanup.waiting() > 0;
      case SIGNALS -> bench.signals.waiting() > 0;
      case REVOKED -> isOurs() && !record().orElseThrow().revoked();
      case RECORD_LOST -> isOurs() && !recordLost;
      case RIVAL -> record().isEmpty() && !rival;
    };
  }

  @Override
  public void take(EngineStep step) {
    bench.line.heal();
    repeat(step);
    check();
  }

  @Override
  public void repeat(EngineStep step) {
    bench.line.heal();
    switch (step) {
      case TIME -> bench.clock.advance(Duration.ofSeconds(5));
      case PAUSE -> bench.standStill(Duration.ofSeconds(31));
      case ROUND -> bench.engine.watchdog.round();
      case READ -> lease.isHeld();
      case RENEWAL -> bench.renewals.run();
      case RENEWAL_REQUEST_LOST -> renewal((grant, store) -> new RenewOutcome.Unknown(Line.DOWN));
      case RENEWAL_REPLY_LOST -> renewal(Line.lostReply(new RenewOutcome.Unknown(Line.DOWN)));
      case RENEWAL_REFUSED -> renewal((grant, store) -> new RenewOutcome.Refused(Line.DOWN));
      case RENEWAL_AND_CLOSE -> renewalAnd(this::close);
      case RENEWAL_AND_PAUSE -> renewalAnd(() -> bench.standStill(Duration.ofSeconds(31)));
      case RENEWAL_OVERRUN ->
          renewalAnd(
              () -> {
                bench.line.heal();
                bench.clock.advance(Duration.ofSeconds(2));
                bench.engine.watchdog.round();
                bench.renewals.run();
              });
      case DOUBT -> bench.line.suspects.forEach(s -> s.suspect(held.grant.owner(), Line.DOWN));
      case RELEASE -> lease.release();
      case RELEASE_REPLY_LOST ->
          release(
              Line.firstThen(
                  Line.lostReply(new ReleaseOutcome.Unknown(Line.DOWN)), Line.Way.straight()));
      case RELEASE_UNANSWERED -> release((grant, store) -> new ReleaseOutcome.Unknown(Line.DOWN));
      case RELEASE_REFUSED -> release((grant, store) -> new ReleaseOutcome.Refused(Line.DOWN));
      case RELEASE_AND_EXPIRY ->
          release(
              Line.firstThen(
                  (grant, store) -> {
                    bench.standStill(Duration.ofSeconds(31));
                    return new ReleaseOutcome.Unknown(Line.DOWN);
                  },
                  Line.Way.straight()));
      case CLOSE -> close();
      case CLEANUP -> bench.cleanup.run();
      case CLEANUP_UNANSWERED -> {
        bench.line.releases = (grant, store) -> new ReleaseOutcome.Unknown(Line.DOWN);
        bench.cleanup.run();
      }
      case SIGNALS -> bench.signals.run();
      case REVOKED -> bench.line.memory.revoke(new LeaseName(NAME), false);
      case RECORD_LOST -> {
        bench.faults.delete(NAME);
        recordLost = true;
      }
      case RIVAL -> {
        bench.rival().acquire(NAME);
        rival = true;
      }
    }
  }

  private void renewal(Line.Way<Grant, RenewOutcome> way) {
    bench.line.renewals = way;
    bench.renewals.run();
  }

  private void renewalAnd(Runnable meanwhile) {
    renewal(
        Line.firstThen(
            (grant, store) -> {
              RenewOutcome outcome = store.apply(grant);
              meanwhile.run();
              return outcome;
            },
            Line.Way.straight()));
  }

  private void release(Line.Way<Grant, ReleaseOutcome> way) {
    bench.line.releases = way;
    lease.release();
  }

  /** As the client does first; what it waits for then are steps of their own. */
  private void close() {
    closed = true;
    bench.engine.shut();
    for (HeldLease open : bench.engine.registry.all()) {
      bench.engine.lossPath.lose(open, LossReason.CLIENT_CLOSED, "closed");
    }
  }

  private Optional<HolderInfo> record() {
    return bench.line.memory.holder(new LeaseName(NAME));
  }

  private boolean isOurs() {
    return record().filter(r -> r.owner().equals(held.grant.owner().toString())).isPresent();
  }

  private void check() {
    LeaseState state = held.status().state();
    require(
        !held.isHeld(bench.clock) || recordLost || isOurs(),
        "I1: held in " + state + ", and at the store the name is " + record());
    List<LeaseEvent> ends = bench.events(Kind.ENDED);
    require(ends.size() <= 1, "I2: ended " + ends.size() + " times");
    require(
        (ends.size() == 1) == state.isTerminal(), "I2: " + state + " with ended: " + ends.size());
    require(ends.isEmpty() || ends.get(0).outcome().equals(state.name()), "I2: told another end");
    require(
        bench.events(Kind.LOST).size() == (state == LeaseState.LOST ? 1 : 0),
        "I7: LOST in " + state);
    require(lossesTold <= (state == LeaseState.LOST ? 1 : 0), "G3: told of a loss " + lossesTold);
    boolean over = false;
    for (LeaseEvent event : bench.events) {
      over |=
          event.kind() == Kind.RELEASE_BEGUN
              || event.kind() == Kind.LOST
              || event.kind() == Kind.OVERDUE;
      require(!(over && event.kind() == Kind.RENEWAL_SENT), "I4: a renewal was sent after the end");
    }
  }

  /** Whatever has happened so far: with a sound line and some time, everything comes to an end. */
  @Override
  public void bringToAnEnd() {
    bench.line.heal();
    if (!held.status().state().isTerminal()) {
      lease.release();
    }
    bench.runFor(Bench.TTL.multipliedBy(3));
    check();
    LeaseState state = held.status().state();
    require(state.isTerminal(), "I8: still " + state + " after the release");
    require(!isOurs(), "G8: the name was not freed after " + state);
    require(whenEnded.isDone(), "G3: whenEnded was not completed");
    require(lossesTold == (state == LeaseState.LOST ? 1 : 0), "G3: told of a loss " + lossesTold);
    require(bench.engine.registry.size() == 0, "the registry keeps a lease that has ended");
    require(bench.engine.isQuiet(), "the clean-up has not come to rest");
    require(
        bench.engine.watchdog.size() == 0, "the watchdog keeps " + bench.engine.watchdog.size());
  }

  private static void require(boolean holds, String invariant) {
    if (!holds) {
      throw new Broken(invariant);
    }
  }

  @Override
  public boolean isEnded() {
    return held.status().state().isTerminal();
  }

  @Override
  public String key() {
    Status s = held.status();
    StringBuilder key = new StringBuilder(96);
    key.append(s.state()).append(s.loss() == null ? "" : s.loss().reason());
    if (s.isOpen()) {
      seconds(key, s.validUntil());
      seconds(key, held.holdLimit());
      seconds(key, held.plan.due());
      key.append(held.plan.isInLane()).append(held.plan.failures());
    }
    seconds(key, held.nextDue(Bench.CALL_TIMEOUT.toNanos()));
    return key.append('/')
        .append(bench.renewals.waiting())
        .append(bench.cleanup.waiting())
        .append(bench.signals.waiting())
        .append(bench.interrupts.waiting())
        .append(bench.engine.registry.size())
        .append(bench.engine.watchdog.size())
        .append(bench.engine.isQuiet())
        .append(isOurs())
        .append(record().map(r -> r.revoked() + "" + r.remaining().map(Duration::toSeconds)))
        .append(recordLost)
        .append(rival)
        .append(closed)
        .append(lossesTold)
        .append(whenEnded.isDone())
        .toString();
  }

  private void seconds(StringBuilder key, long at) {
    key.append(' ').append(Math.floorDiv(at - bench.clock.nanos(), SECOND));
  }
}
