package io.leasehold.engine.proof;

import io.leasehold.LeaseState;
import io.leasehold.Loss;
import io.leasehold.LossReason;
import io.leasehold.engine.lease.Boarding;
import io.leasehold.engine.lease.HeldLease;
import io.leasehold.engine.lease.InterruptGuard;
import io.leasehold.engine.lease.LeaseStateMachine;
import io.leasehold.engine.lease.LeaseTerms;
import io.leasehold.engine.lease.LeaseTrigger;
import io.leasehold.engine.lease.RenewalFlight;
import io.leasehold.engine.lease.Status;
import io.leasehold.memory.ManualClock;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One {@link HeldLease}, everybody who may touch it, and its store. The lease decides; this class
 * only calls it, as the paths of the engine do, and holds what it did against the store.
 *
 * <p>One tick is one nanosecond of the clock, which overflows after a few of them.
 */
@SuppressWarnings({
  "AnnotateFormatMethod", // its annotation is of a library that we do not use
  "EnumOrdinal", // packed into keys that live as long as one exploration
  "ReferenceEquality" // the very status that was decided on, as in the lease's compare-and-set
})
final class LeaseWorld implements World<LeaseStep> {

  static final long TTL = 4;
  static final long MARGIN = 1;
  static final long CALL_TIMEOUT = 2;
  static final long MAX_HOLD = 4;
  private static final long OLD = TTL + 2;
  private static final Cause TIMEOUT = Cause.of(Cause.Kind.TIMEOUT, "no answer");
  private static final LeaseTerms TERMS =
      new LeaseTerms(
          new LeaseName("orders/1"), Duration.ofNanos(TTL), MARGIN, 1, 0, 0, MAX_HOLD, false, "");

  /**
   * Which parts of the world are there; each multiplies the states.
   *
   * @param age how long before a send the store's ttl begins, as stores with sessions have it
   * @param rivals whether somebody else wants the name, and the store may lose records
   * @param work whether guarded work runs that a loss interrupts
   * @param answers whether each answer of the lease to its callers is judged too, and not only what
   *     comes of it
   */
  record Shape(long age, boolean rivals, boolean work, boolean answers) {}

  /** A renewal that has not come back. */
  private static final class Renewal {
    final RenewalFlight flight;
    RenewOutcome ran;

    Renewal(RenewalFlight flight) {
      this.flight = flight;
    }
  }

  private enum ReleaseCall {
    NONE,
    BEGUN,
    SENT,
    OVER
  }

  private final Shape shape;
  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 3);
  private final StoreModel store;
  private HeldLease lease;
  private HeldLease rival;

  private final List<Renewal> air = new ArrayList<>(2);
  private boolean lateRenewal;
  private long confirmedSentAt;

  private Status read;

  private ReleaseCall releaseCall = ReleaseCall.NONE;
  private Status beforeRelease;
  private long releaseBegunAt;
  private int releaseTries;
  private boolean releaseMayHaveRun;
  private ReleaseOutcome releaseRan;
  private boolean lateRelease;

  private InterruptGuard guard;
  private boolean workDone;
  private boolean interrupted;

  private boolean wasNotHeld;
  private int losses;

  /** The transitions that this lease has taken. */
  final Set<LeaseStateMachine.Transition> taken;

  LeaseWorld(Shape shape, Set<LeaseStateMachine.Transition> taken) {
    this.shape = shape;
    this.taken = taken;
    this.store = new StoreModel(TTL, shape.age);
  }

  @Override
  public List<LeaseStep> possible() {
    return EnumSet.allOf(LeaseStep.class).stream().filter(this::isPossible).toList();
  }

  private boolean isPossible(LeaseStep step) {
    if (lease == null) {
      return step == LeaseStep.GRANTED
          || step == LeaseStep.GRANTED_EARLY
          || step == LeaseStep.GRANTED_LATE;
    }
    return switch (step) {
      case GRANTED, GRANTED_EARLY, GRANTED_LATE -> false;
      case TICK, PAUSE, WATCHDOG_LOOKS -> !isEnded();
      case DOUBT -> !isEnded();
      case READER_LOOKS, CLIENT_CLOSED -> lease.status().isOpen();
      case RENEW -> air.size() < 2;
      case OLDER_RUNS -> air.size() > 0 && air.get(0).ran == null;
      case NEWER_RUNS -> air.size() > 1 && air.get(1).ran == null;
      case OLDER_ANSWERED -> air.size() > 0 && air.get(0).ran != null;
      case NEWER_ANSWERED -> air.size() > 1 && air.get(1).ran != null;
      case OLDER_UNKNOWN -> air.size() > 0;
      case NEWER_UNKNOWN -> air.size() > 1;
      case OLDER_REFUSED -> air.size() > 0 && air.get(0).ran == null;
      case NEWER_REFUSED -> air.size() > 1 && air.get(1).ran == null;
      case LATE_RENEWAL_RUNS -> lateRenewal && !isEnded();
      case ANOTHER_READS -> read == null && lease.status().isOpen();
      case ANOTHER_DECIDES -> read != null;
      case RELEASE -> releaseCall == ReleaseCall.NONE;
      // The release waits for a renewal under way, but not longer than a call may take (G6).
      case RELEASE_SENT ->
          releaseCall == ReleaseCall.BEGUN
              && (beforeRelease.flight() == null
                  || beforeRelease.flight().hasLanded()
                  || clock.nanos() - releaseBegunAt >= CALL_TIMEOUT);
      case RELEASE_RUNS, RELEASE_REFUSED -> releaseCall == ReleaseCall.SENT && releaseRan == null;
      case RELEASE_ANSWERED -> releaseCall == ReleaseCall.SENT && releaseRan != null;
      case RELEASE_TIMES_OUT -> releaseCall == ReleaseCall.SENT;
      case LATE_RELEASE_RUNS -> lateRelease && !isEnded();
      case WORK_DONE -> shape.work && !workDone;
      case INTERRUPT -> shape.work && lease.status().loss() != null && !interrupted;
      case RECORD_LOST -> shape.rivals && !store.faulty && store.isOurs() && !isEnded();
      case REVOKED -> store.isOurs() && !store.revoked && !isEnded();
      case RIVAL_GRANTED ->
          shape.rivals && rival == null && store.owner == StoreModel.Owner.NOBODY && !isEnded();
    };
  }

  @Override
  public void take(LeaseStep step) {
    Status before = lease == null ? null : lease.status();
    repeat(step);
    check(before == null ? lease.status() : before, lease.status());
  }

  @Override
  public void repeat(LeaseStep step) {
    wasNotHeld |= lease != null && !lease.isHeld(clock);
    switch (step) {
      case GRANTED -> granted(0, 0);
      case GRANTED_EARLY -> granted(0, 2);
      case GRANTED_LATE -> granted(2, 0);
      case TICK -> pass(1);
      case PAUSE -> pass(TTL + 1);
      case RENEW -> renew();
      case OLDER_RUNS -> run(air.get(0));
      case NEWER_RUNS -> run(air.get(1));
      case OLDER_ANSWERED -> answered(0, air.get(0).ran);
      case NEWER_ANSWERED -> answered(1, air.get(1).ran);
      case OLDER_UNKNOWN -> unknown(0);
      case NEWER_UNKNOWN -> unknown(1);
      case OLDER_REFUSED -> answered(0, new RenewOutcome.Refused(TIMEOUT));
      case NEWER_REFUSED -> answered(1, new RenewOutcome.Refused(TIMEOUT));
      case LATE_RENEWAL_RUNS -> {
        store.renew(clock.nanos(), clock.nanos());
        lateRenewal = false;
      }
      case DOUBT -> lease.doubt();
      case WATCHDOG_LOOKS -> watchdogLooks();
      case READER_LOOKS -> {
        if (!lease.isHeld(clock)) {
          lapse();
        }
      }
      case ANOTHER_READS -> read = lease.status();
      case ANOTHER_DECIDES -> {
        if (read.hasLapsed(clock.nanos())) {
          lose(read, LossReason.UNREACHABLE);
        }
        read = null;
      }
      case RELEASE -> release();
      case RELEASE_SENT -> {
        releaseCall = ReleaseCall.SENT;
        releaseRan = null;
        releaseTries++;
      }
      case RELEASE_RUNS -> releaseRan = store.release();
      case RELEASE_ANSWERED -> releaseAnswered();
      case RELEASE_TIMES_OUT -> {
        lateRelease |= releaseRan == null;
        releaseMayHaveRun = true;
        releaseFailed();
      }
      case RELEASE_REFUSED -> releaseFailed();
      case LATE_RELEASE_RUNS -> {
        store.release();
        lateRelease = false;
      }
      case CLIENT_CLOSED -> loseIfOpen(LossReason.CLIENT_CLOSED);
      case WORK_DONE -> {
        guard.done();
        workDone = true;
      }
      case INTERRUPT -> interrupt();
      case RECORD_LOST -> store.lose();
      case REVOKED -> store.revoked = true;
      case RIVAL_GRANTED -> {
        store.grant(StoreModel.Owner.RIVAL, clock.nanos());
        rival = held(clock.nanos(), clock.nanos());
      }
    }
  }

  private void granted(long onTheWay, long onTheWayBack) {
    long sentAt = clock.nanos();
    clock.advance(Duration.ofNanos(onTheWay));
    store.grant(StoreModel.Owner.US, clock.nanos());
    clock.advance(Duration.ofNanos(onTheWayBack));
    lease = held(sentAt, clock.nanos());
    confirmedSentAt = sentAt;
    if (shape.work) {
      guard = new InterruptGuard();
    }
  }

  private static HeldLease held(long sentAt, long grantedAt) {
    Grant grant = new Grant(TERMS.name(), new OwnerToken(0, 1), TERMS.ttl(), 1, null);
    return new HeldLease(TERMS, grant, sentAt, grantedAt);
  }

  private void pass(long ticks) {
    clock.advance(Duration.ofNanos(ticks));
    store.expire(clock.nanos());
  }

  private void renew() {
    long now = clock.nanos();
    Status s = lease.status();
    RenewalFlight flight = new RenewalFlight(now);
    Boarding boarding = lease.beginRenewal(flight, CALL_TIMEOUT);
    boolean begun = boarding != Boarding.REFUSED;
    boolean underWay = air.stream().anyMatch(other -> now - other.flight.sentAt < CALL_TIMEOUT);
    boolean mayBegin =
        (s.state() == LeaseState.HELD || s.state() == LeaseState.SUSPECT)
            && now - s.validUntil() < 0
            && now - lease.holdLimit() < 0
            && !underWay;
    require(!begun || mayBegin, "I4: a renewal begins in %s where none may", s.state());
    require(begun || !mayBegin, "I4: no renewal begins in %s where one may", s.state());
    boolean overtakes = begun && s.flight() != null && !s.flight().hasLanded();
    require(
        (boarding == Boarding.OVERTAKES) == overtakes,
        "I4: a renewal left as %s beside one without an answer",
        boarding);
    require(
        !overtakes || lease.status().state() == LeaseState.SUSPECT,
        "I4: a renewal has no answer within its bound, and the lease is not SUSPECT");
    if (begun) {
      air.add(new Renewal(flight));
    }
  }

  private void run(Renewal renewal) {
    renewal.ran = store.renew(renewal.flight.sentAt, clock.nanos());
  }

  private void unknown(int i) {
    lateRenewal |= air.get(i).ran == null;
    answered(i, new RenewOutcome.Unknown(TIMEOUT));
  }

  private void answered(int i, RenewOutcome outcome) {
    long now = clock.nanos();
    Renewal renewal = air.remove(i);
    Status before = lease.status();
    HeldLease.Answer answer = lease.renewalAnswered(renewal.flight, outcome, now);
    renewal.flight.land();
    if (shape.answers) {
      judge(before, renewal.flight, outcome, answer);
    }
    if (outcome instanceof RenewOutcome.Renewed renewed) {
      long sentAt = renewal.flight.sentAt - renewed.age().toNanos();
      confirmedSentAt = sentAt - confirmedSentAt > 0 ? sentAt : confirmedSentAt;
    }
    if (answer == HeldLease.Answer.NOT_OWNER) {
      loseIfOpen(LossReason.NOT_OWNER);
    } else if (answer == HeldLease.Answer.LAPSED) {
      lapse();
    }
    boolean foreign = outcome instanceof RenewOutcome.NotOwner;
    require(!foreign || !lease.status().isOpen(), "I7: the store said NotOwner, nobody was told");
  }

  private void judge(
      Status before, RenewalFlight flight, RenewOutcome outcome, HeldLease.Answer answer) {
    boolean couldBeApplied = before.isOpen() && clock.nanos() - before.validUntil() < 0;
    if (outcome instanceof RenewOutcome.Renewed renewed) {
      boolean newest = flight.sentAt - renewed.age().toNanos() - confirmedSentAt > 0;
      boolean mayExtend = newest && couldBeApplied && before.state() != LeaseState.OVERDUE;
      require(
          (answer == HeldLease.Answer.EXTENDED) == mayExtend,
          "I5: a renewal was confirmed in %s, and the answer counted as %s",
          before.state(),
          answer);
    }
    if (answer == HeldLease.Answer.EXTENDED) {
      require(lease.status().state() == LeaseState.HELD, "I5: extended, and not HELD");
    } else if (answer == HeldLease.Answer.RETRY) {
      require(lease.status().state() == LeaseState.SUSPECT, "I5: to be tried again, not SUSPECT");
    }
    boolean indefinite =
        outcome instanceof RenewOutcome.Unknown || outcome instanceof RenewOutcome.Refused;
    boolean mustRetry =
        indefinite
            && couldBeApplied
            && before.isRenewable()
            && flight.sentAt - confirmedSentAt >= 0
            && (before.flight() == null || before.flight() == flight);
    require(
        (answer == HeldLease.Answer.RETRY) == mustRetry,
        "I5: no definite answer in %s counted as %s",
        before.state(),
        answer);
  }

  private void watchdogLooks() {
    lapse();
    if (clock.nanos() - lease.holdLimit() >= 0) {
      lease.overdue();
    }
  }

  private void lapse() {
    Status s = lease.status();
    if (s.hasLapsed(clock.nanos())) {
      lose(s, LossReason.UNREACHABLE);
    }
  }

  private void loseIfOpen(LossReason reason) {
    Status s = lease.status();
    if (s.isOpen()) {
      lose(s, s.hasLapsed(clock.nanos()) ? LossReason.UNREACHABLE : reason);
    }
  }

  private void lose(Status decidedOn, LossReason reason) {
    Loss loss = new Loss(lease.name(), 1, reason, Optional.empty(), Duration.ZERO, "", "");
    if (lease.lose(decidedOn, loss)) {
      losses++;
      require(lease.status().loss() == loss, "I7: the loss that counts is not the one that won");
    }
  }

  private void release() {
    long now = clock.nanos();
    Status before = lease.status();
    Status s = lease.beginRelease(now);
    boolean mayBegin = before.isOpen() && now - before.validUntil() < 0;
    require((s != null) == mayBegin, "I7: release begins in %s, or does not", before.state());
    if (s == null) {
      lapse();
      releaseCall = ReleaseCall.OVER;
      return;
    }
    require(s == before, "I7: the release was decided on another status than the one it found");
    require(lease.status().state() == LeaseState.RELEASING, "G6: a release begins, not RELEASING");
    beforeRelease = s;
    releaseBegunAt = now;
    releaseCall = ReleaseCall.BEGUN;
  }

  private void releaseAnswered() {
    boolean own = releaseMayHaveRun && clock.nanos() - (beforeRelease.sentAt() + TTL) < 0;
    releaseCall = ReleaseCall.OVER;
    if (releaseRan instanceof ReleaseOutcome.Released
        || (own
            && releaseRan instanceof ReleaseOutcome.NotOwner no
            && no.reason() != NotOwnerReason.REVOKED)) {
      lease.endRelease(LeaseTrigger.RELEASE_CONFIRMED);
    } else {
      lose(lease.status(), LossReason.NOT_OWNER);
    }
  }

  private void releaseFailed() {
    if (releaseTries < 2) {
      releaseCall = ReleaseCall.BEGUN;
      return;
    }
    releaseCall = ReleaseCall.OVER;
    lease.endRelease(LeaseTrigger.RELEASE_UNCONFIRMED);
  }

  private void interrupt() {
    guard.interrupt();
    interrupted = true;
    boolean flag = Thread.interrupted();
    require(!(flag && workDone), "G3: the thread was interrupted after its work had ended");
    require(flag || workDone, "G3: the guarded work was not interrupted");
  }

  /** What has to hold between any two moments. */
  private void check(Status before, Status after) {
    long now = clock.nanos();
    LeaseState from = before.state();
    LeaseState to = after.state();
    if (from != to) {
      require(!from.isTerminal(), "I2: the terminal state %s was left for %s", from, to);
      taken.add(row(from, to));
    }
    require(losses <= 1, "I7: lost %d times", losses);
    require((after.loss() != null) == (to == LeaseState.LOST), "I7: %s with/without reason", to);
    require(
        !from.isTerminal() || before.loss() == after.loss(), "I7: the reason changed afterwards");

    boolean held = lease.isHeld(clock);
    require(!(held && wasNotHeld), "I3: not held, and held again");
    require(
        !held || store.faulty || (store.isOurs() && store.expiry - now > 0),
        "I1: held here, and at the store the name is %s",
        store.owner);
    require(
        !(held && rival != null && rival.isHeld(clock) && !store.faulty),
        "I6: two acquisitions are valid at once");
    require(!(held && (!after.isOpen() || to.isTerminal())), "I3: held in %s", to);

    if (after.isOpen()) {
      require(
          after.validUntil() - before.validUntil() >= 0, "I5: validity was taken back while open");
      require(
          after.validUntil() - (confirmedSentAt + TTL - MARGIN) <= 0,
          "I5: valid for longer than the newest confirmed write allows");
      require(
          after.validUntil() == before.validUntil() || from != LeaseState.OVERDUE,
          "I4: extended past the hold limit");
    }
    require(
        to != LeaseState.RELEASED || store.freedByUs || store.faulty,
        "I7: reported RELEASED, and the store never freed it for us");
  }

  private static LeaseStateMachine.Transition row(LeaseState from, LeaseState to) {
    return LeaseStateMachine.TABLE.stream()
        .filter(row -> row.from() == from && row.to() == to)
        .findAny()
        .orElseThrow(() -> new Broken("the table has no way from " + from + " to " + to));
  }

  private static void require(boolean holds, String invariant, Object... details) {
    if (!holds) {
      throw new Broken(String.format(invariant, details));
    }
  }

  @Override
  public boolean isEnded() {
    return lease != null && lease.status().state().isTerminal();
  }

  /**
   * Times count from now. What can make no difference any more is left out: how old a renewal is
   * once it can extend nothing, and everything but the unanswered calls once the lease has ended.
   */
  @Override
  public String key() {
    if (lease == null) {
      return "";
    }
    StringBuilder key = new StringBuilder(32);
    Status s = lease.status();
    key.append((char) s.state().ordinal());
    for (Renewal renewal : air) {
      key.append(
          renewal.ran == null ? 'p' : renewal.ran instanceof RenewOutcome.NotOwner ? 'n' : 'r');
      if (s.isOpen()) {
        boolean useless =
            renewal.flight.sentAt - shape.age - confirmedSentAt <= 0
                && clock.nanos() - renewal.flight.sentAt >= CALL_TIMEOUT;
        time(key, useless ? clock.nanos() - OLD : renewal.flight.sentAt);
        flag(key, s.flight() == renewal.flight);
      }
    }
    key.append(read == null ? '0' : read == s ? '1' : read.hasLapsed(clock.nanos()) ? '2' : '3');
    flag(key, workDone, interrupted, wasNotHeld || !lease.isHeld(clock));
    if (isEnded()) {
      return key.toString();
    }
    if (s.isOpen()) {
      time(key, s.validUntil()); // and with it sentAt
      time(key, confirmedSentAt);
      key.append((char) (1 + Math.max(0, lease.holdLimit() - clock.nanos())));
    }
    key.append((char) store.owner.ordinal());
    if (store.owner != StoreModel.Owner.NOBODY) {
      time(key, store.expiry);
    }
    flag(key, store.revoked, store.faulty, store.freedByUs, lateRenewal, lateRelease);
    if (releaseCall == ReleaseCall.BEGUN || releaseCall == ReleaseCall.SENT) {
      key.append((char) releaseCall.ordinal())
          .append((char) releaseTries)
          .append(releaseRan == null ? 'p' : releaseRan.toString().contains("ABSENT") ? 'a' : 'x');
      RenewalFlight flight = beforeRelease.flight();
      boolean mayBeSent =
          flight == null || flight.hasLanded() || clock.nanos() - releaseBegunAt >= CALL_TIMEOUT;
      flag(key, releaseMayHaveRun, mayBeSent);
      time(key, mayBeSent ? clock.nanos() : releaseBegunAt);
      time(key, beforeRelease.sentAt());
    }
    if (rival == null) {
      key.append('-');
    } else {
      time(key, rival.status().validUntil());
    }
    return key.toString();
  }

  private void time(StringBuilder key, long at) {
    long since = at - clock.nanos();
    key.append((char) (Math.max(-OLD, Math.min(OLD, since)) + OLD + 1));
  }

  private static void flag(StringBuilder key, boolean... flags) {
    int bits = 0;
    for (boolean flag : flags) {
      bits = bits << 1 | (flag ? 1 : 0);
    }
    key.append((char) bits);
  }
}
