package io.leasehold.tck.mutants.engine.tcp;

import io.leasehold.HolderInfo;
import io.leasehold.spi.AbandonOutcome;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.spi.RevokeOutcome;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The driver of the store with a network: correct, or with one {@link TcpFlaw}. Thread-safe. */
final class TcpBackend implements LeaseBackend {

  private static final String NOBODY = "0".repeat(32);

  private final BackendTraits traits;
  private final TcpCalls calls;
  private final TcpFlaw flaw;

  TcpBackend(BackendTraits traits, TcpCalls calls, TcpFlaw flaw) {
    this.traits = traits;
    this.calls = calls;
    this.flaw = flaw;
  }

  @Override
  public BackendTraits traits() {
    return traits;
  }

  private static String line(String op, LeaseName name, String owner, Duration ttl, long token) {
    return String.join(" ", op, TcpText.name(name), owner, "" + ttl.toNanos(), "" + token, "");
  }

  private static String line(String op, Grant grant) {
    return line(op, grant.name(), grant.owner().toString(), grant.ttl(), grant.fencingToken());
  }

  private static String line(String op, AcquireAttempt attempt) {
    return line(op, attempt.name(), attempt.owner().toString(), attempt.ttl(), attempt.fenceFloor())
        + TcpText.metadata(attempt.metadata());
  }

  private TcpCalls.Answer ask(String line) {
    return calls.ask(List.of(line)).get(0);
  }

  @Override
  public AcquireOutcome acquire(AcquireAttempt attempt) {
    TcpCalls.Answer answer = ask(line("acquire", attempt));
    List<String> words = answer.words();
    return switch (answer.word()) {
      case "yes" ->
          new AcquireOutcome.Granted(
              new Grant(
                  attempt.name(),
                  attempt.owner(),
                  attempt.ttl(),
                  Long.parseLong(words.get(1)),
                  null));
      case "held" -> new AcquireOutcome.Busy(TcpText.held(attempt.name(), words));
      case "refused" -> new AcquireOutcome.Refused(answer.cause());
      default ->
          flaw == TcpFlaw.SILENCE_IS_BUSY
              ? new AcquireOutcome.Busy(
                  new HolderInfo(
                      attempt.name().value(), NOBODY, 0, Optional.empty(), false, Map.of()))
              : new AcquireOutcome.Unknown(answer.cause());
    };
  }

  @Override
  public RenewOutcome renewIfOwner(Grant grant) {
    return renewAllIfOwner(List.of(grant)).get(0);
  }

  @Override
  public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
    if (grants.isEmpty()) {
      return Collections.emptyList();
    }
    return calls.ask(grants.stream().map(grant -> line("renew", grant)).toList()).stream()
        .map(this::renewal)
        .toList();
  }

  private RenewOutcome renewal(TcpCalls.Answer answer) {
    if (flaw == TcpFlaw.SLOW_IS_FOREIGN && answer.took() > traits.callTimeout().toNanos() / 4) {
      return new RenewOutcome.NotOwner(NotOwnerReason.FOREIGN);
    }
    return switch (answer.word()) {
      case "yes" -> RenewOutcome.Renewed.NOW;
      case "no" -> new RenewOutcome.NotOwner(NotOwnerReason.valueOf(answer.words().get(1)));
      case "refused" -> new RenewOutcome.Refused(answer.cause());
      default ->
          flaw == TcpFlaw.SILENCE_IS_RENEWED
              ? RenewOutcome.Renewed.NOW
              : new RenewOutcome.Unknown(answer.cause());
    };
  }

  @Override
  public ReleaseOutcome releaseIfOwner(Grant grant) {
    TcpCalls.Answer answer = ask(line("release", grant));
    return switch (answer.word()) {
      case "yes" -> new ReleaseOutcome.Released();
      case "no" -> new ReleaseOutcome.NotOwner(NotOwnerReason.valueOf(answer.words().get(1)));
      case "refused" -> new ReleaseOutcome.Refused(answer.cause());
      default -> new ReleaseOutcome.Unknown(answer.cause());
    };
  }

  @Override
  public AbandonOutcome abandon(AcquireAttempt attempt) {
    TcpCalls.Answer answer = ask(line("abandon", attempt));
    return switch (answer.word()) {
      case "yes" -> new AbandonOutcome.Abandoned();
      case "refused" -> new AbandonOutcome.Refused(answer.cause());
      default -> new AbandonOutcome.Unknown(answer.cause());
    };
  }

  @Override
  public RevokeOutcome revoke(LeaseName name, boolean now) {
    TcpCalls.Answer answer = ask(line("revoke", name, NOBODY, Duration.ZERO, now ? 1 : 0));
    return switch (answer.word()) {
      case "yes" -> new RevokeOutcome.Revoked(Long.parseLong(answer.words().get(1)));
      case "none" -> new RevokeOutcome.Absent();
      case "refused" -> new RevokeOutcome.Refused(answer.cause());
      default -> new RevokeOutcome.Unknown(answer.cause());
    };
  }

  @Override
  public Optional<HolderInfo> holder(LeaseName name) {
    TcpCalls.Answer answer = ask(line("holder", name, NOBODY, Duration.ZERO, 0));
    return switch (answer.word()) {
      case "held" -> Optional.of(TcpText.held(name, answer.words()));
      case "none" -> Optional.empty();
      default ->
          throw new BackendUnavailableException("who holds \"" + name + "\"", answer.cause());
    };
  }

  @Override
  public void close() {
    calls.close();
  }
}
