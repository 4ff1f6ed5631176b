package io.leasehold.tck.rules;

import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.RuleContext;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A call in a state of the store in which its answer is known; it may be asked again.
 *
 * @param name the call and the state in words
 * @param client who calls
 * @param call makes the call; a read without an answer returns its exception
 */
record Situation(String name, Client client, Supplier<Object> call) {

  Object ask() {
    return call.get();
  }

  /** Every kind of call, each in every state that makes its answer another one. */
  static List<Situation> all(RuleContext ctx) {
    Client a = ctx.client();
    Client b = ctx.client();
    LeaseBackend spi = a.spi();
    Grant held = a.acquire(ctx.name()).grant();
    Grant owned = a.acquire(ctx.name()).grant();
    Grant released = released(ctx, a);
    Grant foreign = released(ctx, a);
    b.acquire(foreign.name());
    Grant revoked = a.acquire(ctx.name()).grant();
    b.revoke(revoked.name(), false);
    AcquireAttempt abandoned = a.acquire(ctx.name()).attempt();
    a.abandon(abandoned);
    LeaseName never = ctx.name();
    return List.of(
        of(a, "acquire of a vacant name", () -> spi.acquire(a.attempt(ctx.name()))),
        of(a, "acquire of a held name", () -> spi.acquire(a.attempt(foreign.name()))),
        of(a, "acquire of a revoked name", () -> spi.acquire(a.attempt(revoked.name()))),
        of(a, "renewal by the owner", () -> spi.renewIfOwner(held)),
        of(a, "renewal of a released grant", () -> spi.renewIfOwner(released)),
        of(a, "renewal of a grant whose name was taken", () -> spi.renewIfOwner(foreign)),
        of(a, "renewal of a revoked grant", () -> spi.renewIfOwner(revoked)),
        of(a, "renewal of a batch", () -> spi.renewAllIfOwner(List.of(held))),
        of(a, "renewal of a refused batch", () -> spi.renewAllIfOwner(List.of(released))),
        of(a, "release by the owner", () -> spi.releaseIfOwner(owned)),
        of(a, "release of a released grant", () -> spi.releaseIfOwner(released)),
        of(a, "release of a grant whose name was taken", () -> spi.releaseIfOwner(foreign)),
        of(a, "revocation of a vacant name", () -> spi.revoke(never, false)),
        of(a, "revocation of a vacant name, now", () -> spi.revoke(never, true)),
        of(a, "revocation of a revoked name", () -> spi.revoke(revoked.name(), false)),
        of(a, "reading a vacant name", () -> read(spi, never)),
        of(a, "reading a held name", () -> read(spi, held.name())));
  }

  /** Every kind of call once, by one client, made ready beforehand. */
  static List<Situation> oneOfEach(RuleContext ctx, Client a) {
    LeaseBackend spi = a.spi();
    Held held = a.acquire(ctx.name());
    AcquireAttempt fresh = a.attempt(ctx.name());
    return List.of(
        of(a, "acquire", () -> spi.acquire(fresh)),
        of(a, "renewal", () -> spi.renewIfOwner(held.grant())),
        of(a, "renewal of a batch", () -> spi.renewAllIfOwner(List.of(held.grant()))),
        of(a, "reading the holder", () -> read(spi, held.name())),
        of(a, "revocation", () -> spi.revoke(held.name(), false)),
        of(a, "release", () -> spi.releaseIfOwner(held.grant())),
        of(a, "abandon", () -> spi.abandon(fresh)));
  }

  private static Situation of(Client client, String name, Supplier<Object> call) {
    return new Situation(name, client, call);
  }

  private static Grant released(RuleContext ctx, Client client) {
    Held held = client.acquire(ctx.name());
    held.release();
    return held.grant();
  }

  /** A read has no outcome for "no answer": its documented exception stands for it. */
  static Object read(LeaseBackend spi, LeaseName name) {
    try {
      return spi.holder(name);
    } catch (BackendUnavailableException e) {
      return Optional.of(e);
    }
  }

  /** Whether the answer says what is so: neither Refused nor Unknown. */
  static boolean isDefinite(Object outcome) {
    if (outcome instanceof List<?> list) {
      return list.stream().filter(Objects::nonNull).allMatch(Situation::isDefinite);
    }
    return causeOf(outcome).isEmpty();
  }

  /** Whether the answer is Refused(CLOSED). */
  static boolean isClosed(Object outcome) {
    if (outcome instanceof List<?> list) {
      return list.stream().filter(Objects::nonNull).allMatch(Situation::isClosed);
    }
    boolean unknown =
        outcome instanceof AcquireOutcome.Unknown
            || outcome instanceof RenewOutcome.Unknown
            || outcome instanceof ReleaseOutcome.Unknown
            || outcome instanceof AbandonOutcome.Unknown
            || outcome instanceof RevokeOutcome.Unknown;
    return !unknown
        && causeOf(outcome).filter(cause -> cause.kind() == Cause.Kind.CLOSED).isPresent();
  }

  private static Optional<Cause> causeOf(Object outcome) {
    if (outcome instanceof AcquireOutcome.Refused refused) {
      return Optional.of(refused.cause());
    } else if (outcome instanceof AcquireOutcome.Unknown unknown) {
      return Optional.of(unknown.cause());
    } else if (outcome instanceof RenewOutcome.Refused refused) {
      return Optional.of(refused.cause());
    } else if (outcome instanceof RenewOutcome.Unknown unknown) {
      return Optional.of(unknown.cause());
    } else if (outcome instanceof ReleaseOutcome.Refused refused) {
      return Optional.of(refused.cause());
    } else if (outcome instanceof ReleaseOutcome.Unknown unknown) {
      return Optional.of(unknown.cause());
    } else if (outcome instanceof AbandonOutcome.Refused refused) {
      return Optional.of(refused.cause());
    } else if (outcome instanceof AbandonOutcome.Unknown unknown) {
      return Optional.of(unknown.cause());
    } else if (outcome instanceof RevokeOutcome.Refused refused) {
      return Optional.of(refused.cause());
    } else if (outcome instanceof RevokeOutcome.Unknown unknown) {
      return Optional.of(unknown.cause());
    } else if (outcome instanceof Optional<?> optional
        && optional.isPresent()
        && optional.get() instanceof BackendUnavailableException e) {
      return Optional.of(e.reason());
    }
    return Optional.empty();
  }
}
