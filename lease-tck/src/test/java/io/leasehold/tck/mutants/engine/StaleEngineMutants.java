package io.leasehold.tck.mutants.engine;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseException;
import io.leasehold.LeaseInterruptedException;
import io.leasehold.LeaseRequest;
import io.leasehold.ReleaseResult;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.tck.fixture.ClientSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** What the rules LATE about stale handles and about callers that give up catch. */
final class StaleEngineMutants {

  static final List<EngineMutant> ALL =
      List.of(
          EngineMutant.of(
              "INTERRUPT_LEAVES_AN_ORPHAN",
              "asks on a thread of its own, which goes on when its caller is interrupted",
              ClientWrap.clients(Detached::new),
              "LATE-11"),
          EngineMutant.of(
              "CANCEL_IS_NOT_PASSED_ON",
              "a cancelled future leaves the acquire behind it alone",
              ClientWrap.clients(
                  real ->
                      new ClientWrap(real) {
                        @Override
                        public CompletableFuture<Lease> acquireAsync(LeaseRequest request) {
                          return real.acquireAsync(request).thenApply(lease -> lease);
                        }
                      }),
              "LATE-11"),
          EngineMutant.of(
              "EVERY_RELEASE_IS_A_SUCCESS",
              "release() says RELEASED whatever has become of the lease",
              ClientWrap.leases(
                  real ->
                      new LeaseWrap(real) {
                        @Override
                        public ReleaseResult release() {
                          super.release();
                          return ReleaseResult.RELEASED;
                        }
                      }),
              "LATE-12",
              "LATE-15"),
          EngineMutant.of(
              "RENEW_FAILS_SILENTLY",
              "renew() returns although the lease has ended",
              ClientWrap.leases(
                  real ->
                      new LeaseWrap(real) {
                        @Override
                        public void renew() {
                          try {
                            super.renew();
                          } catch (LeaseException e) {
                            // the fault
                          }
                        }
                      }),
              "LATE-12"),
          EngineMutant.of(
              "STALE_RELEASE_BY_NAME",
              "the release of a lost lease frees whoever has its name",
              settings -> new ByName(settings),
              "LATE-13"),
          EngineMutant.of(
              "INTERRUPT_IS_SWALLOWED",
              "clears the flag of an interrupt that comes while it asks",
              ClientWrap.clients(
                  real ->
                      new ClientWrap(real) {
                        @Override
                        public Lease acquire(LeaseRequest request) throws InterruptedException {
                          try {
                            return super.acquire(request);
                          } finally {
                            Thread.interrupted();
                          }
                        }
                      }),
              "LATE-14"));

  private StaleEngineMutants() {}

  /** A thread of its own for each acquire; nobody looks after it when its caller has gone. */
  private static final class Detached extends ClientWrap {
    Detached(LeaseClient real) {
      super(real);
    }

    @Override
    public Lease acquire(LeaseRequest request) throws InterruptedException {
      CompletableFuture<Lease> got = new CompletableFuture<>();
      Thread thread =
          new Thread(
              () -> {
                try {
                  got.complete(real.acquire(request));
                } catch (InterruptedException | RuntimeException e) {
                  got.completeExceptionally(e);
                }
              });
      thread.setDaemon(true);
      thread.start();
      try {
        return got.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new LeaseInterruptedException("interrupted");
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause;
        }
        throw new CompletionException(e.getCause());
      }
    }
  }

  /** Its lost leases free whoever has their name. */
  private static final class ByName extends ClientWrap {
    private final LeaseBackend store;

    ByName(ClientSettings settings) {
      super(settings.open());
      this.store = settings.connection();
    }

    @Override
    Lease broken(Lease lease) {
      return new LeaseWrap(lease) {
        @Override
        public ReleaseResult release() {
          ReleaseResult result = super.release();
          if (result == ReleaseResult.NOT_OWNER) {
            freeWhoeverHasIt(lease.name());
          }
          return result;
        }
      };
    }

    private void freeWhoeverHasIt(String name) {
      LeaseName of = new LeaseName(name);
      store
          .holder(of)
          .map(
              holder ->
                  new Grant(
                      of,
                      OwnerToken.parse(holder.owner()),
                      Duration.ofSeconds(1),
                      holder.fencingToken(),
                      null))
          .ifPresent(store::releaseIfOwner);
    }
  }
}
