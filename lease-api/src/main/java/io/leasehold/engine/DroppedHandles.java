package io.leasehold.engine;

import io.leasehold.LeaseClient;
import io.leasehold.LeaseEvent.Kind;
import io.leasehold.engine.lease.HeldLease;
import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Notices handles that were collected without having been released, logs where they were acquired,
 * and lets their leases go (G9).
 */
final class DroppedHandles {

  /** One daemon thread for all clients; it only hands over. */
  private static final Cleaner CLEANER = Cleaner.create();

  private DroppedHandles() {}

  /**
   * @param stack where the lease was acquired, null if nobody wants to know
   */
  static Watch watch(
      LeaseHandle handle, Engine engine, HeldLease lease, @Nullable Throwable stack) {
    Dropped dropped = new Dropped(engine, lease, stack);
    return new Watch(CLEANER.register(handle, dropped), dropped);
  }

  /** Ends when the lease is released properly. */
  record Watch(Cleaner.Cleanable cleanable, Dropped dropped) {
    void end() {
      dropped.disarmed.set(true);
      cleanable.clean();
    }
  }

  /** Must not refer to the handle. */
  private static final class Dropped implements Runnable {
    private final Engine engine;
    private final HeldLease lease;
    private final @Nullable Throwable stack;
    private final AtomicBoolean disarmed = new AtomicBoolean();

    Dropped(Engine engine, HeldLease lease, @Nullable Throwable stack) {
      this.engine = engine;
      this.lease = lease;
      this.stack = stack;
    }

    @Override
    public void run() {
      if (disarmed.get() || lease.status().state().isTerminal()) {
        return;
      }
      engine.log.warn(
          "The handle of lease \"{}\" (token {}) was dropped without being released. It is released"
              + " now; close it where the work ends, best by try-with-resources{}",
          lease.name(),
          lease.grant.fencingToken(),
          stack == null
              ? ". The builder's acquisitionStacks(true) shows where it was acquired"
              : "",
          stack);
      engine.events.of(lease, Kind.HANDLE_ABANDONED, "", stack == null ? "" : site(stack));
      engine.cleanup.run(lease.grant, () -> engine.releasePath.release(lease));
    }

    private static String site(Throwable stack) {
      for (StackTraceElement frame : stack.getStackTrace()) {
        String type = frame.getClassName();
        if (!type.startsWith("io.leasehold.engine.") && !type.equals(LeaseClient.class.getName())) {
          return frame.toString();
        }
      }
      return "";
    }
  }
}
