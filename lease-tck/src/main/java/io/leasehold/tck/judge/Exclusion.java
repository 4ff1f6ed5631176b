package io.leasehold.tck.judge;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import java.util.Comparator;
import java.util.List;

/**
 * No two handles of one name are relied on at the same time. A handle's interval runs from its
 * recorded receipt to {@link Acquisition#heldUntil}; two may overlap by no more than the clock's
 * error. Where a record was deleted the interval ends with it: that is no fault of the store. Names
 * that were freed by {@code revokeNow} are left out: that breaks exclusion by its own word. Of a
 * contender whose recorder lost something only what it read itself counts.
 */
public final class Exclusion {

  private final History history;
  private final Judgement.Sheet sheet = new Judgement.Sheet();
  private final Gaps gaps;
  private final Alive alive;

  private Exclusion(History history) {
    this.history = history;
    this.gaps = Gaps.of(history);
    this.alive = Alive.in(history);
  }

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Exclusion exclusion = new Exclusion(history);
    history
        .byName()
        .forEach(
            (name, all) -> {
              if (!isRevokedNow(history, name)) {
                exclusion.judge(all);
              }
            });
    return exclusion.sheet.judgement();
  }

  /** Whether a name was freed by {@code revokeNow}. */
  public static boolean isRevokedNow(History history, String name) {
    return history.all(What.SENT).stream()
        .anyMatch(
            event ->
                event.name().equals(name) && event.is("call", "revoke") && event.is("now", "true"));
  }

  private void judge(List<Acquisition> all) {
    List<Acquisition> held =
        all.stream()
            .filter(Acquisition::isGot)
            .sorted(Comparator.comparingLong(Exclusion::got))
            .toList();
    long error = history.error();
    Acquisition longest = null;
    long end = Long.MIN_VALUE;
    for (Acquisition next : held) {
      long got = got(next);
      isGivenOnce(next);
      if (longest != null) {
        sheet.expect(
            got >= end - error,
            got,
            next,
            "nobody to be given a name while another relies on it",
            "given it " + Text.ms(end - got) + " before " + longest + " stopped relying on it");
      }
      long until = until(next);
      if (longest == null || until > end) {
        longest = next;
        end = until;
      }
    }
  }

  /** One grant serves one caller: a second, of the same client, is a contender like any other. */
  private void isGivenOnce(Acquisition one) {
    List<Event> given = one.all(What.GOT);
    sheet.expect(
        given.size() == 1,
        given.get(given.size() - 1).at(),
        one,
        "each grant to be given to one caller",
        "it was given to " + given.size() + " callers");
  }

  private static long got(Acquisition one) {
    return one.when(What.GOT).orElseThrow();
  }

  private long until(Acquisition one) {
    if (gaps.in(one)) {
      sheet.doubt(Gaps.doubt(one));
      return one.all(What.HELD).stream().mapToLong(Event::at).max().orElse(got(one));
    }
    return Math.min(one.heldUntil(history.nanos("margin")), alive.deleted(one.name(), got(one)));
  }
}
