package io.leasehold.tck.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Everything that a history tells of one acquisition: what its owner token asked of the store, and
 * what the application saw of the handle. Immutable.
 */
public final class Acquisition {

  private final String owner;
  private final List<Event> events;
  private final List<StoreCall> calls;

  Acquisition(String owner, List<Event> events, List<StoreCall> calls) {
    this.owner = owner;
    this.events = List.copyOf(events);
    this.calls = List.copyOf(calls);
  }

  /** Its owner token. */
  public String owner() {
    return owner;
  }

  /** The lease's name. */
  public String name() {
    return events.get(0).name();
  }

  /** Whose it is. */
  public String by() {
    return events.get(0).by();
  }

  /** All its events, by time. */
  public List<Event> events() {
    return events;
  }

  /** Its calls to the store, in the order in which they were sent. */
  public List<StoreCall> calls() {
    return calls;
  }

  /** Its calls of one kind. */
  public List<StoreCall> calls(String kind) {
    return calls.stream().filter(call -> call.call().equals(kind)).toList();
  }

  /** The first event of a kind. */
  public Optional<Event> first(What what) {
    return events.stream().filter(event -> event.what() == what).findFirst();
  }

  /** All events of a kind. */
  public List<Event> all(What what) {
    return events.stream().filter(event -> event.what() == what).toList();
  }

  /** When that kind of event was seen first. */
  public OptionalLong when(What what) {
    return first(what).map(event -> OptionalLong.of(event.at())).orElseGet(OptionalLong::empty);
  }

  /** The grant's answer, if the engine was told of it. */
  public Optional<StoreCall> grant() {
    return calls("acquire").stream().filter(call -> call.outcome().equals("GRANTED")).findFirst();
  }

  /** Whether the application had a handle on it. */
  public boolean isGot() {
    return first(What.GOT).isPresent();
  }

  /** Its fencing token; 0 if nobody was told one. */
  public long token() {
    return Stream.concat(first(What.GOT).stream(), grant().flatMap(StoreCall::answered).stream())
        .mapToLong(event -> event.number("token"))
        .findFirst()
        .orElse(0);
  }

  /** Its ttl in nanoseconds; 0 if it was never granted. */
  public long ttl() {
    return Stream.concat(first(What.GOT).stream(), grant().flatMap(StoreCall::answered).stream())
        .mapToLong(event -> event.number("ttl"))
        .findFirst()
        .orElse(0);
  }

  /**
   * The calls that gave it a ttl, by the store's own word: the grant, and each renewal that was
   * confirmed.
   */
  public List<StoreCall> confirmed() {
    List<StoreCall> confirmed = new ArrayList<>(grant().stream().toList());
    calls("renew").stream()
        .filter(call -> call.outcome().equals("RENEWED"))
        .forEach(confirmed::add);
    return confirmed;
  }

  /** From when the latest ttl provably runs that was acknowledged before an instant. */
  public OptionalLong provenFrom(long before) {
    return confirmed().stream()
        .filter(call -> call.endedAt() <= before)
        .mapToLong(StoreCall::provenFrom)
        .max();
  }

  /** From when the latest ttl provably runs that was ever acknowledged. */
  public OptionalLong provenFrom() {
    return provenFrom(Long.MAX_VALUE - 1);
  }

  /**
   * Until when the application may have relied on it: from its handle to the end of the latest
   * proven ttl less the engine's margin, or until it let it go or it ended; in any case as long as
   * it read {@code isHeld()} as true.
   *
   * <p>Where the calls below the engine are not known, because another library makes them, the ttl
   * runs from when the application asked, which was before anything was sent; it may have been
   * renewed, so that also the holder's word counts: its reads, and a release that freed the name,
   * which says that the name was its own until then.
   *
   * @param margin the engine's, in nanoseconds
   */
  public long heldUntil(long margin) {
    long from = provenFrom().orElse(when(What.GOT).orElse(Long.MIN_VALUE));
    long end = untilToldOtherwise((calls.isEmpty() ? asked() : from) + ttl() - margin);
    long read = all(What.HELD).stream().mapToLong(Event::at).max().orElse(Long.MIN_VALUE);
    long freed = calls.isEmpty() ? freedAt() : Long.MIN_VALUE;
    return Math.max(Math.max(end, read), freed);
  }

  private long untilToldOtherwise(long end) {
    long first = Math.min(end, when(What.LET).orElse(Long.MAX_VALUE));
    first = Math.min(first, when(What.LOST).orElse(Long.MAX_VALUE));
    return Math.min(first, when(What.ENDED).orElse(Long.MAX_VALUE));
  }

  /** When the application asked for what it got; its receipt, if that was not written down. */
  private long asked() {
    return first(What.GOT)
        .map(got -> got.fact("asked").isEmpty() ? got.at() : got.number("asked"))
        .orElse(Long.MIN_VALUE);
  }

  /** When it was let go, if it was still its holder's then. */
  private long freedAt() {
    boolean freed =
        first(What.RELEASED).filter(event -> event.is("result", "RELEASED")).isPresent();
    return freed ? when(What.LET).orElse(Long.MIN_VALUE) : Long.MIN_VALUE;
  }

  @Override
  public String toString() {
    return "\"" + name() + "\" by " + by() + ", token " + token() + ", owner " + shortOwner();
  }

  private String shortOwner() {
    return owner.length() > 8 ? owner.substring(0, 8) : owner;
  }
}
