package io.leasehold.memory;

import io.leasehold.memory.MemoryRecord.Term;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Fault;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * A lease server in memory. {@link #connect} gives the backend of one client; all clients connected
 * to one store compete with each other. Thread-safe.
 *
 * <p>Each call is one step under one lock, in the thread of its caller; listeners and hooks run
 * outside the lock. Expired records and tombstones are purged as new ones come: memory is bounded
 * by what is alive.
 */
public final class MemoryStore {

  /** One atomic step at the server. */
  @FunctionalInterface
  interface Step<R> {
    R on(LeaseTable table, long now);
  }

  private final LeaseClock clock;
  private final Hints hints = new Hints();
  private final MemoryFaults faults = new MemoryFaults(this, hints);
  private final List<MemoryBackend> connections = new CopyOnWriteArrayList<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final LeaseTable table = new LeaseTable();

  private volatile Function<LeaseName, String> domains = name -> "";
  private volatile boolean losesFence;
  private final AtomicLong generation = new AtomicLong();

  /**
   * An empty store.
   *
   * @param clock ends the grants; a {@link ManualClock} is also moved by calls that take time
   */
  public MemoryStore(LeaseClock clock) {
    this.clock = clock;
  }

  /**
   * Divides the store into parts that stand or fall together; without it there is one, "".
   *
   * @param labels the renewal domain of each name
   * @throws IllegalStateException after the first {@link #connect}
   */
  public MemoryStore domains(Function<LeaseName, String> labels) {
    beforeConnecting("domains");
    domains = labels;
    return this;
  }

  /**
   * A store whose counter of fencing tokens starts again at 1 with each {@link #restart}; its
   * connections have to declare that.
   *
   * @throws IllegalStateException after the first {@link #connect}
   */
  public MemoryStore losingFenceOnRestart() {
    beforeConnecting("losingFenceOnRestart");
    losesFence = true;
    return this;
  }

  /**
   * Connects a client: ttl from 1 ms to 1 day, vacancy hints, batches of up to 100.
   *
   * @param callTimeout the bound for every call
   */
  public MemoryBackend connect(Duration callTimeout) {
    BackendTraits.Draft traits = standardTraits(callTimeout);
    return connect((losesFence ? traits.fenceBrokenBy(Fault.RESTART) : traits).build());
  }

  static BackendTraits.Draft standardTraits(Duration callTimeout) {
    return BackendTraits.of("memory", callTimeout)
        .fenceSource("one counter of the store")
        .vacancyHints(true)
        .maxBatch(100);
  }

  /**
   * Connects a client that declares itself as given.
   *
   * @param traits what the backend declares; the ttl range, scope, hints, batch size and call
   *     timeout are also kept
   * @throws IllegalArgumentException if they hide that this store loses its fence counter
   */
  public MemoryBackend connect(BackendTraits traits) {
    if (losesFence && !traits.fenceBrokenBy().contains(Fault.RESTART)) {
      throw new IllegalArgumentException(
          "this store loses its fence counter on restart, and fenceBrokenBy is "
              + traits.fenceBrokenBy()
              + "; declare fenceBrokenBy(RESTART)");
    }
    MemoryBackend connection = new MemoryBackend(this, traits);
    connections.add(connection);
    return connection;
  }

  /** The control panel of the faults. */
  public MemoryFaults faults() {
    return faults;
  }

  /** The clock that ends the grants. */
  public LeaseClock clock() {
    return clock;
  }

  /**
   * Restarts the server. Connections are usable again at once; requests still under way die with
   * their old connection.
   *
   * @param keepState whether records, tombstones and sessions survive. The fence counter survives
   *     either way, unless {@link #losingFenceOnRestart()}
   * @throws IllegalStateException if state is to be lost while an open connection declares that
   *     grants survive or that exclusion does
   */
  public void restart(boolean keepState) {
    if (!keepState) {
      connections.forEach(MemoryStore::requireDeclaredLoss);
    }
    generation.incrementAndGet();
    if (keepState) {
      step(
          (table, now) -> {
            if (losesFence) {
              table.loseFence();
            }
            return table;
          });
    } else {
      wipe(losesFence);
    }
  }

  /** How many records the store keeps now, expired ones that were not purged yet included. */
  public int records() {
    return step((table, now) -> table.records());
  }

  /** How many abandoned attempts the store remembers now, those about to be purged included. */
  public int tombstones() {
    return step((table, now) -> table.tombstones());
  }

  <R> R step(Step<R> step) {
    R result;
    LeaseTable.Changes changes;
    lock.lock();
    try {
      result = step.on(table, clock.nanos());
      changes = table.takeChanges();
    } finally {
      lock.unlock();
    }
    hints.tell(changes);
    return result;
  }

  void wipe(boolean loseFence) {
    step(
        (table, now) -> {
          connections.forEach(MemoryBackend::endTerms);
          table.wipe(loseFence);
          return table;
        });
  }

  void endSession(MemoryBackend connection, String warning) {
    if (connection.traits().ttlScope() != BackendTraits.TtlScope.SESSION) {
      throw new IllegalArgumentException(
          "the connection declares ttlScope "
              + connection.traits().ttlScope()
              + " and has no session; connect with ttlScope(SESSION)");
    }
    step(
        (table, now) -> {
          connection.endTerms();
          table.sweep(now, warning);
          return table;
        });
  }

  /** The term in which a request is sent; a session that has ended is followed by a new one. */
  Term sessionTerm(MemoryBackend connection, Duration ttl) {
    return step((table, now) -> connection.termFor(ttl, now));
  }

  void forget(MemoryBackend connection) {
    connections.remove(connection);
  }

  Hints hints() {
    return hints;
  }

  long generation() {
    return generation.get();
  }

  String domainOf(LeaseName name) {
    return domains.apply(name);
  }

  private void beforeConnecting(String setting) {
    if (!connections.isEmpty()) {
      throw new IllegalStateException(setting + " has to be set before the first connect");
    }
  }

  private static void requireDeclaredLoss(MemoryBackend connection) {
    BackendTraits traits = connection.traits();
    if (traits.grantsSurviveRestart() || !traits.exclusionBrokenBy().contains(Fault.RESTART)) {
      throw new IllegalStateException(
          "a restart that loses state contradicts "
              + traits
              + "; connect with grantsSurviveRestart(false) and exclusionBrokenBy(RESTART), or wipe"
              + " the store as an accident with faults().wipe()");
    }
  }
}
