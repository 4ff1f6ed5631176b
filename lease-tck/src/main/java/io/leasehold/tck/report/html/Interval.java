package io.leasehold.tck.report.html;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * For how long an application relied on a handle, as the judges reckon it.
 *
 * @param of the acquisition
 * @param from when the application got it
 * @param until {@link Acquisition#heldUntil}
 * @param end why it ends there
 */
record Interval(Acquisition of, long from, long until, String end) {

  /**
   * Two intervals of one name that overlap by more than the clock's error.
   *
   * @param earlier the one that was got first
   * @param later the other
   * @param from when the overlap begins
   * @param until when it ends
   */
  record Overlap(Interval earlier, Interval later, long from, long until) {}

  /** The intervals of some acquisitions, by their begin. */
  static List<Interval> of(History history, List<Acquisition> all) {
    long margin = history.nanos("margin");
    return all.stream()
        .filter(Acquisition::isGot)
        .map(one -> of(one, margin))
        .sorted(Comparator.comparingLong(Interval::from))
        .toList();
  }

  private static Interval of(Acquisition one, long margin) {
    long from = one.when(What.GOT).orElseThrow();
    long until = one.heldUntil(margin);
    String end = "its ttl ran out, less the margin";
    if (until == one.when(What.LET).orElse(Long.MAX_VALUE)) {
      end = "it was let go";
    } else if (until == one.when(What.LOST).orElse(Long.MAX_VALUE)) {
      end = "its loss was told";
    } else if (until == one.when(What.ENDED).orElse(Long.MAX_VALUE)) {
      end = "it ended";
    } else if (one.all(What.HELD).stream().anyMatch(read -> read.at() == until)) {
      end = "isHeld() was still true";
    }
    return new Interval(one, from, Math.max(from, until), end);
  }

  /** Where two of them overlap; the condition is the one of the rule of exclusion. */
  static List<Overlap> overlaps(List<Interval> byBegin, long error) {
    List<Overlap> overlaps = new ArrayList<>();
    List<Interval> open = new ArrayList<>();
    for (Interval next : byBegin) {
      open.removeIf(one -> next.from() >= one.until() - error);
      open.forEach(
          one ->
              overlaps.add(
                  new Overlap(one, next, next.from(), Math.min(one.until(), next.until()))));
      open.add(next);
    }
    return overlaps;
  }
}
