package io.leasehold.engine.events;

import io.leasehold.LeaseEvent;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The events in the JDK's flight recorder; absent on a runtime without the module jdk.jfr. */
public final class JfrEvents {

  private static final boolean AVAILABLE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private JfrEvents() {}

  public static void of(LeaseEvent.Kind kind, String lease, long token, String outcome, long took) {
    if (AVAILABLE) {
      Recorder.record(kind, lease, token, outcome, took);
    }
  }

  /** Loads what a first event would load, and records nothing. */
  static void prepare() {
    if (AVAILABLE) {
      Recorder.prepare();
    }
  }

  /** Apart, so that its classes are only loaded where the module is there. */
  private static final class Recorder {
    private static void prepare() {
      new LostEvent().isEnabled();
    }

    private static void record(
        LeaseEvent.Kind kind, String lease, long token, String outcome, long took) {
      LeaseJfrEvent event;
      switch (kind) {
        case ACQUIRED, ACQUIRE_FAILED -> event = new AcquireEvent();
        case RENEWAL_ANSWERED -> event = new RenewEvent();
        case LOST -> event = new LostEvent();
        case RELEASE_ANSWERED, RELEASE_RESOLVED -> event = new ReleaseEvent();
        case WATCHDOG_LATE -> event = new WatchdogLateEvent();
        default -> {
          return;
        }
      }
      if (event.isEnabled()) {
        event.lease = lease;
        event.fencingToken = token;
        event.outcome = kind == LeaseEvent.Kind.ACQUIRED ? "ACQUIRED" : outcome;
        event.took = took;
        event.commit();
      }
    }
  }

  @Category("Leasehold")
  @StackTrace(false)
  public abstract static class LeaseJfrEvent extends Event {
    @Label("Lease")
    String lease = "";

    @Label("Fencing Token")
    long fencingToken;

    @Label("Outcome")
    String outcome = "";

    @Label("Took")
    @Timespan(Timespan.NANOSECONDS)
    long took;
  }

  @Name("io.leasehold.Acquire")
  @Label("Lease Acquire")
  public static final class AcquireEvent extends LeaseJfrEvent {}

  @Name("io.leasehold.Renew")
  @Label("Lease Renewal")
  public static final class RenewEvent extends LeaseJfrEvent {}

  @Name("io.leasehold.Lost")
  @Label("Lease Lost")
  public static final class LostEvent extends LeaseJfrEvent {}

  @Name("io.leasehold.Release")
  @Label("Lease Release")
  public static final class ReleaseEvent extends LeaseJfrEvent {}

  @Name("io.leasehold.WatchdogLate")
  @Label("Lease Watchdog Late")
  public static final class WatchdogLateEvent extends LeaseJfrEvent {}
}
