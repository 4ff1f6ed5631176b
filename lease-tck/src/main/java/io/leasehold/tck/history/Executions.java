package io.leasehold.tck.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * When the calls of one acquisition that give it a ttl may have run at the store: those that were
 * confirmed, those whose outcome nobody was told, and requests that arrived late. Immutable.
 */
public final class Executions {

  /** Fates of a call that keep it from the store, at least while it lasts. */
  private static final Set<String> KEPT_BACK = Set.of("LOSE_REQUEST", "HOLD_BACK", "REFUSE");

  private static final Set<String> NOT_RUN = Set.of("REFUSED", "NOT_OWNER", "BUSY");

  /**
   * One of them.
   *
   * @param from the earliest instant
   * @param to the latest instant
   * @param late whether it is a request that arrived after its call had returned
   */
  public record Run(long from, long to, boolean late) {}

  private final List<Run> runs;
  private final long ttl;

  private Executions(List<Run> runs, long ttl) {
    this.runs = List.copyOf(runs);
    this.ttl = ttl;
  }

  /** All of an acquisition, by their earliest instants. */
  public static Executions of(History history, Acquisition acquisition) {
    List<Run> runs = new ArrayList<>();
    List<Event> faults = acquisition.all(What.FAULT);
    for (StoreCall call : acquisition.calls()) {
      if (extending(call.call()) && !NOT_RUN.contains(call.outcome())) {
        boolean known = call.outcome().equals("GRANTED") || call.outcome().equals("RENEWED");
        if (known) {
          runs.add(new Run(call.provenFrom(), call.endedAt(), false));
        } else if (!keptBack(call, faults)) {
          runs.add(new Run(call.sent().at(), latest(history, acquisition.by(), call), false));
        }
      }
    }
    for (Event fault : faults) {
      if (fault.is("fault", "ARRIVED") && extending(fault.fact("call"))) {
        long began = fault.number("began");
        runs.add(new Run(began == 0 ? fault.at() : began, fault.at(), true));
      }
    }
    runs.sort(Comparator.comparingLong(Run::from));
    return new Executions(runs, ttl(acquisition));
  }

  private static boolean extending(String call) {
    return call.equalsIgnoreCase("acquire") || call.equalsIgnoreCase("renew");
  }

  /** Whether the kit itself kept it from the store; if it arrived later, that was written down. */
  private static boolean keptBack(StoreCall call, List<Event> faults) {
    return faults.stream()
        .anyMatch(
            fault ->
                fault.fact("call").equalsIgnoreCase(call.call())
                    && fault.at() >= call.sent().at()
                    && fault.at() <= call.endedAt()
                    && (KEPT_BACK.contains(fault.fact("fault"))
                        || fault.is("fault", "LOSE_ANSWER")));
  }

  /** A network that was stalled may deliver it when it flows again. */
  private static long latest(History history, String by, StoreCall call) {
    long latest = call.endedAt();
    for (Cut cut : Cut.of(history)) {
      if (cut.target().equals(by)
          && cut.delivers()
          && cut.begin() <= call.endedAt()
          && cut.end() >= call.sent().at()) {
        latest = Math.max(latest, plus(cut.end(), history.nanos("callTimeout")));
      }
    }
    return latest;
  }

  private static long ttl(Acquisition acquisition) {
    if (acquisition.ttl() > 0) {
      return acquisition.ttl();
    }
    return acquisition.calls("acquire").stream()
        .mapToLong(call -> call.sent().number("ttl"))
        .max()
        .orElse(0);
  }

  /** All of them, by their earliest instants. */
  public List<Run> runs() {
    return runs;
  }

  /** The ttl that each of them gives. */
  public long ttl() {
    return ttl;
  }

  /**
   * Until when at the latest the store may keep it: each execution adds a ttl if the one before has
   * not ended by then. {@code Long.MIN_VALUE} if none can have run.
   *
   * @param lag how long after its ttl the store may still know a record, in nanoseconds
   */
  public long aliveUntil(long lag) {
    long alive = Long.MIN_VALUE;
    for (Run run : runs) {
      if (alive == Long.MIN_VALUE) {
        alive = plus(run.to(), ttl);
      } else if (run.from() <= plus(alive, lag)) {
        alive = Math.max(alive, plus(Math.min(run.to(), plus(alive, lag)), ttl));
      }
    }
    return alive;
  }

  private static long plus(long at, long more) {
    return at > Long.MAX_VALUE - more ? Long.MAX_VALUE : at + more;
  }
}
