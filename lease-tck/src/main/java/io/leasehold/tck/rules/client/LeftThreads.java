package io.leasehold.tck.rules.client;

import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.Subscription;
import io.leasehold.tck.rule.Client;
import io.leasehold.tck.rule.Held;
import io.leasehold.tck.rule.RuleContext;
import io.leasehold.tck.rule.RuleStop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts the threads that clients leave. All that these clients start belongs to a thread group of
 * their own, as a thread belongs to the group of the one that started it.
 *
 * <p>Threads that clients share, and those that only need a moment to end, are no fault: it is one
 * only if each of several clients leaves one, and that twice.
 */
final class LeftThreads {

  private static final int CLIENTS = 3;

  /** Event loops end some seconds after they were asked to. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration BOUND = Duration.ofSeconds(60);

  private static final LeaseClock REAL = LeaseClock.system();

  private final RuleContext ctx;

  /** Such as a proxy that a fixture puts before each of its clients, and closes with itself. */
  private static final String OF_THE_KIT = "leasehold-tck-";

  private final ThreadGroup group = new ThreadGroup("leasehold-tck-clients");

  private LeftThreads(RuleContext ctx) {
    this.ctx = ctx;
  }

  static void judge(RuleContext ctx) {
    LeftThreads judge = new LeftThreads(ctx);
    judge.inGroup(judge::openAndClose);
  }

  private void openAndClose() {
    clientsUsed(); // what all clients share is made here
    Set<Thread> before = alive();
    clientsUsed();
    Set<Thread> first = bornSince(before);
    before.addAll(first);
    clientsUsed();
    Set<Thread> second = bornSince(before);
    long end = REAL.nanos() + PATIENCE.toNanos();
    while (oneEach(first) && oneEach(second) && end - REAL.nanos() > 0) {
      LockSupport.parkNanos(PATIENCE.dividedBy(200).toNanos());
      first.removeIf(thread -> !thread.isAlive());
      second.removeIf(thread -> !thread.isAlive());
    }
    List<String> left = new ArrayList<>();
    first.forEach(thread -> left.add(thread.getName()));
    second.forEach(thread -> left.add(thread.getName()));
    ctx.expect(
        !oneEach(first) || !oneEach(second),
        2 * CLIENTS + " clients, opened, used and closed one after the other, to leave no threads",
        left.size() + " threads are still there after " + PATIENCE.toSeconds() + " s: " + left);
  }

  private static boolean oneEach(Set<Thread> threads) {
    return threads.size() >= CLIENTS;
  }

  private void clientsUsed() {
    for (int i = 0; i < CLIENTS; i++) {
      Client client = ctx.client();
      Held held = client.acquire(ctx.name());
      held.renew();
      client.holder(held.name());
      Subscription subscription = client.spi().onVacant(held.name(), () -> {});
      held.release();
      subscription.close();
      client.close();
    }
  }

  private Set<Thread> bornSince(Set<Thread> before) {
    Set<Thread> born = alive();
    born.removeAll(before);
    return born;
  }

  private Set<Thread> alive() {
    Thread[] threads = new Thread[group.activeCount() * 2 + 64];
    int count = group.enumerate(threads, true);
    Set<Thread> all = new HashSet<>();
    for (int i = 0; i < count; i++) {
      if (!threads[i].getName().startsWith(OF_THE_KIT)) {
        all.add(threads[i]);
      }
    }
    return all;
  }

  private void inGroup(Runnable step) {
    FutureTask<Void> task = new FutureTask<>(step, null);
    Thread thread = new Thread(group, task, "leasehold-tck-clients");
    thread.setDaemon(true);
    thread.start();
    try {
      task.get(BOUND.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuleStop stop) {
        throw stop;
      }
      throw new RuleStop.Inconclusive("a step ended with " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RuleStop.Inconclusive("the rule was interrupted", e);
    } catch (TimeoutException e) {
      throw new RuleStop.Inconclusive("clients did not open and close in " + BOUND, e);
    }
  }
}
