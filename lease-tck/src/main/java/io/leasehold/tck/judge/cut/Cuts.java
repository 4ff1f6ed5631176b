package io.leasehold.tck.judge.cut;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Cut;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the judges of cuts ask of a history. */
final class Cuts {

  private Cuts() {}

  /** The end of a lease in its application's eyes; empty if it was not told of any. */
  static Optional<Event> told(Acquisition one) {
    return Stream.concat(one.first(What.LOST).stream(), one.first(What.ENDED).stream())
        .min((a, b) -> Long.compare(a.at(), b.at()));
  }

  /** Cuts that let nothing through to its contender, during the hold of a lease. */
  static List<Cut> severing(List<Cut> cuts, Acquisition one) {
    long got = one.when(What.GOT).orElse(Long.MAX_VALUE);
    long end = Math.min(one.when(What.LET).orElse(Long.MAX_VALUE), toldAt(one));
    return cuts.stream()
        .filter(Cut::severs)
        .filter(cut -> cut.target().equals(one.by()) && cut.overlaps(got, end))
        .toList();
  }

  static long toldAt(Acquisition one) {
    return told(one).map(Event::at).orElse(Long.MAX_VALUE);
  }

  /** Whether a contender is subject to any cut. */
  static boolean isTarget(List<Cut> cuts, String label) {
    return cuts.stream().anyMatch(cut -> cut.target().equals(label));
  }

  /** The bound of a contender's calls. */
  static long callTimeout(History history, String label) {
    return history.all(What.NOTE).stream()
        .filter(note -> note.by().equals(label) && note.number("callTimeout") > 0)
        .mapToLong(note -> note.number("callTimeout"))
        .findFirst()
        .orElse(history.nanos("callTimeout"));
  }

  /** The last instant that is written down. */
  static long end(History history) {
    List<Event> all = history.events();
    return all.isEmpty() ? 0 : all.get(all.size() - 1).at();
  }

  /** Whether somebody revoked it. */
  static boolean isRevoked(History history, String name) {
    return history.all(What.SENT).stream()
        .anyMatch(event -> event.name().equals(name) && event.is("call", "revoke"));
  }

  /** When a lease was given up: the application let it go, or its engine set about freeing it. */
  static long givenUp(Acquisition one) {
    long let = one.when(What.LET).orElse(Long.MAX_VALUE);
    return one.calls().stream()
        .filter(call -> call.call().equals("release") || call.call().equals("abandon"))
        .mapToLong(call -> call.sent().at())
        .reduce(let, Math::min);
  }

  /** For how long everything may stand still about a renewal, and no lease is lost. */
  static long slack(History history) {
    return history.nanos("ttl")
        - history.nanos("margin")
        - history.nanos("interval") * 11 / 10
        - 2 * history.nanos("callTimeout");
  }
}
