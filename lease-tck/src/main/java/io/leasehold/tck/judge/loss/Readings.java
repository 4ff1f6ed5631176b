package io.leasehold.tck.judge.loss;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.OptionalLong;

/**
 * What {@code isHeld()} says. A reading of true counts from before it, one of false from after it,
 * so no stall can make a wrong reading right.
 */
public final class Readings {

  private Readings() {}

  /**
   * Never true at or after the end of validity. Decisive is every reading that found it over before
   * anybody had let go: there it could have lied.
   */
  public static Judgement areHonest(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Validity validity = new Validity(history);
    Losses.eachGot(
        history,
        sheet,
        one -> {
          long let = one.when(What.LET).orElse(Long.MAX_VALUE);
          for (Event read : one.all(What.HELD)) {
            long end = validity.ends(one, read.at()).orElse(Long.MAX_VALUE) + validity.error();
            if (read.at() >= end) {
              sheet.expect(
                  false,
                  read.at(),
                  one,
                  "isHeld() to be false from the end of validity on",
                  "it was true " + Text.ms(read.at() - end) + " after that");
              return;
            }
          }
          for (Event read : one.all(What.NOT_HELD)) {
            long end = validity.ends(one, read.at()).orElse(Long.MAX_VALUE);
            if (read.at() < let && read.at() >= end) {
              sheet.expect(true, read.at(), one, "", "");
            }
          }
        });
    return sheet.judgement();
  }

  /** Never true again after it was false, nor after its loss was told. */
  public static Judgement areFinal(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Losses.eachGot(history, sheet, one -> isFinal(one, sheet));
    return sheet.judgement();
  }

  private static void isFinal(Acquisition one, Judgement.Sheet sheet) {
    long over =
        Math.min(
            one.when(What.NOT_HELD).orElse(Long.MAX_VALUE),
            one.when(What.LOST).orElse(Long.MAX_VALUE));
    OptionalLong again =
        one.all(What.HELD).stream().mapToLong(Event::at).filter(at -> at > over).findFirst();
    boolean readAgain = one.all(What.NOT_HELD).stream().anyMatch(read -> read.at() > over);
    if (again.isPresent() || readAgain) {
      sheet.expect(
          again.isEmpty(),
          again.orElse(over),
          one,
          "a lease that is over to stay over",
          "it was held " + Text.ms(again.orElse(over) - over) + " after it had been over");
    }
  }

  /**
   * Given out only while it is valid, each time that it is given out. Only while the machine stood
   * still after the answer had come can it have run out unseen.
   */
  public static Judgement areGivenOutValid(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Validity validity = new Validity(history);
    Losses.eachHandle(
        history,
        sheet,
        one -> one.all(What.GOT).forEach(got -> isGivenOutValid(validity, one, got.at(), sheet)));
    return sheet.judgement();
  }

  private static void isGivenOutValid(
      Validity validity, Acquisition one, long got, Judgement.Sheet sheet) {
    OptionalLong valid = validity.ends(one, got);
    long late = got - valid.orElse(got) - validity.error();
    sheet.expect(
        valid.isPresent() && (late < 0 || late <= validity.heldUp(one, got)),
        got,
        one,
        "nobody to be given a lease that the store has not granted, or whose validity is over",
        valid.isEmpty()
            ? "it was given out before any grant was acknowledged"
            : "it was given out " + Text.ms(late) + " after the end of its validity");
  }
}
