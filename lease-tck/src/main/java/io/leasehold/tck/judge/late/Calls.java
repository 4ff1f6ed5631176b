package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What the judges of this package ask of the calls of one acquisition. */
final class Calls {

  private Calls() {}

  /** Whether the engine cannot know whether the call ran. */
  static boolean isUnknown(StoreCall call) {
    return call.outcome().equals("UNKNOWN") || call.outcome().equals("THREW");
  }

  /** Whether the call has to be made again. */
  static boolean failed(StoreCall call) {
    return isUnknown(call) || call.outcome().equals("REFUSED");
  }

  /** Whether its caller was left with a question, and no handle ever came of it. */
  static boolean isLost(Acquisition one) {
    return !one.isGot() && one.calls("acquire").stream().anyMatch(Calls::isUnknown);
  }

  /** Whether it was granted, and nobody has a handle on it. */
  static boolean isGrantedToNobody(Acquisition one) {
    return !one.isGot() && one.grant().isPresent();
  }

  /** Its ttl by the store's word, or as it was asked for. */
  static long ttl(Acquisition one) {
    return Stream.concat(
            one.grant().flatMap(StoreCall::answered).stream(),
            one.calls("acquire").stream().map(StoreCall::sent))
        .mapToLong(event -> event.number("ttl"))
        .max()
        .orElse(one.ttl());
  }

  /** The instant after the last request that may have given it a ttl, as far as it is known. */
  static long lastExecution(Acquisition one) {
    LongStream answered =
        Stream.concat(one.calls("acquire").stream(), one.calls("renew").stream())
            .mapToLong(call -> call.answered().map(Event::at).orElse(call.sent().at()));
    LongStream arrived =
        Stream.concat(Arrival.of(one, "ACQUIRE").stream(), Arrival.of(one, "RENEW").stream())
            .mapToLong(Arrival::at);
    return LongStream.concat(answered, arrived).max().orElse(Long.MIN_VALUE);
  }

  /** When the store first said that it is gone: abandoned, released, or not there. */
  static OptionalLong gone(Acquisition one) {
    return Stream.concat(
            one.calls("abandon").stream().filter(call -> call.outcome().equals("ABANDONED")),
            one.calls("release").stream()
                .filter(
                    call ->
                        call.outcome().equals("RELEASED") || call.outcome().equals("NOT_OWNER")))
        .mapToLong(StoreCall::endedAt)
        .min();
  }

  /** Its releases and abandons, by the time of their sending. */
  static List<StoreCall> givingBack(Acquisition one) {
    return one.calls().stream()
        .filter(call -> call.call().equals("abandon") || call.call().equals("release"))
        .toList();
  }

  /** When the contender began to close its client; the end of time if it never did. */
  static long closed(History history, String by) {
    return history.all(What.CLOSE).stream()
        .filter(event -> event.by().equals(by))
        .mapToLong(Event::at)
        .findFirst()
        .orElse(Long.MAX_VALUE);
  }

  /** When the first of these was seen; the end of time if none was. */
  static long first(Acquisition one, What... kinds) {
    return Stream.of(kinds)
        .flatMapToLong(kind -> one.when(kind).stream())
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** The history's last instant. */
  static long end(History history) {
    List<Event> events = history.events();
    return events.isEmpty() ? 0 : events.get(events.size() - 1).at();
  }
}
