package io.leasehold.spi.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.Grant;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.support.CasRecord.Mark;
import io.leasehold.spi.support.RegisterInMemory.Line;
import org.junit.jupiter.api.Test;

/** Renew and release: only the own record, and an honest answer. */
class CasOwnerTest extends CasTestKit {

  private static final ReleaseOutcome RELEASED = new ReleaseOutcome.Released();
  private static final RenewOutcome RENEWED = RenewOutcome.Renewed.NOW;

  private static RenewOutcome renewalLost(NotOwnerReason reason) {
    return new RenewOutcome.NotOwner(reason);
  }

  private static ReleaseOutcome releaseLost(NotOwnerReason reason) {
    return new ReleaseOutcome.NotOwner(reason);
  }

  private Grant overtaken() {
    Grant grant = grantedTo(alice);
    busy(bob.acquire(attempt()));
    clock.advance(TTL);
    grantedTo(bob);
    return grant;
  }

  @Test
  void a_renewal_is_one_step_and_writes_the_next_version_of_the_same_record() {
    Grant grant = grantedTo(alice);
    CasRecord before = record();
    int steps = register.steps();
    assertThat(alice.renewIfOwner(grant)).isEqualTo(RENEWED);
    assertThat(alice.renewIfOwner(grant)).isEqualTo(RENEWED);
    assertThat(register.steps() - steps).isEqualTo(2);
    CasRecord after = record();
    assertThat(after.version()).isEqualTo(before.version() + 2);
    assertThat(after.write()).isNotEqualTo(before.write());
    assertThat(after.fence()).isEqualTo(before.fence());
    assertThat(after.metadata()).isEqualTo(before.metadata());
  }

  @Test
  void a_renewal_after_a_takeover_is_told_foreign_and_changes_nothing() {
    Grant grant = overtaken();
    String rival = register.texts.get(NAME);
    assertThat(alice.renewIfOwner(grant)).isEqualTo(renewalLost(NotOwnerReason.FOREIGN));
    assertThat(alice.releaseIfOwner(grant)).isEqualTo(releaseLost(NotOwnerReason.FOREIGN));
    assertThat(register.texts.get(NAME)).isEqualTo(rival);
  }

  @Test
  void a_renewal_of_a_vacant_or_lost_record_is_told_absent_and_creates_nothing() {
    Grant grant = grantedTo(alice);
    bob.revoke(NAME, true);
    String vacant = register.texts.get(NAME);
    assertThat(alice.renewIfOwner(grant)).isEqualTo(renewalLost(NotOwnerReason.ABSENT));
    assertThat(alice.releaseIfOwner(grant)).isEqualTo(releaseLost(NotOwnerReason.ABSENT));
    assertThat(register.texts.get(NAME)).isEqualTo(vacant);
    register.texts.clear();
    assertThat(alice.renewIfOwner(grant)).isEqualTo(renewalLost(NotOwnerReason.ABSENT));
    assertThat(alice.releaseIfOwner(grant)).isEqualTo(releaseLost(NotOwnerReason.ABSENT));
    assertThat(register.texts).isEmpty();
  }

  @Test
  void a_record_cleared_by_hand_is_absent_for_its_holder_and_free_for_others() {
    Grant grant = grantedTo(alice);
    register.texts.put(NAME, record().cleared().toText());
    assertThat(alice.renewIfOwner(grant)).isEqualTo(renewalLost(NotOwnerReason.ABSENT));
    assertThat(alice.releaseIfOwner(grant)).isEqualTo(releaseLost(NotOwnerReason.ABSENT));
    assertThat(grantedTo(bob).fencingToken()).isEqualTo(2);
  }

  @Test
  void a_renewal_of_a_revoked_record_is_told_so_and_its_release_works() {
    Grant grant = grantedTo(alice);
    bob.revoke(NAME, false);
    String revoked = register.texts.get(NAME);
    assertThat(alice.renewIfOwner(grant)).isEqualTo(renewalLost(NotOwnerReason.REVOKED));
    assertThat(register.texts.get(NAME)).isEqualTo(revoked);
    assertThat(alice.releaseIfOwner(grant)).isEqualTo(RELEASED);
    assertThat(record().mark()).isEqualTo(Mark.VACANT);
  }

  @Test
  void a_renewal_whose_reply_was_lost_is_found_in_the_record_in_the_same_call() {
    Grant grant = grantedTo(alice);
    register.onSwap(Line.LOSE_REPLY, Line.THROW);
    assertThat(alice.renewIfOwner(grant)).isEqualTo(RENEWED);
    assertThat(alice.renewIfOwner(grant)).isEqualTo(RENEWED);
    int steps = register.steps();
    assertThat(alice.renewIfOwner(grant)).isEqualTo(RENEWED);
    assertThat(register.steps() - steps).isEqualTo(1);
  }

  @Test
  void a_renewal_still_under_way_is_unknown_and_the_next_one_reads_first() {
    Grant grant = grantedTo(alice);
    register.onSwap(Line.HOLD_BACK);
    assertThat(alice.renewIfOwner(grant))
        .isEqualTo(new RenewOutcome.Unknown(RegisterInMemory.LOST));
    int steps = register.steps();
    assertThat(alice.renewIfOwner(grant)).isEqualTo(RENEWED);
    assertThat(register.steps() - steps).isEqualTo(2);
  }

  @Test
  void a_late_renewal_fails_after_a_newer_one_and_after_a_release() {
    Grant grant = grantedTo(alice);
    register.onSwap(Line.HOLD_BACK);
    alice.renewIfOwner(grant);
    assertThat(alice.renewIfOwner(grant)).isEqualTo(RENEWED);
    CasRecord newer = record();
    register.letGo();
    assertThat(record()).isEqualTo(newer);

    register.onSwap(Line.HOLD_BACK);
    alice.renewIfOwner(grant);
    assertThat(alice.releaseIfOwner(grant)).isEqualTo(RELEASED);
    CasRecord vacant = record();
    register.letGo();
    assertThat(record()).isEqualTo(vacant);
  }

  @Test
  void a_late_renewal_that_lands_between_read_and_write_only_costs_a_step() {
    Grant grant = grantedTo(alice);
    register.onSwap(Line.HOLD_BACK);
    alice.renewIfOwner(grant);
    register.beforeSwap(register::letGo);
    assertThat(alice.renewIfOwner(grant)).isInstanceOf(RenewOutcome.Refused.class);
    assertThat(alice.renewIfOwner(grant)).isEqualTo(RENEWED);
  }

  @Test
  void an_unknown_renewal_that_a_rival_overtook_is_definitely_lost() {
    Grant grant = grantedTo(alice);
    busy(bob.acquire(attempt()));
    clock.advance(TTL);
    register.onSwap(Line.HOLD_BACK);
    register.beforeRead(() -> grantedTo(bob));
    assertThat(alice.renewIfOwner(grant)).isEqualTo(renewalLost(NotOwnerReason.FOREIGN));
    String rival = register.texts.get(NAME);
    register.letGo();
    assertThat(register.texts.get(NAME)).isEqualTo(rival);
  }

  @Test
  void a_refused_renewal_is_refused_and_the_next_one_goes_on_in_one_step() {
    Grant grant = grantedTo(alice);
    register.onSwap(Line.REFUSE);
    assertThat(alice.renewIfOwner(grant))
        .isEqualTo(new RenewOutcome.Refused(RegisterInMemory.BUSY));
    int steps = register.steps();
    assertThat(alice.renewIfOwner(grant)).isEqualTo(RENEWED);
    assertThat(register.steps() - steps).isEqualTo(1);
  }

  @Test
  void a_renewal_that_cannot_read_after_a_conflict_is_refused() {
    Grant grant = overtaken();
    register.onRead(Line.LOSE_REPLY);
    assertThat(alice.renewIfOwner(grant))
        .isEqualTo(new RenewOutcome.Refused(RegisterInMemory.LOST));
    assertThat(alice.renewIfOwner(grant)).isEqualTo(renewalLost(NotOwnerReason.FOREIGN));
  }

  @Test
  void a_grant_without_its_cookie_or_with_anothers_is_served_by_reading() {
    Grant grant = grantedTo(alice);
    Grant bare = new Grant(NAME, grant.owner(), TTL, 1, null);
    assertThat(bob.renewIfOwner(bare)).isEqualTo(RENEWED);
    Grant forged = new Grant(NAME, OwnerToken.random(), TTL, 1, grant.cookie());
    assertThat(alice.renewIfOwner(forged)).isEqualTo(renewalLost(NotOwnerReason.FOREIGN));
    assertThat(alice.releaseIfOwner(forged)).isEqualTo(releaseLost(NotOwnerReason.FOREIGN));
    assertThat(alice.renewIfOwner(grant)).isEqualTo(RENEWED);
    assertThat(bob.releaseIfOwner(bare)).isEqualTo(RELEASED);
  }

  @Test
  void two_renewals_at_once_both_succeed() {
    Grant grant = grantedTo(alice);
    register.beforeSwap(() -> assertThat(alice.renewIfOwner(grant)).isEqualTo(RENEWED));
    assertThat(alice.renewIfOwner(grant)).isEqualTo(RENEWED);
  }

  @Test
  void a_release_writes_vacant_and_keeps_the_counter() {
    Grant grant = grantedTo(alice);
    assertThat(alice.releaseIfOwner(grant)).isEqualTo(RELEASED);
    assertThat(record().mark()).isEqualTo(Mark.VACANT);
    assertThat(record().fence()).isEqualTo(1);
    assertThat(record().metadata()).isEmpty();
    assertThat(alice.releaseIfOwner(grant)).isEqualTo(releaseLost(NotOwnerReason.ABSENT));
    assertThat(alice.renewIfOwner(grant)).isEqualTo(renewalLost(NotOwnerReason.ABSENT));
  }

  @Test
  void a_release_whose_reply_was_lost_is_found_in_the_record_in_the_same_call() {
    Grant grant = grantedTo(alice);
    register.onSwap(Line.LOSE_REPLY);
    assertThat(alice.releaseIfOwner(grant)).isEqualTo(RELEASED);
    assertThat(alice.releaseIfOwner(grant)).isEqualTo(releaseLost(NotOwnerReason.ABSENT));
  }

  @Test
  void an_unknown_release_that_ran_counts_as_released_later() {
    Grant grant = grantedTo(alice);
    register.onSwap(Line.LOSE_REPLY).onRead(Line.LOSE_REPLY);
    assertThat(alice.releaseIfOwner(grant))
        .isEqualTo(new ReleaseOutcome.Unknown(RegisterInMemory.LOST));
    register.onRead(Line.LOSE_REPLY);
    assertThat(alice.releaseIfOwner(grant))
        .isEqualTo(new ReleaseOutcome.Unknown(RegisterInMemory.LOST));
    assertThat(alice.releaseIfOwner(grant)).isEqualTo(RELEASED);
    assertThat(alice.releaseIfOwner(grant)).isEqualTo(releaseLost(NotOwnerReason.ABSENT));
  }

  @Test
  void an_unknown_release_that_did_not_run_is_repeated_and_its_late_copy_fails() {
    Grant grant = grantedTo(alice);
    register.onSwap(Line.HOLD_BACK);
    assertThat(alice.releaseIfOwner(grant))
        .isEqualTo(new ReleaseOutcome.Unknown(RegisterInMemory.LOST));
    register.onSwap(Line.REFUSE);
    assertThat(alice.releaseIfOwner(grant))
        .isEqualTo(new ReleaseOutcome.Unknown(RegisterInMemory.BUSY));
    assertThat(alice.releaseIfOwner(grant)).isEqualTo(RELEASED);
    Grant next = grantedTo(bob);
    register.letGo();
    assertThat(bob.renewIfOwner(next)).isEqualTo(RENEWED);
  }

  @Test
  void an_unknown_release_is_told_foreign_when_the_name_went_on_to_another() {
    Grant grant = grantedTo(alice);
    register.onSwap(Line.LOSE_REPLY).onRead(Line.LOSE_REPLY);
    alice.releaseIfOwner(grant);
    grantedTo(bob);
    assertThat(alice.releaseIfOwner(grant)).isEqualTo(releaseLost(NotOwnerReason.FOREIGN));
  }

  @Test
  void a_refused_release_is_refused_and_its_read_as_well() {
    Grant grant = grantedTo(alice);
    register.onSwap(Line.REFUSE);
    assertThat(alice.releaseIfOwner(grant))
        .isEqualTo(new ReleaseOutcome.Refused(RegisterInMemory.BUSY));
    register.onRead(Line.LOSE_REPLY);
    register.beforeSwap(() -> assertThat(alice.renewIfOwner(grant)).isEqualTo(RENEWED));
    assertThat(alice.releaseIfOwner(grant))
        .isEqualTo(new ReleaseOutcome.Refused(RegisterInMemory.LOST));
    assertThat(alice.releaseIfOwner(grant)).isEqualTo(RELEASED);
  }

  @Test
  void a_release_against_a_renewal_at_the_same_moment_reads_and_wins() {
    Grant grant = grantedTo(alice);
    register.beforeSwap(() -> assertThat(alice.renewIfOwner(grant)).isEqualTo(RENEWED));
    assertThat(alice.releaseIfOwner(grant)).isEqualTo(RELEASED);
  }

  @Test
  void a_release_sent_twice_by_the_driver_or_by_two_callers_is_released() {
    Grant first = grantedTo(alice);
    register.onSwap(Line.SEND_TWICE);
    assertThat(alice.releaseIfOwner(first)).isEqualTo(RELEASED);
    Grant second = grantedTo(alice);
    register.beforeSwap(() -> assertThat(alice.releaseIfOwner(second)).isEqualTo(RELEASED));
    assertThat(alice.releaseIfOwner(second)).isEqualTo(RELEASED);
  }
}
