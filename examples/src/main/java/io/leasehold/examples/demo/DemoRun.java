package io.leasehold.examples.demo;

import io.leasehold.HolderInfo;
import io.leasehold.LeaseClient;
import io.leasehold.LossReason;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.process.ProcStat;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The eight steps. Each one is checked by evidence from the store, from /proc or from the counter;
 * what a process says of itself is used only for what happens inside it.
 */
final class DemoRun {

  /** For signals, starts and exits on a busy machine; never reached otherwise. */
  private static final Duration BOUND = Duration.ofSeconds(60);

  private static final long LOOK_MILLIS = 50;

  private final Setting setting;
  private final Narrator out;
  private final StoreView store;
  private final SharedCounter counter;
  private final LeaseClock clock = LeaseClock.system();

  DemoRun(Setting setting, Narrator out, LeaseClient client) throws IOException {
    this.setting = setting;
    this.out = out;
    this.store = new StoreView(client, setting.leaseName());
    this.counter = SharedCounter.create(setting.counter(), setting.fenced());
  }

  /** Whether the counter is intact at the end. */
  boolean run() throws IOException, InterruptedException, StepFailedException {
    try (Worker first = new Worker(setting);
        Worker rival = new Worker(setting)) {
      HolderInfo grant = firstTakes(first);
      rivalWaits(rival, grant);
      firstRenews(first, grant);
      long stopped = stop(first);
      HolderInfo taken = rivalTakesOver(first, rival, grant, stopped);
      SharedCounter.State before = counter.read();
      resume(first, stopped);
      SharedCounter.State late = lateWrite(first, before, grant, taken);
      end(first, rival, late);
      return late.isIntact();
    }
  }

  private HolderInfo firstTakes(Worker first) throws InterruptedException, StepFailedException {
    out.step("A process takes the lease.");
    first.start();
    out.saw("process", "pid " + first.pid() + " started, a JVM of its own");
    first.first("HELD", BOUND);
    HolderInfo grant = held();
    out.saw("store", StoreView.text(grant));
    require(isHeldBy(grant, first), "the lease to be held by pid " + first.pid());
    out.ok("the lease is held; its fencing token is " + grant.fencingToken());
    return grant;
  }

  private void rivalWaits(Worker rival, HolderInfo grant)
      throws InterruptedException, StepFailedException {
    out.step("A second process asks for the same lease, and has to wait.");
    rival.start();
    out.saw("process", "pid " + rival.pid() + " started, asks for \"" + setting.leaseName() + "\"");
    rival.first("WAITING", BOUND);
    requireSame(grant, held());
    out.ok("the store still shows token " + grant.fencingToken());
  }

  private void firstRenews(Worker first, HolderInfo grant)
      throws IOException, InterruptedException, StepFailedException {
    out.step("The holder renews: it keeps the lease for longer than two ttls.");
    long begin = clock.nanos();
    for (int half = 1; half <= 5; half++) {
      HolderInfo now = watch(grant, begin, setting.ttl().dividedBy(2).multipliedBy(half));
      out.saw("store", StoreView.text(now));
    }
    out.saw("counter", counter.read().toString());
    require(first.said("LOST").isEmpty(), "no loss while the process runs");
    out.ok(
        String.format(
            "still token %d after %s, a ttl is %s: without renewals it would be gone",
            grant.fencingToken(), Narrator.seconds(since(begin)), Narrator.seconds(setting.ttl())));
  }

  /** Looks again and again until the time has come; each look must show the same grant. */
  private HolderInfo watch(HolderInfo grant, long begin, Duration until)
      throws InterruptedException, StepFailedException {
    while (true) {
      HolderInfo now = held();
      requireSame(grant, now);
      if (since(begin).compareTo(until) >= 0) {
        return now;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  private long stop(Worker first) throws IOException, InterruptedException, StepFailedException {
    out.step("The holder is stopped (SIGSTOP): between its read of the counter and its write.");
    ProcStat stat = first.stopWhileItWorks(BOUND);
    long stopped = clock.nanos();
    out.saw("/proc", "pid " + stat.pid() + " is in state " + stat.state() + " (stopped)");
    out.saw("counter", counter.read().toString());
    require(stat.isStopped(), "state T");
    out.ok("it executes nothing now: no renewal, no timer, no line of its code");
    return stopped;
  }

  private HolderInfo rivalTakesOver(Worker first, Worker rival, HolderInfo grant, long stopped)
      throws IOException, InterruptedException, StepFailedException {
    out.step("Its ttl passes. The second process gets the lease, with a greater token.");
    HolderInfo taken =
        store
            .await(
                holder -> holder.isPresent() && holder.get().fencingToken() > grant.fencingToken(),
                "a grant with a token above " + grant.fencingToken(),
                setting.takeoverBound())
            .orElseThrow();
    Duration took = since(stopped);
    out.saw("store", StoreView.text(held()));
    require(isHeldBy(taken, rival), "the lease to be held by pid " + rival.pid());
    require(!taken.owner().equals(grant.owner()), "another owner than before");
    awaitTwoWritesOf(taken);
    out.saw("counter", counter.read().toString());
    requireStopped(first);
    out.ok(
        String.format(
            "%d > %d, %s after the stop (the ttl runs from the last renewal; then the waiter's next"
                + " look finds it free); pid %d is still in state T",
            taken.fencingToken(), grant.fencingToken(), Narrator.seconds(took), first.pid()));
    return taken;
  }

  private void resume(Worker first, long stopped) throws InterruptedException, StepFailedException {
    out.step("The old holder is continued (SIGCONT), in the middle of its work.");
    Duration pause = since(stopped);
    require(pause.compareTo(setting.ttl()) > 0, "a stop longer than the ttl");
    requireStopped(first);
    first.resume(BOUND);
    out.saw("/proc", "pid " + first.pid() + " runs again after " + Narrator.seconds(pause));
    long nanos = Long.parseLong(first.first("NOT-HELD", BOUND));
    out.saw(
        "process",
        String.format(
            "its first look at the lease says: not held (a look takes %.2f microseconds: it asks no"
                + " store)",
            nanos / 1000.0));
    String told = first.first("LOST", BOUND);
    out.saw("process", "it is told that it lost the lease, " + told);
    require(
        Arrays.stream(LossReason.values()).anyMatch(reason -> told.startsWith(reason.name())),
        "a reason for the loss");
    out.ok("it knows, from its own clock, before it does anything else");
  }

  private SharedCounter.State lateWrite(
      Worker first, SharedCounter.State before, HolderInfo grant, HolderInfo taken)
      throws IOException, InterruptedException, StepFailedException {
    out.step("Its write was already under way: it arrives late, with token " + tokenOf(grant));
    require(first.awaitExit(BOUND) == 0, "the old holder to end by itself");
    SharedCounter.State after = counter.read();
    List<String> told = first.said("LOST");
    require(told.size() == 1, "exactly one loss told, not " + told);
    out.saw("counter", after.toString());
    if (setting.fenced()) {
      require(after.refused() == before.refused() + 1, "one write refused by the counter");
      require(after.isIntact(), "a counter with as many writes as its value");
      out.ok(
          String.format(
              "refused by the counter: token %d is below %d, which it has seen",
              grant.fencingToken(), taken.fencingToken()));
      return after;
    }
    require(first.said("REJECTED").isEmpty(), "an unfenced counter to take every write");
    require(!after.isIntact(), "the late write to undo others; it did no harm this time");
    out.bad(
        "CORRUPT",
        String.format(
            "%d writes were acknowledged, but the counter says %d: %d lost",
            after.writes(), after.value(), after.writes() - after.value()));
    return after;
  }

  private void end(Worker first, Worker rival, SharedCounter.State late)
      throws IOException, InterruptedException, StepFailedException {
    out.step("The second process ends, and gives the lease back.");
    require(rival.finish(BOUND) == 0, "the second process to end well");
    store.await(holder -> holder.isEmpty(), "a vacant lease", BOUND);
    out.saw("store", "nobody holds the lease");
    SharedCounter.State last = counter.read();
    out.saw("counter", last.toString());
    if (last.value() - late.value() > last.writes() - late.writes()) {
      out.saw(
          "counter",
          "its value leapt back up: the second process had read it before the late write and then"
              + " wrote what it had read plus one, so that now the late write is the one that is lost");
    }
    require(!first.isAlive() && !rival.isAlive(), "no process to be left");
    out.ok("the lease is free at once, and no process is left");
  }

  private void awaitTwoWritesOf(HolderInfo taken)
      throws IOException, InterruptedException, StepFailedException {
    long begin = clock.nanos();
    long target = counter.read().writes() + 2;
    while (counter.read().writes() < target || counter.read().token() < taken.fencingToken()) {
      require(since(begin).compareTo(BOUND) < 0, "two writes of the new holder");
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  /** Some stores know how long a grant lasts only when it is looked at twice. */
  private HolderInfo held() throws InterruptedException, StepFailedException {
    HolderInfo holder = heldNow();
    if (holder.remaining().isPresent()) {
      return holder;
    }
    TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    return heldNow();
  }

  private HolderInfo heldNow() throws StepFailedException {
    return store
        .holder()
        .orElseThrow(() -> new StepFailedException("the store shows that nobody holds the lease"));
  }

  private static boolean isHeldBy(HolderInfo holder, Worker worker) {
    return Long.toString(worker.pid()).equals(holder.metadata().get("pid"));
  }

  private static void requireSame(HolderInfo before, HolderInfo now) throws StepFailedException {
    require(
        now.owner().equals(before.owner()) && now.fencingToken() == before.fencingToken(),
        "the same grant as before, token " + before.fencingToken());
  }

  private static void requireStopped(Worker worker) throws StepFailedException {
    require(
        worker.state().map(ProcStat::isStopped).orElse(false),
        "pid " + worker.pid() + " to be in state T");
  }

  private static String tokenOf(HolderInfo holder) {
    return holder.fencingToken() + ".";
  }

  private Duration since(long begin) {
    return Duration.ofNanos(clock.nanos() - begin);
  }

  private static void require(boolean holds, String expected) throws StepFailedException {
    if (!holds) {
      throw new StepFailedException("expected " + expected);
    }
  }
}
