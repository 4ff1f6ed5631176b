package io.leasehold.tck;

import io.leasehold.memory.ManualClock;
import io.leasehold.spi.Cause;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.support.CasLeaseBackend;
import io.leasehold.spi.support.CasRead;
import io.leasehold.spi.support.CasRecord;
import io.leasehold.spi.support.CasRecord.Mark;
import io.leasehold.spi.support.CasRegister;
import io.leasehold.spi.support.CasSwap;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.StoreFaults;
import io.leasehold.tck.fixture.TckFixture;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A map as a register under {@link CasLeaseBackend}, on a clock that the kit moves. */
final class CasFixture implements TckFixture, StoreFaults {

  private static final Duration CALL = Duration.ofMillis(100);
  private static final Cause SILENT = Cause.of(Cause.Kind.TIMEOUT, "the store does not answer");

  private final ManualClock clock = new ManualClock();
  private final Map<LeaseName, String> texts = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable LeaseName> holdBack = new AtomicReference<>();
  private final AtomicReference<@Nullable Runnable> heldBack = new AtomicReference<>();
  private final Queue<Runnable> whileFrozen = new ConcurrentLinkedQueue<>();
  private volatile boolean frozen;

  @Override
  public LeaseBackend connect() {
    return new CasLeaseBackend(
        new MapRegister(), CasLeaseBackend.traits("register", CALL).build(), clock);
  }

  private final class MapRegister implements CasRegister {

    @Override
    public CasRead read(LeaseName name) {
      if (frozen) {
        return new CasRead.Failed(SILENT);
      }
      String text = texts.get(name);
      return text == null ? new CasRead.NeverWritten() : new CasRead.Found(CasRecord.parse(text));
    }

    @Override
    public CasSwap compareAndSet(LeaseName name, @Nullable CasRecord expected, CasRecord next) {
      if (frozen) {
        whileFrozen.add(() -> swap(name, expected, next));
        return new CasSwap.Unknown(SILENT);
      }
      if (next.mark() == Mark.HELD && holdBack.compareAndSet(name, null)) {
        heldBack.set(() -> swap(name, expected, next));
        return new CasSwap.Unknown(SILENT);
      }
      return swap(name, expected, next) ? new CasSwap.Swapped() : new CasSwap.Conflict();
    }

    @Override
    public void close() {}
  }

  private boolean swap(LeaseName name, @Nullable CasRecord expected, CasRecord next) {
    return expected == null
        ? texts.putIfAbsent(name, next.toText()) == null
        : texts.replace(name, expected.toText(), next.toText());
  }

  @Override
  public ManualClock clock() {
    return clock;
  }

  @Override
  public void pass(Duration time) {
    clock.advance(time);
  }

  @Override
  public Duration clockError() {
    return Duration.ZERO;
  }

  @Override
  public int parallelism() {
    return 1;
  }

  @Override
  public StoreFaults faults() {
    return this;
  }

  @Override
  public Set<Ability> offered() {
    return EnumSet.allOf(Ability.class);
  }

  /** Not the record itself, which is never deleted: the grant in it. */
  @Override
  public void deleteRecord(LeaseName name) {
    texts.computeIfPresent(name, (key, text) -> CasRecord.parse(text).cleared().toText());
  }

  @Override
  public void wipe() {
    texts.clear();
  }

  /** The map outlives it, as a store's disk would. */
  @Override
  public void restart() {}

  @Override
  public void freeze() {
    frozen = true;
  }

  @Override
  public void thaw() {
    frozen = false;
    for (Runnable late = whileFrozen.poll(); late != null; late = whileFrozen.poll()) {
      late.run();
    }
  }

  @Override
  public void holdBackNextAcquire(LeaseName name) {
    holdBack.set(name);
  }

  @Override
  public void letHeldBackAcquireGo() {
    Runnable late = heldBack.getAndSet(null);
    if (late == null) {
      throw new IllegalStateException("no acquire was held back");
    }
    late.run();
  }

  @Override
  public void pauseClient(LeaseBackend client) {
    // A client of a register sends nothing by itself.
  }

  @Override
  public void resumeClient(LeaseBackend client) {
    // It never stood still.
  }
}
