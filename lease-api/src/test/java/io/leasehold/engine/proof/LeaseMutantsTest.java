package io.leasehold.engine.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.engine.proof.Mutant.Mutation;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The exploration finds bugs: each is planted in the lease's own source, and must break a rule. */
@Tag("proof")
class LeaseMutantsTest {

  /** A bug, and what its shortest trace must say. */
  record Planted(Mutation mutation, String broken, String lastStep) {
    @Override
    public String toString() {
      return mutation.bug();
    }
  }

  private static Planted lease(
      String bug, String line, String instead, String broken, String lastStep) {
    return new Planted(new Mutation(bug, "lease.HeldLease", line, instead), broken, lastStep);
  }

  private static Planted status(
      String bug, String line, String instead, String broken, String lastStep) {
    return new Planted(new Mutation(bug, "lease.Status", line, instead), broken, lastStep);
  }

  static Stream<Planted> bugs() {
    return Stream.of(
        lease(
            "a late answer is applied after validity has ended",
            "if (s.hasLapsed(now)) {",
            "if (false) {",
            "I3: not held, and held again",
            "the store's answer to the older renewal arrives"),
        lease(
            "an older answer overrides a newer one",
            "s.isRenewable() && sentAt - s.sentAt() > 0;",
            "s.isRenewable();",
            "I5",
            "the store's answer to the older renewal arrives"),
        lease(
            "an older answer that is not definite raises a doubt about a newer one",
            "|| flight.sentAt - s.sentAt() < 0 ",
            "",
            "I5: no definite answer",
            "older"),
        lease(
            "a renewal begins after release, loss or the hold limit",
            "if (!s.isRenewable() || s.hasLapsed(flight.sentAt)",
            "if (s.hasLapsed(flight.sentAt)",
            "I4: a renewal begins",
            "a renewal is begun"),
        lease(
            "a renewal begins when validity has ended",
            "|| s.hasLapsed(flight.sentAt)",
            "",
            "I4: a renewal begins",
            "a renewal is begun"),
        lease(
            "a renewal begins past a hold limit that nobody has noticed",
            "|| limited ",
            "",
            "I4: a renewal begins",
            "a renewal is begun"),
        lease(
            "a second renewal begins while the first is within its bound",
            " || busy)",
            ")",
            "I4: a renewal begins",
            "a renewal is begun"),
        lease(
            "a renewal that hangs keeps off the next for ever",
            " && flight.sentAt - other.sentAt < patience",
            "",
            "I4: no renewal begins",
            "a renewal is begun"),
        lease(
            "validity is extended past the hold limit",
            "boolean extends_ = s.isRenewable() && ",
            "boolean extends_ = ",
            "I5",
            "renewal arrives"),
        lease(
            "validity counts from the answer and not from the send",
            "long sentAt = flight.sentAt - renewed.age().toNanos();",
            "long sentAt = now;",
            "I",
            "renewal arrives"),
        lease(
            "the age of a renewed ttl is forgotten",
            "flight.sentAt - renewed.age().toNanos()",
            "flight.sentAt",
            "I",
            "renewal arrives"),
        lease(
            "the margin is forgotten",
            "grant.ttl().toNanos() - terms.margin()",
            "grant.ttl().toNanos()",
            "I5: valid for longer",
            "grants"),
        lease(
            "readings of the clock are compared and not subtracted",
            "clock.nanos() - s.validUntil() < 0",
            "clock.nanos() < s.validUntil()",
            "I",
            ""),
        lease(
            "whether validity is left is not asked",
            "return s.isOpen() && clock.nanos() - s.validUntil() < 0;",
            "return s.isOpen();",
            "I1: held here",
            "stands still"),
        lease(
            "a released lease still counts as held",
            "return s.isOpen() && clock.nanos()",
            "return clock.nanos()",
            "I3: held in",
            ""),
        lease(
            "a change is written over whatever happened meanwhile",
            "return STATUS.compareAndSet(this, expected, next);",
            "status = next; return true;",
            "I",
            "decides on the status it had read"),
        lease(
            "NotOwner counts as no definite answer",
            "if (outcome instanceof RenewOutcome.NotOwner) {",
            "if (false) {",
            "I",
            "renewal arrives"),
        lease(
            "an unknown answer makes nobody suspicious",
            "if (s.state() == LeaseState.HELD) {",
            "if (false) {",
            "I5: to be tried again",
            "the older renewal"),
        lease(
            "a success leaves the lease suspect",
            "s.state() == LeaseState.SUSPECT ? next(s, LeaseTrigger.RENEWED) : s.state()",
            "s.state()",
            "I5: extended",
            "renewal arrives"),
        lease(
            "a lease that has lapsed is released",
            "if (!s.isOpen() || s.hasLapsed(now)) {",
            "if (!s.isOpen()) {",
            "I7: release begins",
            "release begins"),
        lease(
            "release leaves the lease open",
            "if (replace(s, s.in(next(s, LeaseTrigger.RELEASE_BEGUN)))) {",
            "if (replace(s, s)) {",
            "G6",
            "release begins"),
        status(
            "a lease is renewed although it is overdue",
            "return state == LeaseState.HELD || state == LeaseState.SUSPECT;",
            "return isOpen();",
            "I",
            "renewal"),
        status(
            "an overdue lease counts as ended",
            "|| state == LeaseState.SUSPECT || state == LeaseState.OVERDUE",
            "|| state == LeaseState.SUSPECT",
            "I",
            ""),
        status(
            "validity ends one tick late",
            "now - validUntil >= 0",
            "now - validUntil > 0",
            "I",
            ""),
        new Planted(
            new Mutation(
                "the table lets a lost lease come back",
                "lease.LeaseStateMachine",
                "new Transition(RELEASING, LOSS, LOST)",
                "new Transition(RELEASING, LOSS, HELD)"),
            "",
            "the store's answer to the release arrives"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bugs")
  void isFoundByAShortestTrace(Planted planted) throws ReflectiveOperationException {
    Object exploration =
        Mutant.load(planted.mutation, LeaseExploration.class).getConstructor().newInstance();
    String found = (String) ((Supplier<?>) exploration).get();
    System.out.printf("planted: %s%nfound: %s%n", planted, found);
    assertThat(found).as("planted: " + planted).startsWith(planted.broken).isNotEmpty();
    assertThat(found.stripTrailing().lines().reduce("", (a, b) -> b))
        .as("the last step to %s", found)
        .contains(planted.lastStep);
  }
}
