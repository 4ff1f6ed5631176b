package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Each call of the SPI once, on leases taken beforehand, and what it answered in two words: the
 * outcome, and the kind of its cause or its reason. Each has to answer within its bound.
 */
final class EveryCall {

  /** Above the bound: what the machine may need to run a thread again. */
  private static final Duration SLACK = Duration.ofSeconds(1);

  /** The leases that {@link #answers} calls for. */
  static final List<String> NAMES =
      List.of("renewed", "released", "revoked", "given up", "free", "none");

  private final LeaseBackend backend;
  private final Grant renewed;
  private final Grant released;
  private final Grant revoked;
  private final AcquireAttempt given;
  private final Map<String, String> answers = new LinkedHashMap<>();

  /** Takes the leases; the server has to be well. */
  EveryCall(LeaseBackend backend) {
    this.backend = backend;
    this.renewed = Redises.grant(backend, "renewed");
    this.released = Redises.grant(backend, "released");
    this.revoked = Redises.grant(backend, "revoked");
    this.given = Redises.attempt("given up");
    Redises.grant(backend, given);
  }

  /** Makes the calls. */
  Map<String, String> answers() {
    answers.clear();
    call("acquire", () -> word(backend.acquire(Redises.attempt("free"))));
    call("acquire a busy one", () -> word(backend.acquire(Redises.attempt("renewed"))));
    call("renew", () -> word(backend.renewIfOwner(renewed)));
    call("holder", this::holder);
    call("release", () -> word(backend.releaseIfOwner(released)));
    call("revoke", () -> word(backend.revoke(revoked.name(), false)));
    call("abandon", () -> word(backend.abandon(given)));
    call("abandon what never ran", () -> word(backend.abandon(Redises.attempt("none"))));
    return answers;
  }

  /** All calls answer one of these. */
  void allAnswer(String... words) {
    answers();
    assertThat(answers.values()).as("%s", answers).isSubsetOf(Set.of(words));
  }

  /** The client needs no restart: the same backend serves again, and knows what it holds. */
  void serveAgain() {
    RedisServer.until(
        "the server takes leases again",
        () -> backend.acquire(Redises.attempt("back")) instanceof AcquireOutcome.Granted);
    assertThat(backend.renewIfOwner(renewed)).isEqualTo(RenewOutcome.Renewed.NOW);
    assertThat(backend.releaseIfOwner(renewed)).isEqualTo(new ReleaseOutcome.Released());
  }

  private void call(String name, Supplier<String> call) {
    long begin = System.nanoTime();
    answers.put(name, call.get());
    Duration took = Duration.ofNanos(System.nanoTime() - begin);
    assertThat(took).as(name).isLessThan(backend.traits().callTimeout().plus(SLACK));
  }

  private String holder() {
    try {
      return backend.holder(renewed.name()).isPresent() ? "Held" : "Vacant";
    } catch (BackendUnavailableException e) {
      return "Refused " + e.reason().kind();
    }
  }

  static String word(AcquireOutcome outcome) {
    if (outcome instanceof AcquireOutcome.Refused refused) {
      return word("Refused", refused.cause());
    } else if (outcome instanceof AcquireOutcome.Unknown unknown) {
      return word("Unknown", unknown.cause());
    }
    return outcome.getClass().getSimpleName();
  }

  static String word(RenewOutcome outcome) {
    if (outcome instanceof RenewOutcome.Refused refused) {
      return word("Refused", refused.cause());
    } else if (outcome instanceof RenewOutcome.Unknown unknown) {
      return word("Unknown", unknown.cause());
    } else if (outcome instanceof RenewOutcome.NotOwner notOwner) {
      return "NotOwner " + notOwner.reason();
    }
    return outcome.getClass().getSimpleName();
  }

  static String word(ReleaseOutcome outcome) {
    if (outcome instanceof ReleaseOutcome.Refused refused) {
      return word("Refused", refused.cause());
    } else if (outcome instanceof ReleaseOutcome.Unknown unknown) {
      return word("Unknown", unknown.cause());
    } else if (outcome instanceof ReleaseOutcome.NotOwner notOwner) {
      return "NotOwner " + notOwner.reason();
    }
    return outcome.getClass().getSimpleName();
  }

  static String word(AbandonOutcome outcome) {
    if (outcome instanceof AbandonOutcome.Refused refused) {
      return word("Refused", refused.cause());
    } else if (outcome instanceof AbandonOutcome.Unknown unknown) {
      return word("Unknown", unknown.cause());
    }
    return outcome.getClass().getSimpleName();
  }

  static String word(RevokeOutcome outcome) {
    if (outcome instanceof RevokeOutcome.Refused refused) {
      return word("Refused", refused.cause());
    } else if (outcome instanceof RevokeOutcome.Unknown unknown) {
      return word("Unknown", unknown.cause());
    }
    return outcome.getClass().getSimpleName();
  }

  private static String word(String outcome, Cause cause) {
    return outcome + " " + cause.kind();
  }
}
