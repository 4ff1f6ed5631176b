package io.leasehold.tck.mutants.engine;

import io.leasehold.Lease;
import io.leasehold.Loss;
import io.leasehold.LossReason;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.tck.fixture.ClientFactory;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Closings that are broken by one release, or that are not the end. */
final class CloseReleaseMutants {

  static final List<EngineMutant> ALL =
      List.of(
          EngineMutant.of(
              "A_RELEASE_THAT_THROWS_ENDS_THE_CLOSING",
              "releases one after the other when it is closed, until one throws",
              oneByOne(),
              "CLOSE-03"),
          EngineMutant.of(
              "CLOSE_TELLS_AFTERWARDS",
              "calls the listeners of its leases some time after it was closed",
              ClientWrap.leases(Tardy::new),
              "CLOSE-07"));

  private CloseReleaseMutants() {}

  private static ClientFactory oneByOne() {
    return settings -> {
      AtomicBoolean closed = new AtomicBoolean();
      LeaseBackend backend = new OneByOne(settings.backend(), closed);
      return new ClientWrap(SettingsOf.backend(settings, backend).open()) {
        @Override
        public void close() {
          closed.set(true);
          super.close();
        }
      };
    };
  }

  /** Puts the releases of a closing aside and sends them at its end. */
  private static final class OneByOne extends BackendWrap {
    private final AtomicBoolean closed;
    private final ConcurrentLinkedQueue<Grant> aside = new ConcurrentLinkedQueue<>();

    OneByOne(LeaseBackend real, AtomicBoolean closed) {
      super(real);
      this.closed = closed;
    }

    @Override
    public ReleaseOutcome releaseIfOwner(Grant grant) {
      if (closed.get()) {
        aside.add(grant);
        return new ReleaseOutcome.Released();
      }
      return super.releaseIfOwner(grant);
    }

    @Override
    public void close() {
      try {
        aside.stream()
            .sorted(Comparator.comparingLong(Grant::fencingToken))
            .forEach(super::releaseIfOwner);
      } catch (IllegalStateException | AssertionError e) {
        // the fault: the rest is left
      } finally {
        super.close();
      }
    }
  }

  /** Its listeners are called when the application thinks that all is over. */
  private static final class Tardy extends LeaseWrap {
    Tardy(Lease real) {
      super(real);
    }

    @Override
    public void onLost(Consumer<Loss> listener) {
      super.onLost(
          loss -> {
            if (loss.reason() == LossReason.CLIENT_CLOSED) {
              later(() -> listener.accept(loss));
            } else {
              listener.accept(loss);
            }
          });
    }

    private static void later(Runnable work) {
      Thread thread =
          new Thread(
              () -> {
                LockSupport.parkNanos(Duration.ofMillis(1_100).toNanos());
                work.run();
              },
              "tardy");
      thread.setDaemon(true);
      thread.start();
    }
  }
}
