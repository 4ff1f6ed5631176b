package io.leasehold.hazelcast;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the map keeps for one name, as a text of fields, so that a member needs no class of ours to
 * keep it. Immutable. Times are milliseconds of the cluster's clock.
 *
 * <p>{@code L1 state wake client owner token last expiry call metadata waiters abandoned}; a field
 * that is empty is a dash. State and the two clients come first, because listeners are chosen by
 * them without reading the rest.
 *
 * @param state one of the constants
 * @param wake the client to tell that the name is free, empty for none
 * @param client the client whose acquisition holds the name, or held it last; empty for none
 * @param owner that acquisition, 32 hexadecimal digits; empty if there never was one
 * @param token its fencing token
 * @param last the highest number ever given for this name, as token or as barrier
 * @param expiry from when on the owner counts no more
 * @param call which call wrote this: the driver may run one twice, and then it answers the same
 * @param metadata of the holder, see {@link Metadata}
 * @param waiters clients that wait, the longest waiting first
 * @param abandoned attempts that were given up: they must never get the name
 */
record LeaseRecord(
    char state,
    String wake,
    String client,
    String owner,
    long token,
    long last,
    long expiry,
    String call,
    String metadata,
    List<Timed> waiters,
    List<Timed> abandoned) {

  /** The owner holds it. */
  static final char HELD = 'h';

  /** The owner holds it and may not renew it. */
  static final char REVOKED = 'r';

  /** Free. */
  static final char VACANT = 'v';

  /** Free, because it was taken from its owner at once. */
  static final char TAKEN = 'x';

  /** How every text of this form begins. */
  static final String FORMAT = "L1 ";

  private static final String NONE = "-";
  private static final int FIELDS = 12;
  private static final String STATES = "hrvx";

  /**
   * Somebody and a time.
   *
   * @param who a client, or an attempt's owner
   * @param at when it was noted down, or until when it counts
   */
  record Timed(String who, long at) {}

  /** Where no record is. */
  static final LeaseRecord NEVER =
      new LeaseRecord(VACANT, "", "", "", 0, 0, 0, "", "", List.of(), List.of());

  /**
   * Reads what {@link #text()} wrote.
   *
   * @return null if it is anything else
   */
  static @Nullable LeaseRecord read(Object value) {
    if (!(value instanceof String text) || !text.startsWith(FORMAT)) {
      return null;
    }
    String[] part = text.split(" ", -1);
    if (part.length != FIELDS || part[1].length() != 1 || STATES.indexOf(part[1].charAt(0)) < 0) {
      return null;
    }
    try {
      return new LeaseRecord(
          part[1].charAt(0),
          some(part[2]),
          some(part[3]),
          some(part[4]),
          Long.parseLong(part[5]),
          Long.parseLong(part[6]),
          Long.parseLong(part[7]),
          some(part[8]),
          some(part[9]),
          list(part[10]),
          list(part[11]));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** The text to keep. */
  String text() {
    return String.join(
        " ",
        FORMAT.strip(),
        String.valueOf(state),
        dash(wake),
        dash(client),
        dash(owner),
        Long.toString(token),
        Long.toString(last),
        Long.toString(expiry),
        dash(call),
        dash(metadata),
        list(waiters),
        list(abandoned));
  }

  /** Whether it says that somebody holds the name, in time or not. */
  boolean isHeld() {
    return state == HELD || state == REVOKED;
  }

  /** Whether somebody holds the name at that time. */
  boolean isLive(long now) {
    return isHeld() && now < expiry;
  }

  /** Whether that acquisition holds it. */
  boolean isLiveOf(String acquisition, long now) {
    return isLive(now) && owner.equals(acquisition);
  }

  LeaseRecord waitedForBy(List<Timed> line) {
    return new LeaseRecord(
        state, wake, client, owner, token, last, expiry, call, metadata, line, abandoned);
  }

  LeaseRecord renewed(long until, String by) {
    return new LeaseRecord(
        state,
        "",
        client,
        owner,
        token,
        last,
        Math.max(until, expiry),
        by,
        metadata,
        waiters,
        abandoned);
  }

  LeaseRecord revoked(long barrier, String by) {
    return new LeaseRecord(
        REVOKED, "", client, owner, token, barrier, expiry, by, metadata, waiters, abandoned);
  }

  /** Free, with the first in line to be woken. */
  LeaseRecord vacated(char how, long number, String by) {
    String first = waiters.isEmpty() ? "" : waiters.get(0).who();
    List<Timed> others = waiters.isEmpty() ? waiters : waiters.subList(1, waiters.size());
    return new LeaseRecord(
        how, first, client, owner, token, number, expiry, by, "", others, abandoned);
  }

  /** Without those whose time is over. */
  LeaseRecord swept(long now, long patience) {
    List<Timed> waiting = waiters.stream().filter(it -> now - it.at() < patience).toList();
    List<Timed> dead = abandoned.stream().filter(it -> it.at() > now).toList();
    return new LeaseRecord(
        state, wake, client, owner, token, last, expiry, call, metadata, waiting, dead);
  }

  /** What others need to know of it. */
  LeaseRecord bare() {
    return new LeaseRecord(
        state, wake, client, owner, token, last, expiry, call, metadata, List.of(), List.of());
  }

  LeaseRecord without(String attempt, long until) {
    List<Timed> more = new ArrayList<>(abandoned);
    more.add(new Timed(attempt, until));
    // Nobody is woken twice because an attempt is given up.
    return new LeaseRecord(
        state, "", client, owner, token, last, expiry, call, metadata, waiters, List.copyOf(more));
  }

  boolean isAbandoned(String attempt) {
    return abandoned.stream().anyMatch(it -> it.who().equals(attempt));
  }

  private static String some(String field) {
    return field.equals(NONE) ? "" : field;
  }

  private static String dash(String field) {
    return field.isEmpty() ? NONE : field;
  }

  private static List<Timed> list(String field) {
    List<Timed> list = new ArrayList<>();
    for (String each : some(field).split(",")) {
      if (!each.isEmpty()) {
        int colon = each.indexOf(':');
        list.add(
            new Timed(
                each.substring(0, Math.max(0, colon)), Long.parseLong(each.substring(colon + 1))));
      }
    }
    return List.copyOf(list);
  }

  private static String list(List<Timed> list) {
    return dash(list.stream().map(it -> it.who() + ":" + it.at()).collect(Collectors.joining(",")));
  }
}
