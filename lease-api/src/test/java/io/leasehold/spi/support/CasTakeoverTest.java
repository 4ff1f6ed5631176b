package io.leasehold.spi.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.support.CasRecord.Mark;
import io.leasehold.spi.support.RegisterInMemory.Line;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Acquire, and who may take a name from whom. */
class CasTakeoverTest extends CasTestKit {

  private static final Duration TENTH = TTL.dividedBy(10);
  private static final Duration TICK = Duration.ofNanos(1);

  @Test
  void a_name_never_written_is_granted_with_the_first_token() {
    AcquireAttempt attempt = attempt();
    Grant grant = granted(alice.acquire(attempt));
    assertThat(grant.name()).isEqualTo(NAME);
    assertThat(grant.owner()).isEqualTo(attempt.owner());
    assertThat(grant.ttl()).isEqualTo(TTL);
    assertThat(grant.fencingToken()).isEqualTo(1);
    assertThat(record().mark()).isEqualTo(Mark.HELD);
    assertThat(record().metadata()).isEqualTo(Map.of("host", "h1"));
  }

  @Test
  void a_vacant_name_is_granted_at_once_with_the_next_token() {
    release(alice, grantedTo(alice));
    assertThat(grantedTo(bob).fencingToken()).isEqualTo(2);
    assertThat(record().version()).isEqualTo(3);
  }

  @Test
  void the_token_rises_above_the_floor_and_above_the_record() {
    Grant first = granted(alice.acquire(attempt(100)));
    assertThat(first.fencingToken()).isEqualTo(101);
    release(alice, first);
    assertThat(granted(bob.acquire(attempt(5))).fencingToken()).isEqualTo(102);
  }

  @Test
  void without_a_token_left_the_attempt_is_refused_and_nothing_changes() {
    AcquireOutcome outcome = alice.acquire(attempt(Long.MAX_VALUE));
    assertThat(((AcquireOutcome.Refused) outcome).cause().kind())
        .isEqualTo(Cause.Kind.MISCONFIGURED);
    assertThat(register.texts).isEmpty();
    long last = CasText.MAX_FENCE;
    Grant grant = granted(alice.acquire(attempt(last - 1)));
    assertThat(grant.fencingToken()).isEqualTo(last);
    assertThat(alice.revoke(NAME, false)).isEqualTo(new RevokeOutcome.Revoked(Long.MAX_VALUE));
  }

  @Test
  void a_ttl_that_the_record_cannot_keep_is_refused() {
    AcquireOutcome outcome =
        alice.acquire(
            new AcquireAttempt(
                NAME, OwnerToken.random(), Duration.ofNanos(1_000_001), 0, Map.of()));
    assertThat(outcome).isInstanceOf(AcquireOutcome.Refused.class);
    assertThat(register.steps()).isZero();
  }

  @Test
  void a_holder_that_renews_is_never_overtaken() {
    Grant grant = grantedTo(alice);
    for (int i = 0; i < 60; i++) {
      clock.advance(TENTH);
      if (i % 3 == 0) {
        assertThat(alice.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);
      }
      busy(bob.acquire(attempt()));
    }
  }

  @Test
  void a_dead_holder_is_overtaken_after_exactly_one_ttl_of_watching() {
    Grant dead = grantedTo(alice);
    clock.advance(TTL.multipliedBy(5));
    busy(bob.acquire(attempt()));
    clock.advance(TTL.minus(TICK));
    String before = register.texts.get(NAME);
    busy(bob.acquire(attempt()));
    assertThat(register.texts.get(NAME)).isEqualTo(before);
    clock.advance(TICK);
    assertThat(grantedTo(bob).fencingToken()).isEqualTo(2);
    assertThat(alice.renewIfOwner(dead))
        .isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN));
  }

  @Test
  void watching_begins_with_the_reply_and_not_with_the_question() {
    grantedTo(alice);
    register.stepTakes(Duration.ofMillis(300));
    busy(bob.acquire(attempt()));
    register.stepTakes(Duration.ZERO);
    clock.advance(TTL.minus(Duration.ofMillis(300)));
    busy(bob.acquire(attempt()));
    clock.advance(Duration.ofMillis(300));
    grantedTo(bob);
  }

  @Test
  void the_ttl_that_counts_is_the_holders_and_not_the_contenders() {
    grantedTo(alice);
    AcquireAttempt hasty =
        new AcquireAttempt(NAME, OwnerToken.random(), Duration.ofMillis(10), 0, Map.of());
    busy(bob.acquire(hasty));
    clock.advance(TTL.minus(TICK));
    busy(bob.acquire(hasty));
  }

  @Test
  void non_blocking_tries_every_tenth_of_a_ttl_take_over_within_a_ttl_and_one_interval() {
    grantedTo(alice);
    long died = clock.nanos();
    int tries = 0;
    clock.advance(TENTH.minus(TICK));
    while (!(bob.acquire(attempt()) instanceof AcquireOutcome.Granted)) {
      clock.advance(TENTH);
      tries++;
      assertThat(tries).isLessThan(30);
    }
    Duration took = Duration.ofNanos(clock.nanos() - died);
    assertThat(took).isBetween(TTL, TTL.plus(TENTH));
  }

  @Test
  void a_client_that_asks_rarely_takes_over_with_its_second_look() {
    grantedTo(alice);
    busy(bob.acquire(attempt()));
    clock.advance(WatchTable.IDLE.minus(TICK));
    grantedTo(bob);
  }

  @Test
  void one_shot_clients_never_take_over_as_the_trait_says() {
    grantedTo(alice);
    for (int i = 0; i < 30; i++) {
      clock.advance(TENTH);
      busy(client().acquire(attempt()));
    }
    assertThat(bob.traits().takeoverNeedsObserver()).isTrue();
  }

  @Test
  void each_new_version_starts_the_watch_again() {
    Grant grant = grantedTo(alice);
    busy(bob.acquire(attempt()));
    clock.advance(TTL.minus(TICK));
    assertThat(alice.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);
    clock.advance(TICK);
    busy(bob.acquire(attempt()));
    clock.advance(TTL.minus(TICK));
    busy(bob.acquire(attempt()));
  }

  @Test
  void a_renewal_between_the_last_look_and_the_takeover_defeats_the_takeover() {
    Grant grant = grantedTo(alice);
    busy(bob.acquire(attempt()));
    clock.advance(TTL);
    register.beforeSwap(
        () -> assertThat(alice.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW));
    AcquireOutcome.Busy busy = busy(bob.acquire(attempt()));
    assertThat(busy.holder().owner()).isEqualTo(grant.owner().toString());
    clock.advance(TTL.minus(TICK));
    busy(bob.acquire(attempt()));
  }

  @Test
  void of_two_contenders_in_the_same_moment_the_slower_learns_who_won() {
    AcquireAttempt winner = attempt();
    register.beforeSwap(() -> granted(bob.acquire(winner)));
    AcquireOutcome.Busy busy = busy(alice.acquire(attempt()));
    assertThat(busy.holder().owner()).isEqualTo(winner.owner().toString());
  }

  @Test
  void a_contender_overtaken_by_a_whole_lease_is_refused_and_may_ask_again() {
    register.beforeSwap(() -> release(bob, grantedTo(bob)));
    AcquireOutcome outcome = alice.acquire(attempt());
    assertThat(((AcquireOutcome.Refused) outcome).cause().kind()).isEqualTo(Cause.Kind.OVERLOADED);
    assertThat(grantedTo(alice).fencingToken()).isEqualTo(2);
  }

  @Test
  void a_step_that_the_driver_sent_twice_is_still_a_grant() {
    register.onSwap(Line.SEND_TWICE);
    assertThat(grantedTo(alice).fencingToken()).isEqualTo(1);
  }

  @Test
  void the_own_owner_is_busy_and_changes_nothing_even_after_its_ttl() {
    AcquireAttempt attempt = attempt();
    granted(alice.acquire(attempt));
    String before = register.texts.get(NAME);
    busy(alice.acquire(attempt));
    clock.advance(TTL);
    busy(alice.acquire(attempt));
    assertThat(register.texts.get(NAME)).isEqualTo(before);
  }

  @Test
  void a_read_without_an_answer_refuses_the_attempt_because_nothing_was_sent() {
    register.onRead(Line.LOSE_REPLY, Line.THROW);
    assertThat(alice.acquire(attempt()))
        .isEqualTo(new AcquireOutcome.Refused(RegisterInMemory.LOST));
    AcquireOutcome.Refused thrown = (AcquireOutcome.Refused) alice.acquire(attempt());
    assertThat(thrown.cause().kind()).isEqualTo(Cause.Kind.UNAVAILABLE);
    assertThat(thrown.cause().error()).hasMessage("driver broke");
    assertThat(register.texts).isEmpty();
  }

  @Test
  void a_record_that_something_else_wrote_is_reported_and_left_alone() {
    register.texts.put(NAME, "not ours");
    AcquireOutcome.Refused refused = (AcquireOutcome.Refused) alice.acquire(attempt());
    assertThat(refused.cause().kind()).isEqualTo(Cause.Kind.MISCONFIGURED);
    assertThat(refused.cause().error()).hasMessageContaining("not ours");
    assertThat(register.texts.get(NAME)).isEqualTo("not ours");
  }

  @Test
  void a_refused_swap_refuses_the_attempt_and_an_unknown_one_leaves_it_unknown() {
    register.onSwap(Line.REFUSE, Line.HOLD_BACK, Line.THROW);
    assertThat(alice.acquire(attempt()))
        .isEqualTo(new AcquireOutcome.Refused(RegisterInMemory.BUSY));
    assertThat(alice.acquire(attempt()))
        .isEqualTo(new AcquireOutcome.Unknown(RegisterInMemory.LOST));
    AcquireOutcome.Unknown thrown = (AcquireOutcome.Unknown) alice.acquire(attempt());
    assertThat(thrown.cause().error()).hasMessage("driver broke");
  }

  @Test
  void busy_and_holder_tell_who_and_how_much_longer_once_something_was_watched() {
    Grant grant = grantedTo(alice);
    HolderInfo first = busy(bob.acquire(attempt())).holder();
    assertThat(first)
        .isEqualTo(
            new HolderInfo(
                NAME.value(),
                grant.owner().toString(),
                1,
                Optional.empty(),
                false,
                Map.of("host", "h1")));
    clock.advance(TENTH);
    assertThat(bob.holder(NAME).orElseThrow().remaining()).contains(TTL.minus(TENTH));
    assertThat(client().holder(NAME).orElseThrow().remaining()).isEmpty();
    clock.advance(TTL);
    assertThat(bob.holder(NAME)).isEmpty();
    grantedTo(bob);
    assertThat(bob.holder(new LeaseName("other"))).isEmpty();
  }
}
