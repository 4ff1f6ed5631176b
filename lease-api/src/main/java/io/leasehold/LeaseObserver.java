package io.leasehold;

/**
 * Sees what the engine does: for meters, histories, logs. Events arrive one at a time, on a thread
 * of its own, in the order of their {@link LeaseEvent#sequence()}; a slow observer delays nothing
 * but itself.
 *
 * <p>What one thread of the engine does arrives in its order. Two threads may overtake each other
 * between the instant that an event bears and its place in the sequence: a renewal that was sent
 * just before a release began may arrive after it, with the earlier instant. Judge order between
 * threads by the instants.
 *
 * <p>If the observer falls too far behind events are dropped, which shows as a gap in {@link
 * LeaseEvent#sequence()}. What it throws is logged and counted.
 */
@FunctionalInterface
public interface LeaseObserver {

  /** Something happened. */
  void on(LeaseEvent event);
}
