package io.leasehold.tck.mutants.engine;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.NotOwnerReason;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.fixture.ClientFactory;
import io.leasehold.tck.fixture.ClientSettings;
import io.leasehold.tck.mutants.engine.tcp.TcpFlaw;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * What the rules PART catch. Engines are broken between themselves and the kit's recorder: they
 * believe what the history knows not to be so. Drivers are broken where the network is.
 */
final class PartEngineMutants {

  static final List<EngineMutant> ALL =
      List.of(
          EngineMutant.of(
              "SILENCE_KEEPS_THE_LEASE",
              "takes a renewal without an answer for one that was done",
              believing(PartEngineMutants::silenceIsRenewed),
              "PART-01"),
          EngineMutant.onBackend(
              "LASTS_TWO_TTLS",
              "what nobody renews lasts for two ttls",
              lastingTwice()::behind,
              "PART-02"),
          EngineMutant.of(
              "NEVER_RECOVERS",
              "refuses every call once eight in a row had no answer",
              believing(PartEngineMutants::neverRecovers),
              "PART-04"),
          EngineMutant.onBackend(
              "RELEASE_HITS_ANY",
              "a release frees the name, whoever has it",
              releasingAny()::behind,
              "PART-05"),
          EngineMutant.of(
              "SILENCE_IS_LOSS",
              "takes a renewal without an answer for a loss",
              believing(PartEngineMutants::silenceIsLoss),
              "PART-07"),
          EngineMutant.onTcp(
              "DRIVER_WITHOUT_BOUND", "waits for ever for an answer", TcpFlaw.NO_BOUND, "PART-03"),
          EngineMutant.onTcp(
              "DRIVER_KEEPS_LATE_CONNECTIONS",
              "reads a late answer as the next one's",
              TcpFlaw.KEEPS_LATE_CONNECTIONS,
              "PART-06"),
          EngineMutant.onTcp(
              "DRIVER_RESET_IS_ABSENT",
              "tells a reset as 'there is no record'",
              TcpFlaw.RESET_IS_ABSENT,
              "PART-06"),
          EngineMutant.onTcp(
              "DRIVER_RESET_IS_REFUSED",
              "tells a reset as 'did not run'",
              TcpFlaw.RESET_IS_REFUSED,
              "PART-06"),
          EngineMutant.onTcp(
              "DRIVER_SILENCE_IS_RENEWED",
              "tells a renewal without an answer as done",
              TcpFlaw.SILENCE_IS_RENEWED,
              "PART-06"),
          EngineMutant.onTcp(
              "DRIVER_SILENCE_IS_BUSY",
              "tells an acquire without an answer as busy",
              TcpFlaw.SILENCE_IS_BUSY,
              "PART-06",
              "PART-11"),
          EngineMutant.onTcp(
              "DRIVER_SLOW_IS_FOREIGN",
              "tells an answer that is slow as another's",
              TcpFlaw.SLOW_IS_FOREIGN,
              "PART-08",
              "PART-10"),
          EngineMutant.onTcp(
              "SILENCE_KEEPS_THE_FAR_LEASE",
              "takes a renewal without an answer for one that was done",
              believing(PartEngineMutants::silenceIsRenewed),
              "PART-09"));

  private static final int IN_A_ROW = 8;

  private PartEngineMutants() {}

  /** An engine that sees its backend in a wrong light. */
  private static ClientFactory believing(UnaryOperator<LeaseBackend> light) {
    return settings ->
        new ClientSettings(
                light.apply(settings.backend()),
                settings.connection(),
                settings.ttl(),
                settings.pollInterval(),
                settings.observer(),
                settings.clock())
            .open();
  }

  private static LeaseBackend silenceIsRenewed(LeaseBackend real) {
    return new BackendWrap(real) {
      @Override
      public RenewOutcome renewIfOwner(Grant grant) {
        RenewOutcome outcome = super.renewIfOwner(grant);
        return outcome instanceof RenewOutcome.Unknown ? RenewOutcome.Renewed.NOW : outcome;
      }
    };
  }

  private static LeaseBackend silenceIsLoss(LeaseBackend real) {
    return new BackendWrap(real) {
      @Override
      public RenewOutcome renewIfOwner(Grant grant) {
        RenewOutcome outcome = super.renewIfOwner(grant);
        return outcome instanceof RenewOutcome.Unknown
            ? new RenewOutcome.NotOwner(NotOwnerReason.ABSENT)
            : outcome;
      }
    };
  }

  private static LeaseBackend neverRecovers(LeaseBackend real) {
    AtomicInteger silent = new AtomicInteger();
    Cause broken = Cause.of(Cause.Kind.UNAVAILABLE, "the client has given up");
    return new BackendWrap(real) {
      @Override
      public AcquireOutcome acquire(AcquireAttempt attempt) {
        return silent.get() >= IN_A_ROW
            ? new AcquireOutcome.Refused(broken)
            : super.acquire(attempt);
      }

      @Override
      public RenewOutcome renewIfOwner(Grant grant) {
        if (silent.get() >= IN_A_ROW) {
          return new RenewOutcome.Refused(broken);
        }
        RenewOutcome outcome = super.renewIfOwner(grant);
        silent.set(outcome instanceof RenewOutcome.Unknown ? silent.get() + 1 : 0);
        return outcome;
      }
    };
  }

  private static SmallStore lastingTwice() {
    return new SmallStore() {
      @Override
      Duration lasts(AcquireAttempt attempt) {
        return attempt.ttl().multipliedBy(2);
      }
    };
  }

  private static SmallStore releasingAny() {
    return new SmallStore() {
      @Override
      boolean releasesAnothers() {
        return true;
      }
    };
  }
}
