package io.leasehold.tck.judge.loss;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** When the validity of a lease ends, by what the store had acknowledged. */
final class Validity {

  private static final long LEAST_MARGIN = 20_000_000;
  private static final Set<String> GONE = Set.of("stopped", "killed");

  private final History history;
  private final List<Event> closings;
  private final List<Event> processes;

  Validity(History history) {
    this.history = history;
    this.closings =
        history.all(What.CLOSE).stream().filter(event -> event.is("phase", "begin")).toList();
    this.processes =
        history.all(What.PROCESS).stream()
            .filter(event -> GONE.contains(event.fact("phase")))
            .toList();
  }

  /** When the engine has to end it, by the calls that were answered before an instant. */
  OptionalLong ends(Acquisition one, long before) {
    return shifted(one, before, one.ttl() - margin(one));
  }

  /** When the store may end it, by the calls that were answered before an instant. */
  OptionalLong endsAtTheStore(Acquisition one, long before) {
    return shifted(one, before, one.ttl());
  }

  private static OptionalLong shifted(Acquisition one, long before, long by) {
    OptionalLong from = one.provenFrom(before);
    return from.isPresent() ? OptionalLong.of(from.getAsLong() + by) : from;
  }

  /**
   * For how long the machine stood still from the last answer, or from just before the end of
   * validity, until an instant. What stood still before the answer had come is no excuse: the
   * engine could see it. Stalls are measured by steps, for which the margin is room.
   */
  long heldUp(Acquisition one, long until) {
    long answered =
        one.confirmed().stream()
            .mapToLong(StoreCall::endedAt)
            .filter(at -> at <= until)
            .max()
            .orElse(Long.MIN_VALUE);
    long end = ends(one, until).orElse(until);
    long from = Math.max(answered, end - margin(one));
    long counted = history.stalledWithin(from, until);
    return counted == 0 ? 0 : counted + margin(one);
  }

  /** By how much earlier than the store the engine has to end it: as the slack inequality says. */
  long margin(Acquisition one) {
    long uncertainty = history.nanos("margin") - share(history.nanos("ttl"));
    return share(one.ttl()) + Math.max(0, uncertainty);
  }

  private static long share(long ttl) {
    return Math.max(LEAST_MARGIN, ttl / 50);
  }

  /** How far the instants of two processes may be off; none has its own clock here, so nothing. */
  long error() {
    return history.all(What.CLOCK).isEmpty() ? 0 : history.error();
  }

  /** How long it was watched in the hands of an open client. */
  long watchedUntil(Acquisition one) {
    return closings.stream()
        .filter(event -> event.by().equals(one.by()))
        .mapToLong(Event::at)
        .min()
        .orElse(history.events().get(history.events().size() - 1).at());
  }

  /** Whether its process stood still or was killed: nobody can be told then. */
  boolean stoodStill(Acquisition one) {
    return processes.stream().anyMatch(event -> event.by().equals(one.by()));
  }

  /**
   * What was asked for: by the question's number, else the latest question of this contender about
   * this name before it got it.
   */
  Optional<Event> asked(Acquisition one) {
    long got = one.when(What.GOT).orElse(Long.MIN_VALUE);
    String ask = one.first(What.GOT).map(event -> event.fact("ask")).orElse("");
    return history.all(What.ASKED).stream()
        .filter(event -> event.by().equals(one.by()) && event.name().equals(one.name()))
        .filter(event -> ask.isEmpty() ? event.at() <= got : event.is("ask", ask))
        .reduce((earlier, later) -> later);
  }
}
