package io.leasehold.spi.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendTraits.ExpiryClock;
import io.leasehold.spi.BackendTraits.TtlScope;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.spi.Subscription;
import io.leasehold.spi.support.CasRecord.Mark;
import io.leasehold.spi.support.RegisterInMemory.Line;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Revoke, holder, traits, close. */
class CasBackendTest extends CasTestKit {

  @Test
  void revoking_a_free_name_changes_nothing() {
    assertThat(bob.revoke(NAME, false)).isEqualTo(new RevokeOutcome.Absent());
    assertThat(bob.revoke(NAME, true)).isEqualTo(new RevokeOutcome.Absent());
    assertThat(register.texts).isEmpty();
    release(alice, grantedTo(alice));
    String vacant = register.texts.get(NAME);
    assertThat(bob.revoke(NAME, true)).isEqualTo(new RevokeOutcome.Absent());
    assertThat(register.texts.get(NAME)).isEqualTo(vacant);
  }

  @Test
  void a_revocation_marks_and_its_barrier_lies_between_the_holder_and_all_later_grants() {
    Grant grant = grantedTo(alice);
    assertThat(bob.revoke(NAME, false)).isEqualTo(new RevokeOutcome.Revoked(2));
    assertThat(record().owner()).isEqualTo(grant.owner());
    assertThat(bob.holder(NAME).orElseThrow().revoked()).isTrue();
    assertThat(bob.holder(NAME).orElseThrow().fencingToken()).isEqualTo(1);
    String revoked = register.texts.get(NAME);
    assertThat(bob.revoke(NAME, false)).isEqualTo(new RevokeOutcome.Revoked(2));
    assertThat(register.texts.get(NAME)).isEqualTo(revoked);
    busy(bob.acquire(attempt()));
    release(alice, grant);
    assertThat(grantedTo(bob).fencingToken()).isEqualTo(3);
  }

  @Test
  void a_revoked_name_is_free_when_a_contender_has_watched_it_for_its_ttl() {
    grantedTo(alice);
    bob.revoke(NAME, false);
    busy(bob.acquire(attempt()));
    clock.advance(TTL.minusNanos(1));
    busy(bob.acquire(attempt()));
    clock.advance(Duration.ofNanos(1));
    assertThat(grantedTo(bob).fencingToken()).isEqualTo(3);
  }

  @Test
  void a_revocation_does_not_make_those_wait_again_who_were_watching_the_holder() {
    grantedTo(alice);
    busy(bob.acquire(attempt()));
    clock.advance(TTL.minusNanos(1));
    alice.revoke(NAME, false);
    busy(bob.acquire(attempt()));
    clock.advance(Duration.ofNanos(1));
    grantedTo(bob);
  }

  @Test
  void a_revocation_after_an_unseen_renewal_makes_them_wait_again() {
    Grant grant = grantedTo(alice);
    busy(bob.acquire(attempt()));
    clock.advance(TTL.minusNanos(1));
    alice.renewIfOwner(grant);
    alice.revoke(NAME, false);
    busy(bob.acquire(attempt()));
    clock.advance(TTL.minusNanos(1));
    busy(bob.acquire(attempt()));
  }

  @Test
  void revoking_now_frees_at_once_and_keeps_the_barrier() {
    Grant grant = grantedTo(alice);
    assertThat(bob.revoke(NAME, true)).isEqualTo(new RevokeOutcome.Revoked(2));
    assertThat(record().mark()).isEqualTo(Mark.VACANT);
    assertThat(bob.holder(NAME)).isEmpty();
    assertThat(grantedTo(bob).fencingToken()).isEqualTo(3);
    assertThat(alice.renewIfOwner(grant))
        .isEqualTo(new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN));
  }

  @Test
  void revoking_now_what_was_revoked_before_keeps_the_same_barrier() {
    grantedTo(alice);
    bob.revoke(NAME, false);
    assertThat(bob.revoke(NAME, true)).isEqualTo(new RevokeOutcome.Revoked(2));
    assertThat(grantedTo(bob).fencingToken()).isEqualTo(3);
  }

  @Test
  void a_revocation_against_a_renewal_tries_once_more_and_then_says_refused() {
    Grant grant = grantedTo(alice);
    register.beforeSwap(() -> alice.renewIfOwner(grant));
    assertThat(bob.revoke(NAME, false)).isEqualTo(new RevokeOutcome.Revoked(2));
    release(alice, grant);
    Grant next = grantedTo(alice);
    register.beforeSwap(
        () -> {
          alice.renewIfOwner(next);
          register.beforeRead(() -> register.beforeSwap(() -> alice.renewIfOwner(next)));
        });
    RevokeOutcome outcome = bob.revoke(NAME, false);
    assertThat(((RevokeOutcome.Refused) outcome).cause().kind()).isEqualTo(Cause.Kind.OVERLOADED);
  }

  @Test
  void a_revocation_without_an_answer_is_found_in_the_record_or_unknown() {
    grantedTo(alice);
    register.onSwap(Line.HOLD_BACK);
    assertThat(bob.revoke(NAME, false)).isEqualTo(new RevokeOutcome.Unknown(RegisterInMemory.LOST));
    register.onSwap(Line.REFUSE);
    assertThat(bob.revoke(NAME, false)).isEqualTo(new RevokeOutcome.Refused(RegisterInMemory.BUSY));
    register.onRead(Line.LOSE_REPLY);
    assertThat(bob.revoke(NAME, false)).isEqualTo(new RevokeOutcome.Refused(RegisterInMemory.LOST));
    register.onSwap(Line.LOSE_REPLY);
    assertThat(bob.revoke(NAME, false)).isEqualTo(new RevokeOutcome.Revoked(2));
  }

  @Test
  void holder_says_when_there_is_no_answer() {
    register.onRead(Line.LOSE_REPLY);
    assertThatThrownBy(() -> bob.holder(NAME))
        .isInstanceOfSatisfying(
            BackendUnavailableException.class,
            e -> assertThat(e.reason()).isEqualTo(RegisterInMemory.LOST))
        .hasMessageContaining(NAME.value());
  }

  @Test
  void holder_reads_and_writes_nothing() {
    grantedTo(alice);
    String held = register.texts.get(NAME);
    int steps = register.steps();
    bob.holder(NAME);
    assertThat(register.steps() - steps).isEqualTo(1);
    assertThat(register.texts.get(NAME)).isEqualTo(held);
  }

  @Test
  void the_traits_say_what_the_helper_implies() {
    BackendTraits traits = bob.traits();
    assertThat(traits.backend()).isEqualTo("test");
    assertThat(traits.callTimeout()).isEqualTo(CALL);
    assertThat(traits.takeoverNeedsObserver()).isTrue();
    assertThat(traits.takeoverLag()).isEqualTo(CALL.multipliedBy(2));
    assertThat(traits.expiryClock()).isEqualTo(ExpiryClock.CONTENDER);
    assertThat(traits.ttlScope()).isEqualTo(TtlScope.LEASE);
  }

  @Test
  void traits_that_the_helper_cannot_keep_are_refused() {
    assertRefused(draft -> draft.takeoverNeedsObserver(false), "takeoverNeedsObserver");
    assertRefused(draft -> draft.expiryClock(ExpiryClock.STORE_WALL), "expiryClock");
    assertRefused(draft -> draft.ttlScope(TtlScope.SESSION), "ttlScope");
    assertRefused(draft -> draft.maxBatch(2), "maxBatch");
    Duration micros = Duration.ofNanos(1_500_000);
    assertRefused(draft -> draft.ttl(micros, TTL, Duration.ofMillis(1)), "ttl range");
    assertRefused(draft -> draft.ttl(TTL, TTL, Duration.ofNanos(1)), "ttl range");
    assertRefused(
        draft -> draft.ttl(TTL, Duration.ofDays(365_000), Duration.ofMillis(1)), "ttl range");
  }

  private void assertRefused(UnaryOperator<BackendTraits.Draft> change, String what) {
    BackendTraits traits = change.apply(CasLeaseBackend.traits("mine", CALL)).build();
    assertThatThrownBy(() -> new CasLeaseBackend(register, traits, clock))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(what)
        .hasMessageContaining("CasLeaseBackend.traits(\"mine\"");
  }

  @Test
  void after_close_everything_is_refused_and_nothing_is_asked() {
    Grant grant = grantedTo(alice);
    alice.close();
    alice.close();
    int steps = register.steps();
    assertThat(register.closed).isTrue();
    assertThat(alice.renewIfOwner(grant)).isInstanceOf(RenewOutcome.Refused.class);
    assertThat(alice.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Refused.class);
    assertThat(alice.revoke(NAME, true)).isInstanceOf(RevokeOutcome.Refused.class);
    assertThat(alice.onVacant(NAME, () -> {})).isSameAs(Subscription.NONE);
    assertThatThrownBy(() -> alice.holder(NAME))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("closed");
    assertThat(register.steps()).isEqualTo(steps);
    assertThat(record().heldBy(grant.owner())).isTrue();
  }

  @Test
  void domains_and_hints_are_the_registers() {
    Subscription subscription = () -> {};
    CasRegister placed =
        new CasRegister() {
          @Override
          public CasRead read(LeaseName name) {
            return register.read(name);
          }

          @Override
          public CasSwap compareAndSet(LeaseName name, CasRecord expected, CasRecord next) {
            return register.compareAndSet(name, expected, next);
          }

          @Override
          public Object renewalDomain(LeaseName name) {
            return "shard of " + name;
          }

          @Override
          public Subscription onVacant(LeaseName name, Runnable hint) {
            return subscription;
          }

          @Override
          public void close() {}
        };
    CasLeaseBackend client = new CasLeaseBackend(placed, alice.traits(), clock);
    assertThat(client.renewalDomain(grantedTo(client))).isEqualTo("shard of " + NAME);
    assertThat(client.onVacant(NAME, () -> {})).isSameAs(subscription);
    assertThat(alice.renewalDomain(new Grant(NAME, attempt().owner(), TTL, 1, null))).isEqualTo("");
    assertThat(alice.onVacant(NAME, () -> {})).isSameAs(Subscription.NONE);
  }
}
