package io.leasehold.tck.judge.life;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;
import java.util.Optional;

/** A store that was restarted, or has lost everything, and goes on. */
public final class StoreLifeJudge {

  /** The fault of a store that is restarted. */
  public static final String RESTART = "RESTART";

  /** The fault of a store that loses everything. */
  public static final String WIPE = "WIPE";

  private StoreLifeJudge() {}

  private static Optional<Event> fault(History history, String phase) {
    return history.all(What.FAULT).stream()
        .filter(event -> event.is("fault", RESTART) || event.is("fault", WIPE))
        .filter(event -> event.is("phase", phase))
        .findFirst();
  }

  /** A client takes a new name within a ttl, without having been opened again. */
  public static Judgement worksAgain(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    long from = fault(history, "end").map(Event::at).orElse(Long.MAX_VALUE);
    List<Ask> asks = Ask.of(history);
    for (Ask ask : asks) {
      boolean fresh =
          asks.stream()
              .noneMatch(other -> other.name().equals(ask.name()) && other.at() < ask.at());
      if (ask.at() > from && ask.waits() > 0 && fresh) {
        long due = ask.at() + history.nanos("ttl");
        sheet.expect(
            ask.isGranted() && ask.endedAt() <= due + history.stalled(from, due),
            due,
            ask.name(),
            ask.by(),
            "a client to take a new name within a ttl after the store is back",
            ask.isGranted()
                ? ask.by() + " took it " + Text.ms(ask.endedAt() - ask.at()) + " after asking"
                : ask.by() + " got none: " + ask.code());
      }
    }
    return sheet.judgement();
  }

  /** What is granted afterwards has a greater token than what was granted before. */
  public static Judgement tokensRise(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Optional<Event> begin = fault(history, "begin");
    if (begin.isEmpty()) {
      return sheet.judgement();
    }
    if (begin.get().is("fault", RESTART)
        && history.scenario().fact("t.fenceBrokenBy").contains(RESTART)) {
      sheet.pointless("a restart breaks fencing tokens by the backend's own word");
      return sheet.judgement();
    }
    long at = begin.get().at();
    for (List<Acquisition> ofName : history.byName().values()) {
      for (Acquisition before : ofName) {
        for (Acquisition after : ofName) {
          if (before.isGot()
              && after.isGot()
              && before.when(What.GOT).orElseThrow() < at
              && after.grant().filter(call -> call.sent().at() > at).isPresent()) {
            sheet.expect(
                after.token() > before.token(),
                after.when(What.GOT).orElseThrow(),
                after,
                "a greater token than any from before",
                "the one before was " + before.token());
          }
        }
      }
    }
    return sheet.judgement();
  }

  /** A holder whose record is gone is told so, and confirms nothing by its rival's record. */
  public static Judgement formerHolders(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (List<Acquisition> ofName : history.byName().values()) {
      for (Acquisition former : ofName) {
        for (Acquisition rival : ofName) {
          if (former.isGot() && rival.isGot() && tookFrom(history, rival, former)) {
            former(former, rival, sheet);
          }
        }
      }
    }
    return sheet.judgement();
  }

  /** Whether one was granted, after the fault, what the other held when it came. */
  private static boolean tookFrom(History history, Acquisition rival, Acquisition former) {
    long from = fault(history, "end").map(Event::at).orElse(Long.MAX_VALUE);
    long granted = rival.grant().map(call -> call.sent().at()).orElse(Long.MIN_VALUE);
    return former.when(What.GOT).orElseThrow() < from
        && granted > from
        && former.when(What.LET).orElse(Long.MAX_VALUE) > granted
        && former.when(What.ENDED).orElse(Long.MAX_VALUE) > granted;
  }

  private static void former(Acquisition former, Acquisition rival, Judgement.Sheet sheet) {
    long granted = rival.grant().orElseThrow().endedAt();
    long renewed =
        former.calls("renew").stream()
            .filter(call -> call.sent().at() > granted && call.outcome().equals("RENEWED"))
            .count();
    Optional<Event> lost = former.first(What.LOST);
    sheet.expect(
        renewed == 0 && lost.filter(event -> event.is("reason", "NOT_OWNER")).isPresent(),
        lost.map(Event::at).orElse(granted),
        former,
        "a holder whose record is gone to be told NOT_OWNER, and to renew nobody else's",
        "it was confirmed "
            + renewed
            + " times while "
            + rival
            + " held the name; told "
            + lost.map(event -> event.fact("reason")).orElse("nothing"));
  }
}
