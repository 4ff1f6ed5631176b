package io.leasehold.tck.judge.loss;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;

/** Which faults may have disturbed a contender at a name. */
final class Faults {

  private Faults() {}

  /**
   * Whether one was in force at some time between two instants, or met a call then.
   *
   * @param since {@link Long#MIN_VALUE} for all that were before the end, also those that are over
   */
  static boolean met(History history, String by, String name, long since, long until) {
    int open = 0;
    for (Event fault : history.all(What.FAULT)) {
      if (fault.at() > until || !concerns(fault, by, name)) {
        continue;
      }
      if (fault.at() >= since) {
        return true;
      }
      open += fault.is("phase", "begin") ? 1 : fault.is("phase", "end") ? -1 : 0;
    }
    return open > 0;
  }

  /** What an acquire of another name meets is that acquire's affair. */
  private static boolean concerns(Event fault, String by, String name) {
    boolean another = !fault.name().isEmpty() && !fault.name().equals(name);
    if (another && fault.is("phase", "call") && fault.is("call", "ACQUIRE")) {
      return false;
    }
    return fault.by().equals(by)
        || fault.is("target", by)
        || fault.name().equals(name)
        || (fault.name().isEmpty() && fault.fact("target").isEmpty());
  }
}
