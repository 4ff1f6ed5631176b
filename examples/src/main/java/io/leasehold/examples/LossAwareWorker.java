package io.leasehold.examples;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseLostException;
import io.leasehold.LeaseRequest;
import io.leasehold.Loss;
import io.leasehold.LossReason;
import io.leasehold.spi.Durations;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A worker that stops when its lease is lost. It works in small steps; before each it asks the
 * lease (a local read), and a listener tells the rest of the application at once.
 *
 * <p>Here an operator takes the lease away after a few steps: {@link LeaseClient#revoke}.
 */
public final class LossAwareWorker {

  private static final String NAME = "reports/nightly";
  private static final Duration TTL = Duration.ofSeconds(6);

  private final CompletableFuture<Void> warm = new CompletableFuture<>();
  private final CompletableFuture<Loss> told = new CompletableFuture<>();

  private LossAwareWorker() {}

  /** Runs it, and fails if the worker did not stop for the right reason. */
  public static void main(String[] args) throws Exception {
    String uri = SharedStore.uri(args, "memory:loss-aware-worker");
    LossAwareWorker worker = new LossAwareWorker();
    try (LeaseClient leases = LeaseClient.open(uri);
        LeaseClient operator = LeaseClient.open(uri)) {
      CompletableFuture<Loss> working = CompletableFuture.supplyAsync(() -> worker.run(leases));
      CompletableFuture.anyOf(worker.warm, working).get(1, TimeUnit.MINUTES);
      long barrier = operator.revoke(NAME).orElseThrow();

      Loss loss = working.get(1, TimeUnit.MINUTES);
      check(loss.reason() == LossReason.REVOKED, "stopped for another reason: " + loss);
      check(worker.told.get(1, TimeUnit.MINUTES).equals(loss), "told another loss than it met");
      check(barrier > loss.fencingToken(), "the barrier does not shut the old token out");
      System.out.println("stopped: " + loss.reason() + ", held for " + Durations.show(loss.held()));
    }
  }

  private Loss run(LeaseClient leases) {
    try (Lease lease = leases.acquire(LeaseRequest.of(NAME).ttl(TTL))) {
      lease.onLost(told::complete);
      for (int step = 1; ; step++) {
        lease.ensureHeld();
        doStep(step);
      }
    } catch (LeaseLostException e) {
      return e.loss();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private void doStep(int step) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(10);
    if (step == 5) {
      warm.complete(null);
    }
  }

  private static void check(boolean holds, String fault) {
    if (!holds) {
      throw new IllegalStateException(fault);
    }
  }
}
