package io.leasehold;

/**
 * Sees what the engine does: for meters, histories, logs. Events arrive in order, one at a time, on
 * a thread of its own, each with the time at which it happened; a slow observer delays nothing but
 * itself. If it falls too far behind events are dropped, which shows as a gap in {@link
 * LeaseEvent#sequence()}. What it throws is logged and counted.
 */
@FunctionalInterface
public interface LeaseObserver {

  /** Something happened. */
  void on(LeaseEvent event);
}
