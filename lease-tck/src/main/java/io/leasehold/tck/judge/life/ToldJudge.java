package io.leasehold.tck.judge.life;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A lease is renewed, or its holder is told before the store can grant it to another. */
public final class ToldJudge {

  private static final Set<String> OF_THE_ENGINE =
      Set.of("ENGINE_FAILURE", "LOCAL_PAUSE", "UNREACHABLE");

  private ToldJudge() {}

  /** Every lease of the history. */
  public static Judgement all(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    history.acquisitions().stream()
        .filter(Acquisition::isGot)
        .forEach(one -> renewedOrTold(history, one, sheet));
    return sheet.judgement();
  }

  /** The poisoned ones: they cannot be renewed, so they have to be told. */
  public static Judgement poisoned(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Roles.got(history, Roles.POISONED).forEach(one -> renewedOrTold(history, one, sheet));
    return sheet.judgement();
  }

  /**
   * The leases of clients whose watchdog fails: renewed, or ended by the clock and told so; of
   * those that fail once: kept, whoever would have told of the loss.
   */
  public static Judgement sick(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Acquisition one : Roles.got(history, Roles.HEALING)) {
      renewedOrTold(history, one, sheet);
      KeptJudge.kept(history, one, "it to be kept: its engine has failed once", sheet);
    }
    for (Acquisition one : Roles.got(history, Roles.SICK)) {
      renewedOrTold(history, one, sheet);
      for (Event held : one.all(What.HELD)) {
        long end = one.provenFrom(held.at()).orElse(held.at()) + one.ttl();
        sheet.expect(
            held.at() <= end,
            held.at(),
            one,
            "isHeld() to be false once its ttl is over, whatever the engine does",
            "held " + Text.ms(held.at() - end) + " after its ttl was over");
      }
      one.first(What.LOST)
          .filter(event -> !event.is("reason", "CLIENT_CLOSED"))
          .ifPresent(
              event ->
                  sheet.expect(
                      OF_THE_ENGINE.contains(event.fact("reason")),
                      event.at(),
                      one,
                      "a lease that the engine could not renew to be lost as one of "
                          + OF_THE_ENGINE,
                      "lost as " + event.fact("reason")));
    }
    return sheet.judgement();
  }

  private static void renewedOrTold(History history, Acquisition one, Judgement.Sheet sheet) {
    long lapse = one.provenFrom().orElse(one.when(What.GOT).orElseThrow()) + one.ttl();
    long end = Observed.end(history, one);
    Optional<Event> lost = one.first(What.LOST).filter(event -> event.at() <= end);
    List<Event> losses = one.all(What.LOST);
    if (lost.isEmpty() && end <= lapse + history.stalled(lapse - one.ttl(), end)) {
      return; // let go, or still its own when the history ends
    }
    long late = lost.map(event -> event.at() - lapse).orElse(Long.MAX_VALUE);
    sheet.expect(
        lost.isPresent()
            && late <= history.stalled(lapse - one.ttl(), lost.get().at())
            && losses.size() == 1,
        lapse,
        one,
        "a holder whose lease is renewed no more to be told once, before its ttl is over",
        lost.isEmpty()
            ? "never told; its ttl was over " + Text.ms(end - lapse) + " before the end"
            : "told "
                + losses.size()
                + " times, first "
                + Text.ms(late)
                + " after its ttl was over");
  }
}
