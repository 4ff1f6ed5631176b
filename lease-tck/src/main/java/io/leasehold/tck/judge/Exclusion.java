package io.leasehold.tck.judge;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import java.util.Comparator;
import java.util.List;

/**
 * No two handles of one name are relied on at the same time. A handle's interval runs from its
 * recorded receipt to {@link Acquisition#heldUntil}; two may overlap by no more than the clock's
 * error. Names that were freed by {@code revokeNow} are left out: that breaks exclusion by its own
 * word.
 */
public final class Exclusion {

  private Exclusion() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    history
        .byName()
        .forEach(
            (name, all) -> {
              if (!isRevokedNow(history, name)) {
                judge(history, all, sheet);
              }
            });
    return sheet.judgement();
  }

  /** Whether a name was freed by {@code revokeNow}. */
  public static boolean isRevokedNow(History history, String name) {
    return history.all(What.SENT).stream()
        .anyMatch(
            event ->
                event.name().equals(name) && event.is("call", "revoke") && event.is("now", "true"));
  }

  private static void judge(History history, List<Acquisition> all, Judgement.Sheet sheet) {
    List<Acquisition> held =
        all.stream()
            .filter(Acquisition::isGot)
            .sorted(Comparator.comparingLong(one -> one.when(What.GOT).orElseThrow()))
            .toList();
    long error = history.error();
    Acquisition longest = null;
    for (Acquisition next : held) {
      if (longest != null) {
        long got = next.when(What.GOT).orElseThrow();
        long end = longest.heldUntil(history.nanos("margin"));
        sheet.expect(
            got >= end - error,
            got,
            next,
            "nobody to be given a name while another relies on it",
            "given it " + Text.ms(end - got) + " before " + longest + " stopped relying on it");
      }
      if (longest == null
          || next.heldUntil(history.nanos("margin")) > longest.heldUntil(history.nanos("margin"))) {
        longest = next;
      }
    }
  }
}
