package io.leasehold.examples;

import io.leasehold.LeaseClient;
import io.leasehold.LeaseRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The smallest use: work under a lease. Several clients add to one balance that nothing else
 * protects; at the end no addition is missing. With an argument, for instance {@code
 * redis://localhost:6379}, the same code runs on another store.
 */
public final class QuickStart {

  private static final int CLIENTS = 4;
  private static final int ADDITIONS = 25;

  private long balance;
  private final List<Long> tokens = new ArrayList<>();

  private QuickStart() {}

  /** Runs it, and fails if an addition is missing. */
  public static void main(String[] args) throws Exception {
    String uri = SharedStore.uri(args, "memory:quick-start");
    QuickStart example = new QuickStart();
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int n = 0; n < CLIENTS; n++) {
        running.add(threads.submit(() -> example.work(uri)));
      }
      for (Future<?> each : running) {
        each.get(2, TimeUnit.MINUTES);
      }
    } finally {
      threads.shutdownNow();
    }
    example.check();
  }

  /** One client; usually a process of its own. */
  private Void work(String uri) throws InterruptedException {
    try (LeaseClient leases =
        LeaseClient.builder().uri(uri).pollInterval(Duration.ofMillis(20)).open()) {
      LeaseRequest request = LeaseRequest.of("accounts/42").wait(Duration.ofMinutes(1));
      for (int n = 0; n < ADDITIONS; n++) {
        leases.withLease(
            request,
            lease -> {
              tokens.add(lease.fencingToken());
              balance = balance + 1;
            });
      }
    }
    return null;
  }

  private void check() {
    if (balance != CLIENTS * ADDITIONS) {
      throw new IllegalStateException("additions are missing: the balance is " + balance);
    }
    for (int n = 1; n < tokens.size(); n++) {
      if (tokens.get(n) <= tokens.get(n - 1)) {
        throw new IllegalStateException("tokens do not rise: " + tokens);
      }
    }
    System.out.println(
        "balance "
            + balance
            + ", fencing tokens "
            + tokens.get(0)
            + " to "
            + tokens.get(tokens.size() - 1));
  }
}
