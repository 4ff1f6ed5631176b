package io.leasehold.tck.mutants.engine;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseState;
import io.leasehold.Loss;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.WallClock;
import io.leasehold.tck.fixture.ClientFactory;
import io.leasehold.tck.fixture.ClientSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Broken engines that a process of its own can be given by the name of their class. */
public final class ProcessClients {

  private ProcessClients() {}

  /** Breaks every lease. */
  abstract static class OfLeases implements ClientFactory {
    private final UnaryOperator<Lease> breaks;

    OfLeases(UnaryOperator<Lease> breaks) {
      this.breaks = breaks;
    }

    @Override
    public LeaseClient open(ClientSettings settings) {
      return ClientWrap.leases(breaks).open(settings);
    }
  }

  /** Says what its watchdog found out, which is a little later than the truth. */
  public static final class ByState extends OfLeases {
    /** For another process. */
    public ByState() {
      super(StateLease::new);
    }
  }

  private static final class StateLease extends LeaseWrap {
    private volatile boolean lost;

    StateLease(Lease real) {
      super(real);
      real.onLost(
          loss ->
              CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS)
                  .execute(() -> lost = true));
    }

    @Override
    public boolean isHeld() {
      return !lost && real.state() != LeaseState.RELEASED;
    }
  }

  /** Takes itself for the holder for ever. */
  public static final class ForEver extends OfLeases {
    /** For another process. */
    public ForEver() {
      super(
          real ->
              new LeaseWrap(real) {
                @Override
                public boolean isHeld() {
                  return true;
                }
              });
    }
  }

  /** Asks the store whether it holds. */
  public static final class ByAsking extends OfLeases {
    /** For another process. */
    public ByAsking() {
      super(
          real ->
              new LeaseWrap(real) {
                @Override
                public boolean isHeld() {
                  return real.confirmHeld();
                }
              });
    }
  }

  /** Gives every lease the same token. */
  public static final class OneToken extends OfLeases {
    /** For another process. */
    public OneToken() {
      super(
          real ->
              new LeaseWrap(real) {
                @Override
                public long fencingToken() {
                  return 7;
                }
              });
    }
  }

  /** Tells each loss twice. */
  public static final class TellsTwice extends OfLeases {
    /** For another process. */
    public TellsTwice() {
      super(
          real ->
              new LeaseWrap(real) {
                @Override
                public void onLost(Consumer<Loss> listener) {
                  real.onLost(listener);
                  real.onLost(listener);
                }
              });
    }
  }

  /** Takes every pause for a loss. */
  public static final class Timid extends OfLeases {
    /** For another process. */
    public Timid() {
      super(TimidLease::new);
    }
  }

  private static final class TimidLease extends LeaseWrap {
    private static final long A_PAUSE = Duration.ofMillis(120).toNanos();
    private final LeaseClock clock = LeaseClock.system();
    private volatile long last = clock.nanos();
    private volatile boolean frightened;

    TimidLease(Lease real) {
      super(real);
    }

    @Override
    public boolean isHeld() {
      long now = clock.nanos();
      frightened |= now - last > A_PAUSE;
      last = now;
      return !frightened && super.isHeld();
    }
  }

  /** Believes the wall clock: what is an hour old is not held any more. */
  public static final class ByWallClock extends OfLeases {
    /** For another process. */
    public ByWallClock() {
      super(WallClockLease::new);
    }
  }

  private static final class WallClockLease extends LeaseWrap {
    private final Instant since = WallClock.now();

    WallClockLease(Lease real) {
      super(real);
    }

    @Override
    public boolean isHeld() {
      return Duration.between(since, WallClock.now()).toMinutes() < 30 && super.isHeld();
    }
  }
}
