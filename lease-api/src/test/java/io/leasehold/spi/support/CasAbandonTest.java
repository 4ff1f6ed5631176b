package io.leasehold.spi.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.support.CasRecord.Mark;
import io.leasehold.spi.support.RegisterInMemory.Line;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An attempt whose answer was lost is freed, and its late request comes to nothing. */
class CasAbandonTest extends CasTestKit {

  private static final AbandonOutcome ABANDONED = new AbandonOutcome.Abandoned();

  private AcquireAttempt unknown(CasLeaseBackend client, Line line) {
    AcquireAttempt attempt = attempt();
    register.onSwap(line);
    assertThat(client.acquire(attempt)).isInstanceOf(AcquireOutcome.Unknown.class);
    return attempt;
  }

  @Test
  void an_attempt_that_won_is_freed_at_once() {
    AcquireAttempt attempt = unknown(alice, Line.LOSE_REPLY);
    assertThat(record().heldBy(attempt.owner())).isTrue();
    assertThat(alice.abandon(attempt)).isEqualTo(ABANDONED);
    assertThat(grantedTo(bob).fencingToken()).isEqualTo(2);
  }

  @Test
  void a_late_request_for_a_name_never_written_comes_to_nothing() {
    AcquireAttempt attempt = unknown(alice, Line.HOLD_BACK);
    assertThat(alice.abandon(attempt)).isEqualTo(ABANDONED);
    register.letGo();
    assertThat(record().mark()).isEqualTo(Mark.VACANT);
    assertThat(grantedTo(bob).fencingToken()).isEqualTo(1);
  }

  @Test
  void a_late_request_for_a_vacant_name_comes_to_nothing() {
    release(bob, grantedTo(bob));
    CasRecord vacant = record();
    AcquireAttempt attempt = unknown(alice, Line.HOLD_BACK);
    assertThat(alice.abandon(attempt)).isEqualTo(ABANDONED);
    register.letGo();
    assertThat(record().mark()).isEqualTo(Mark.VACANT);
    assertThat(record().fence()).isEqualTo(vacant.fence());
    assertThat(record().version()).isEqualTo(vacant.version() + 1);
  }

  @Test
  void a_late_takeover_of_a_dead_holder_comes_to_nothing() {
    Grant dead = grantedTo(bob);
    busy(alice.acquire(attempt()));
    clock.advance(TTL);
    AcquireAttempt attempt = unknown(alice, Line.HOLD_BACK);
    assertThat(alice.abandon(attempt)).isEqualTo(ABANDONED);
    register.letGo();
    assertThat(record().mark()).isEqualTo(Mark.VACANT);
    assertThat(bob.renewIfOwner(dead)).isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.ABSENT));
    assertThat(grantedTo(alice).fencingToken()).isEqualTo(2);
  }

  @Test
  void a_holder_that_came_back_is_not_disturbed() {
    Grant late = grantedTo(bob);
    busy(alice.acquire(attempt()));
    clock.advance(TTL);
    AcquireAttempt attempt = unknown(alice, Line.HOLD_BACK);
    assertThat(bob.renewIfOwner(late)).isEqualTo(RenewOutcome.Renewed.NOW);
    String renewed = register.texts.get(NAME);
    assertThat(alice.abandon(attempt)).isEqualTo(ABANDONED);
    register.letGo();
    assertThat(register.texts.get(NAME)).isEqualTo(renewed);
  }

  @Test
  void another_holder_is_not_disturbed() {
    AcquireAttempt attempt = unknown(alice, Line.HOLD_BACK);
    grantedTo(bob);
    String held = register.texts.get(NAME);
    assertThat(alice.abandon(attempt)).isEqualTo(ABANDONED);
    register.letGo();
    assertThat(register.texts.get(NAME)).isEqualTo(held);
  }

  @Test
  void a_request_that_arrives_during_the_abandon_is_found_by_the_next_one() {
    AcquireAttempt attempt = unknown(alice, Line.HOLD_BACK);
    register.beforeSwap(register::letGo);
    assertThat(alice.abandon(attempt)).isInstanceOf(AbandonOutcome.Refused.class);
    assertThat(record().heldBy(attempt.owner())).isTrue();
    assertThat(alice.abandon(attempt)).isEqualTo(ABANDONED);
    grantedTo(bob);
  }

  @Test
  void an_abandon_is_repeated_until_it_is_certain() {
    AcquireAttempt attempt = unknown(alice, Line.LOSE_REPLY);
    register.onRead(Line.LOSE_REPLY);
    assertThat(alice.abandon(attempt)).isEqualTo(new AbandonOutcome.Refused(RegisterInMemory.LOST));
    register.onSwap(Line.REFUSE);
    assertThat(alice.abandon(attempt)).isEqualTo(new AbandonOutcome.Refused(RegisterInMemory.BUSY));
    register.onSwap(Line.HOLD_BACK);
    assertThat(alice.abandon(attempt)).isEqualTo(new AbandonOutcome.Unknown(RegisterInMemory.LOST));
    assertThat(record().heldBy(attempt.owner())).isTrue();
    assertThat(alice.abandon(attempt)).isEqualTo(ABANDONED);
    CasRecord vacant = record();
    register.letGo();
    assertThat(record()).isEqualTo(vacant);
  }

  @Test
  void an_abandon_whose_reply_was_lost_is_certain_with_the_next_look() {
    AcquireAttempt attempt = unknown(alice, Line.HOLD_BACK);
    register.onSwap(Line.LOSE_REPLY);
    assertThat(alice.abandon(attempt)).isInstanceOf(AbandonOutcome.Unknown.class);
    CasRecord moved = record();
    assertThat(alice.abandon(attempt)).isEqualTo(ABANDONED);
    assertThat(record()).isEqualTo(moved);
  }

  @Test
  void a_revoked_win_is_freed_as_well() {
    AcquireAttempt attempt = unknown(alice, Line.LOSE_REPLY);
    bob.revoke(NAME, false);
    assertThat(alice.abandon(attempt)).isEqualTo(ABANDONED);
    assertThat(record().mark()).isEqualTo(Mark.VACANT);
    assertThat(grantedTo(bob).fencingToken()).isEqualTo(3);
  }

  @Test
  void abandoning_an_attempt_that_never_ran_changes_nothing() {
    assertThat(alice.abandon(attempt())).isEqualTo(ABANDONED);
    assertThat(register.texts).isEmpty();
    grantedTo(bob);
    String held = register.texts.get(NAME);
    assertThat(alice.abandon(attempt())).isEqualTo(ABANDONED);
    assertThat(register.texts.get(NAME)).isEqualTo(held);
  }

  @Test
  void an_attempt_that_comes_after_its_abandon_is_refused() {
    AcquireAttempt attempt = attempt();
    assertThat(alice.abandon(attempt)).isEqualTo(ABANDONED);
    assertThat(alice.acquire(attempt)).isInstanceOf(AcquireOutcome.Refused.class);
    assertThat(register.texts).isEmpty();
  }

  @Test
  void an_attempt_abandoned_while_it_reads_sends_nothing() {
    AcquireAttempt attempt = attempt();
    register.beforeRead(() -> assertThat(alice.abandon(attempt)).isEqualTo(ABANDONED));
    assertThat(alice.acquire(attempt)).isInstanceOf(AcquireOutcome.Refused.class);
    assertThat(register.texts).isEmpty();
  }

  @Test
  void an_attempt_is_sent_once() {
    AcquireAttempt attempt = unknown(alice, Line.HOLD_BACK);
    int steps = register.steps();
    assertThat(alice.acquire(attempt)).isInstanceOf(AcquireOutcome.Unknown.class);
    assertThat(register.steps()).isEqualTo(steps);
  }

  @Test
  void only_unknown_attempts_are_remembered_and_too_many_of_them_refuse_new_ones() {
    AttemptTable table = new AttemptTable();
    for (int i = 0; i < AttemptTable.MAX_OPEN; i++) {
      OwnerToken owner = new OwnerToken(0, i);
      assertThat(table.begin(owner, 0)).isEqualTo(AttemptTable.Admission.ADMITTED);
      assertThat(table.send(owner, null)).isTrue();
    }
    assertThat(table.begin(OwnerToken.random(), 0)).isEqualTo(AttemptTable.Admission.FULL);
    assertThat(table.abandon(new OwnerToken(0, 1), 0)).isNotNull();
    assertThat(table.openSize()).isEqualTo(AttemptTable.MAX_OPEN);
    long asked = AttemptTable.FORGOTTEN.toNanos(); // so long somebody may want to know
    assertThat(table.begin(OwnerToken.random(), asked)).isEqualTo(AttemptTable.Admission.FULL);
    table.settle(new OwnerToken(0, 1));
    assertThat(table.begin(OwnerToken.random(), 0)).isEqualTo(AttemptTable.Admission.ADMITTED);
    assertThat(table.begin(OwnerToken.random(), asked + 1))
        .as("nobody asks any more")
        .isEqualTo(AttemptTable.Admission.ADMITTED);
    assertThat(table.openSize()).isEqualTo(1);
  }

  @Test
  void abandoned_attempts_are_forgotten_after_ten_minutes_or_beyond_the_limit() {
    AttemptTable table = new AttemptTable();
    OwnerToken owner = OwnerToken.random();
    table.abandon(owner, 0);
    long end = AttemptTable.REMEMBERED.toNanos();
    assertThat(table.begin(owner, end)).isEqualTo(AttemptTable.Admission.ABANDONED);
    assertThat(table.begin(owner, end + 1)).isEqualTo(AttemptTable.Admission.ADMITTED);
    OwnerToken eldest = OwnerToken.random();
    table.abandon(eldest, end);
    for (int i = 0; i < AttemptTable.MAX_ABANDONED; i++) {
      table.abandon(new OwnerToken(1, i), end);
    }
    assertThat(table.begin(eldest, end)).isEqualTo(AttemptTable.Admission.ADMITTED);
  }

  @Test
  void definite_answers_leave_nothing_to_remember() {
    register.onSwap(Line.REFUSE);
    for (int i = 0; i < 3; i++) {
      alice.acquire(attempt());
    }
    AcquireAttempt lost = attempt();
    assertThat(alice.acquire(lost)).isInstanceOf(AcquireOutcome.Busy.class);
    // Were its base remembered, this would vacate a record that is watched out.
    clock.advance(TTL.plus(Duration.ofSeconds(1)));
    String held = register.texts.get(NAME);
    assertThat(alice.abandon(lost)).isEqualTo(ABANDONED);
    assertThat(register.texts.get(NAME)).isEqualTo(held);
  }

  @Test
  void a_cause_says_why_a_full_or_closed_backend_refuses() {
    alice.close();
    AcquireOutcome.Refused refused = (AcquireOutcome.Refused) alice.acquire(attempt());
    assertThat(refused.cause().kind()).isEqualTo(Cause.Kind.CLOSED);
    assertThat(alice.abandon(attempt())).isInstanceOf(AbandonOutcome.Refused.class);
    assertThat(Map.copyOf(register.texts)).isEmpty();
  }
}
