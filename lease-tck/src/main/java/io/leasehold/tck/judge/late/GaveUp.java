package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;
import java.util.Set;

/** What is left of a caller who was interrupted or whose future was cancelled. */
public final class GaveUp {

  private static final Set<String> CODES = Set.of("INTERRUPTED", "CANCELLED");

  private GaveUp() {}

  /** Nobody asks for it any more, and what its attempts may have got is given back. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Sightings sightings = Sightings.of(history);
    for (Event failed : history.all(What.FAILED)) {
      if (CODES.contains(failed.fact("code"))) {
        judge(history, sightings, failed, sheet);
      }
    }
    return sheet.judgement();
  }

  private static void judge(
      History history, Sightings sightings, Event failed, Judgement.Sheet sheet) {
    long asked = failed.at() - failed.number("took") - 1;
    long next =
        history.all(What.ASKED).stream()
            .filter(event -> event.by().equals(failed.by()))
            .filter(event -> event.name().equals(failed.name()) && event.at() > failed.at())
            .mapToLong(Event::at)
            .findFirst()
            .orElse(Long.MAX_VALUE);
    long bound = failed.at() + history.nanos("margin") + history.stalled(asked, failed.at());
    for (Acquisition one : history.byName().getOrDefault(failed.name(), List.of())) {
      for (StoreCall call : one.calls("acquire")) {
        long sent = call.sent().at();
        if (one.by().equals(failed.by()) && sent >= asked && sent < next) {
          sheet.expect(
              sent <= bound,
              sent,
              one,
              "nobody to ask for a name whose caller was told " + failed.fact("code"),
              "an acquire left " + Text.ms(sent - failed.at()) + " later");
          leftBehind(history, sightings, one, failed, sheet);
        }
      }
    }
  }

  private static void leftBehind(
      History history, Sightings sightings, Acquisition one, Event failed, Judgement.Sheet sheet) {
    boolean may = one.grant().isPresent() || Calls.isLost(one);
    if (!may || one.isGot()) {
      return;
    }
    GivenBack.begins(history, one, sheet);
    GivenBack.isGone(sightings, one, sheet);
    long told = Math.max(failed.at(), one.calls("acquire").get(0).endedAt());
    long late = told + history.nanos("callTimeout");
    List<StoreCall> renewals =
        one.calls("renew").stream().filter(call -> call.sent().at() > late).toList();
    sheet.expect(
        renewals.isEmpty() || history.stalled(told, late) > 0,
        failed.at(),
        one,
        "what its caller has given up not to be renewed",
        "it was renewed " + renewals.size() + " times afterwards");
  }

  /** An interrupt is never swallowed: whoever was interrupted still is when the call is over. */
  public static Judgement ofFlags(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Event event : history.all(What.INTERRUPT)) {
      boolean ofAcquire = event.owner().isEmpty(); // of a lease in somebody's hands: its release
      if (ofAcquire && (event.is("phase", "kept") || event.is("phase", "swallowed"))) {
        sheet.expect(
            event.is("phase", "kept"),
            event.at(),
            event.name(),
            event.by(),
            "the flag of an interrupt to be set when the interrupted call is over",
            "it was not set");
      }
    }
    return sheet.judgement();
  }
}
