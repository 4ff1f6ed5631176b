package io.leasehold.tck.mutants.engine;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the rules KILL and PAUSE catch, with contenders in processes of their own. */
final class ProcessEngineMutants {

  static final List<EngineMutant> ALL =
      List.of(
          EngineMutant.onServer(
              "ENDS_AT_HALF_THE_TTL",
              "keeps each grant for a little more than half of its ttl",
              real -> new OtherTtl(real, 55),
              "KILL-02"),
          EngineMutant.onServer(
              "KEEPS_THE_DEAD",
              "keeps each grant for twice its ttl",
              real -> new OtherTtl(real, 200),
              "KILL-01",
              "KILL-03"),
          EngineMutant.onServer(
              "A_TAKEOVER_FREES_THE_OLDEST",
              "frees the oldest grant as well when it clears away one that has run out",
              FreesTheOldest::new,
              "KILL-04"),
          pausing(
              EngineMutant.onServer(
                      "ENDS_AT_HALF_THE_TTL_OF_THE_STOPPED",
                      "keeps each grant for a little more than half of its ttl",
                      real -> new OtherTtl(real, 55),
                      "PAUSE-02")
                  .perhaps("PAUSE-07")),
          pausing(
              EngineMutant.inProcesses(
                  "HELD_BY_STATE",
                  "isHeld() says what a watchdog has found out, and not what the clock says",
                  ProcessClients.ByState.class,
                  "PAUSE-01")),
          pausing(
              EngineMutant.inProcesses(
                      "HELD_BY_ASKING",
                      "isHeld() asks the store",
                      ProcessClients.ByAsking.class,
                      "PAUSE-01")
                  .perhaps("PAUSE-04")),
          pausing(
              EngineMutant.inProcesses(
                  "HELD_FOR_EVER",
                  "isHeld() is true whatever happens",
                  ProcessClients.ForEver.class,
                  "PAUSE-01",
                  "PAUSE-04")),
          pausing(
              EngineMutant.inProcesses(
                  "ONE_TOKEN",
                  "gives every lease the same fencing token",
                  ProcessClients.OneToken.class,
                  "PAUSE-03")),
          pausing(
              EngineMutant.inProcesses(
                  "TELLS_TWICE_WHEN_WOKEN",
                  "tells each loss twice",
                  ProcessClients.TellsTwice.class,
                  "PAUSE-05")),
          pausing(
              EngineMutant.onServer(
                  "FREES_BY_NAME",
                  "a release frees whoever holds the name",
                  FreesByName::new,
                  "PAUSE-06")),
          pausing(
              EngineMutant.inProcesses(
                  "FEARS_EVERY_PAUSE",
                  "takes every pause for a loss",
                  ProcessClients.Timid.class,
                  "PAUSE-07")),
          EngineMutant.inProcesses(
              "BELIEVES_THE_WALL_CLOCK",
              "takes a lease for lost when the wall clock says that it is old",
              ProcessClients.ByWallClock.class,
              "PAUSE-08"));

  private ProcessEngineMutants() {}

  /** Fewer pauses than usual: each point once. */
  private static EngineMutant pausing(EngineMutant mutant) {
    return mutant.playing("pause.anywhere", 0).playing("pause.short", 1);
  }

  /** Keeps what it grants for another time than it says. */
  private static final class OtherTtl extends BackendWrap {
    private final int percent;

    OtherTtl(LeaseBackend real, int percent) {
      super(real);
      this.percent = percent;
    }

    private Duration other(Duration ttl) {
      return Duration.ofMillis(ttl.toMillis() * percent / 100);
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      return super.acquire(
          new AcquireAttempt(
              attempt.name(),
              attempt.owner(),
              other(attempt.ttl()),
              attempt.fenceFloor(),
              attempt.metadata()));
    }

    @Override
    public RenewOutcome renewIfOwner(Grant grant) {
      return super.renewIfOwner(
          new Grant(
              grant.name(),
              grant.owner(),
              other(grant.ttl()),
              grant.fencingToken(),
              grant.cookie()));
    }
  }

  private static final class FreesTheOldest extends BackendWrap {
    private final Map<String, Grant> grants = new ConcurrentHashMap<>();

    FreesTheOldest(LeaseBackend real) {
      super(real);
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      AcquireOutcome outcome = super.acquire(attempt);
      if (outcome instanceof AcquireOutcome.Granted granted
          && grants.put(attempt.name().value(), granted.grant()) != null) {
        grants.values().stream()
            .min(Comparator.comparingLong(Grant::fencingToken))
            .ifPresent(super::releaseIfOwner);
      }
      return outcome;
    }

    @Override
    public ReleaseOutcome releaseIfOwner(Grant grant) {
      grants.remove(grant.name().value());
      return super.releaseIfOwner(grant);
    }
  }

  private static final class FreesByName extends BackendWrap {
    private final Map<String, Grant> grants = new ConcurrentHashMap<>();

    FreesByName(LeaseBackend real) {
      super(real);
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      AcquireOutcome outcome = super.acquire(attempt);
      if (outcome instanceof AcquireOutcome.Granted granted) {
        grants.put(attempt.name().value(), granted.grant());
      }
      return outcome;
    }

    @Override
    public ReleaseOutcome releaseIfOwner(Grant grant) {
      return super.releaseIfOwner(grants.getOrDefault(grant.name().value(), grant));
    }
  }
}
