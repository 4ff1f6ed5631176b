package io.leasehold.examples.file;

import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.StoreFaults;
import io.leasehold.tck.fixture.TckFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;

/**
 * The same kit with a file system that hangs, or that delays one rename, when a rule wants it. One
 * rule at a time, so it takes minutes.
 */
@Tag("long")
class FileBackendFaultsTckTest extends FileBackendTckTest {

  @Override
  protected TckFixture fixture() {
    return new HangingFixture(root);
  }

  @Override
  protected Set<Ability> notOffered() {
    return EnumSet.complementOf(EnumSet.of(Ability.FREEZE, Ability.HOLD_BACK_ACQUIRE));
  }

  private static final class HangingFixture implements TckFixture, StoreFaults, FileSteps {

    private static final long LONG_SECONDS = 60;

    /** One rename that does not happen until it is let go. */
    private record HeldBack(Path directory, CountDownLatch go, CountDownLatch done) {}

    private final Path root;
    private final AtomicReference<CountDownLatch> thawed =
        new AtomicReference<>(new CountDownLatch(0));
    private final AtomicReference<HeldBack> next = new AtomicReference<>();
    private final AtomicReference<HeldBack> last = new AtomicReference<>();

    HangingFixture(Path root) {
      this.root = root;
    }

    @Override
    public LeaseBackend connect() {
      return new FileBackendProvider()
          .connect(
              BackendConfig.of("file:" + root, Duration.ofSeconds(1), LeaseClock.system()), this);
    }

    @Override
    public StoreFaults faults() {
      return this;
    }

    /** A frozen store would freeze the other rules too. */
    @Override
    public int parallelism() {
      return 1;
    }

    @Override
    public Set<Ability> offered() {
      return EnumSet.of(Ability.FREEZE, Ability.HOLD_BACK_ACQUIRE);
    }

    @Override
    public void freeze() {
      thawed.set(new CountDownLatch(1));
    }

    @Override
    public void thaw() {
      thawed.get().countDown();
    }

    @Override
    public void holdBackNextAcquire(LeaseName name) {
      HeldBack held =
          new HeldBack(
              new NamePaths(root).directoryOf(name), new CountDownLatch(1), new CountDownLatch(1));
      next.set(held);
      last.set(held);
    }

    @Override
    public void letHeldBackAcquireGo() {
      last.get().go().countDown();
      await(last.get().done());
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
      await(thawed.get());
      HeldBack held = next.get();
      // A first write renames a directory to the name's, a later one a file in it.
      boolean hold = held != null && to.startsWith(held.directory());
      if (!hold || !next.compareAndSet(held, null)) {
        FileSteps.REAL.rename(from, to);
        return;
      }
      await(held.go());
      try {
        FileSteps.REAL.rename(from, to);
      } finally {
        held.done().countDown();
      }
    }

    @Override
    public List<String> list(Path directory) throws IOException {
      await(thawed.get());
      return FileSteps.REAL.list(directory);
    }

    private static void await(CountDownLatch latch) {
      try {
        if (!latch.await(LONG_SECONDS, TimeUnit.SECONDS)) {
          throw new AssertionError("not let go within " + LONG_SECONDS + " s");
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
