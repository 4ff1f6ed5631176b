package io.leasehold.tck.scenario.process;

import io.leasehold.Lease;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.fixture.ClientFactory;
import io.leasehold.tck.history.Recorder;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Holding;
import io.leasehold.tck.scenario.Terms;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** One contender of a child JVM and what it holds. Thread-safe. */
final class ChildContender implements AutoCloseable {

  private record Held(Holding holding, Watch watch) {}

  private final String label;
  private final Terms terms;
  private final Recorder recorder;
  private final Gate gate;
  private final Contender contender;
  private final Consumer<String> writes;
  private final Map<String, Held> held = new ConcurrentHashMap<>();

  /**
   * Opens it.
   *
   * @param raw its connection
   * @param clients makes its client
   * @param stands is told its label when a call stands at its gate
   * @param writes takes what it writes to guarded resources, as a line
   */
  ChildContender(
      String label,
      LeaseBackend raw,
      Terms terms,
      ClientFactory clients,
      Recorder recorder,
      Consumer<String> stands,
      Consumer<String> writes) {
    this.label = label;
    this.terms = terms;
    this.recorder = recorder;
    this.writes = writes;
    this.gate = new Gate(raw, () -> stands.accept(label));
    this.contender = Contender.open(label, gate, terms, clients, recorder, LeaseClock.system());
  }

  Gate gate() {
    return gate;
  }

  /** Takes a name and begins to work under it; the owner, or empty. */
  String take(String name, Duration wait) {
    Optional<Holding> holding =
        wait.isZero() ? contender.tryTake(name) : contender.take(name, wait);
    holding.ifPresent(
        got -> {
          Watch watch = Watch.over(label, got.lease(), recorder, this::write);
          held.put(name, new Held(got, watch));
        });
    return holding.map(got -> got.lease().owner()).orElse("");
  }

  private void write(Lease lease) {
    writes.accept(
        EventLine.part(label)
            + " "
            + EventLine.part(lease.name())
            + " "
            + lease.owner()
            + " "
            + lease.fencingToken());
  }

  /** Ends the work and lets the name go; nothing is left to let go if it was lost before. */
  String release(String name) throws InterruptedException {
    Held one = held.remove(name);
    if (one == null) {
      return "NOTHING";
    }
    return one.watch.end() ? one.holding.release().toString() : "LOST";
  }

  /** Takes, holds and lets go these names by chance. */
  String race(List<String> names, int rounds, long seed) throws InterruptedException {
    Random random = new Random(seed);
    Duration wait = terms.ttl().multipliedBy(10);
    int got = 0;
    for (int i = 0; i < rounds; i++) {
      String name = names.get(random.nextInt(names.size()));
      long hold = hold(random);
      if (!take(name, wait).isEmpty()) {
        got++;
        LockSupport.parkNanos(hold);
        release(name);
      }
    }
    return String.valueOf(got);
  }

  /** Some holds are longer than a renewal interval, most are short. */
  private long hold(Random random) {
    long interval = terms.interval().toNanos();
    return random.nextInt(8) == 0
        ? interval + random.nextLong(interval / 3)
        : random.nextLong(interval / 5);
  }

  @Override
  public void close() {
    gate.open();
    contender.close();
  }
}
