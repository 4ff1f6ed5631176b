package io.leasehold.tck.judge.loss;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What came to no good end: leases that were lost or whose release was not confirmed, and acquires
 * that ended by anything but the name being another's.
 */
final class BadEnds {

  /** An acquire of a name that another had: nothing of it may be left. */
  static final Set<String> OTHERS = Set.of("HELD_BY_ANOTHER", "CONTENDED");

  private final List<Event> ends;

  private BadEnds(List<Event> ends) {
    this.ends = ends;
  }

  /** All of a history. */
  static BadEnds in(History history) {
    return new BadEnds(
        Stream.of(
                history.all(What.LOST).stream(),
                history.all(What.RELEASED).stream().filter(end -> !end.is("result", "RELEASED")),
                history.all(What.FAILED).stream().filter(end -> !OTHERS.contains(end.fact("code"))))
            .flatMap(end -> end)
            .toList());
  }

  /** Whether this contender had one with this name before an instant. */
  boolean before(String by, String name, long at) {
    return ends.stream()
        .anyMatch(end -> end.at() < at && end.by().equals(by) && end.name().equals(name));
  }
}
