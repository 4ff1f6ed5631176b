package io.leasehold.tck.mutants.engine;

import io.leasehold.Lease;
import io.leasehold.LeaseState;
import io.leasehold.ReleaseResult;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What the rules LATE about letting go catch. */
final class LettingGoEngineMutants {

  static final List<EngineMutant> ALL =
      List.of(
          EngineMutant.of(
              "NOT_OWNER_IS_RELEASED",
              "takes it for a release that the name was not its own any more",
              LateEngineMutants.engine(
                  real ->
                      new BackendWrap(real) {
                        @Override
                        public ReleaseOutcome releaseIfOwner(Grant grant) {
                          ReleaseOutcome outcome = super.releaseIfOwner(grant);
                          return outcome instanceof ReleaseOutcome.NotOwner
                              ? new ReleaseOutcome.Released()
                              : outcome;
                        }
                      }),
              "LATE-15"),
          EngineMutant.of(
                  "UNKNOWN_RELEASE_IS_LEFT",
                  "leaves what release() could not free to its ttl",
                  LateEngineMutants.engine(LeavesIt::new),
                  "LATE-16")
              .playing("answers.times", LateEngineMutants.TIMES),
          EngineMutant.of(
              "INTERRUPTED_RELEASE_GOES_ELSEWHERE",
              "hands the release of a thread that is interrupted to another, and returns",
              ClientWrap.leases(Elsewhere::new),
              "LATE-17"),
          EngineMutant.of(
              "RELEASE_SWALLOWS_AN_INTERRUPT",
              "clears the flag of a thread that lets go",
              ClientWrap.leases(
                  real ->
                      new LeaseWrap(real) {
                        @Override
                        public ReleaseResult release() {
                          var unused = Thread.interrupted();
                          return super.release();
                        }
                      }),
              "LATE-17"),
          EngineMutant.of(
              "HELD_UNTIL_THE_RELEASE_IS_ANSWERED",
              "isHeld() is true while the release is under way",
              ClientWrap.leases(
                  real ->
                      new LeaseWrap(real) {
                        @Override
                        public boolean isHeld() {
                          return super.isHeld() || state() == LeaseState.RELEASING;
                        }
                      }),
              "LATE-18"));

  private LettingGoEngineMutants() {}

  /** What was let go by its holder is not sent again by anybody else. */
  private static final class LeavesIt extends BackendWrap {
    private final Set<OwnerToken> letGo = ConcurrentHashMap.newKeySet();

    LeavesIt(LeaseBackend real) {
      super(real);
    }

    @Override
    public ReleaseOutcome releaseIfOwner(Grant grant) {
      boolean cleanup = Thread.currentThread().getName().contains("-cleanup-");
      if (!cleanup) {
        letGo.add(grant.owner());
      }
      return cleanup && letGo.contains(grant.owner())
          ? new ReleaseOutcome.Released()
          : super.releaseIfOwner(grant);
    }
  }

  /** Does not stay for the answer. */
  private static final class Elsewhere extends LeaseWrap {
    Elsewhere(Lease real) {
      super(real);
    }

    @Override
    public ReleaseResult release() {
      if (!Thread.currentThread().isInterrupted()) {
        return super.release();
      }
      Thread thread = new Thread(super::release, "elsewhere");
      thread.setDaemon(true);
      thread.start();
      return ReleaseResult.RELEASED;
    }
  }
}
