package io.leasehold.tck.judge.process;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;
import java.util.Optional;

/**
 * Whatever woken code still sends for a lease of its own changes nothing of its successor's: the
 * store keeps the successor, its token, and no more time than its own renewals gave it.
 */
public final class Successors {

  private Successors() {}

  /** Judges each successor that held the name when something late was answered. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Halt.doubts(history, sheet);
    for (Halt halt : Halt.woken(history)) {
      for (Acquisition next : history.acquisitions()) {
        long let = next.when(What.LET).orElse(Long.MAX_VALUE);
        boolean holds =
            !next.by().equals(halt.by())
                && next.isGot()
                && next.when(What.GOT).orElseThrow() < halt.to()
                && next.when(What.GOT).orElseThrow() > halt.sent()
                && let > halt.to();
        Optional<StoreCall> late = late(history, halt, next, let);
        if (holds && late.isPresent()) {
          judge(history, halt, next, late.get(), sheet);
        }
      }
    }
    return sheet.judgement();
  }

  private static Optional<StoreCall> late(
      History history, Halt halt, Acquisition next, long until) {
    return history.byName().getOrDefault(next.name(), List.of()).stream()
        .filter(one -> one.by().equals(halt.by()))
        .flatMap(one -> one.calls().stream())
        .filter(call -> call.endedAt() > halt.to() && call.endedAt() < until)
        .findFirst();
  }

  private static void judge(
      History history, Halt halt, Acquisition next, StoreCall late, Judgement.Sheet sheet) {
    String why = " after a late " + late.call() + " of " + halt.by();
    long let = next.when(What.LET).orElse(Long.MAX_VALUE);
    Optional<Event> loss =
        next.first(What.LOST)
            .filter(event -> event.at() < let && !Excuse.explains(history, next, event.at()));
    sheet.expect(
        loss.isEmpty(),
        loss.map(Event::at).orElse(late.endedAt()),
        next,
        "a successor to keep its lease, whatever its stale predecessor sends",
        "it was lost" + why);
    for (Event look : history.all(What.STORE)) {
      if (look.name().equals(next.name()) && look.number("asked") > halt.to() && look.at() < let) {
        judge(history, next, look, why, sheet);
      }
    }
  }

  private static void judge(
      History history, Acquisition next, Event look, String why, Judgement.Sheet sheet) {
    boolean own = look.owner().equals(next.owner()) && isToken(next, look.number("token"));
    boolean lost = next.when(What.LOST).orElse(Long.MAX_VALUE) < look.at();
    if (!lost && !hasRunOut(history, next, look.at())) {
      sheet.expect(
          own,
          look.at(),
          next,
          "the store to keep a successor, whatever its stale predecessor sends",
          "the store had owner \"" + look.owner() + "\", token " + look.fact("token") + why);
    }
    long remaining = look.number("remaining");
    long most =
        next.ttl()
            - (look.number("asked") - lastExecution(next, look.at()))
            + history.error()
            + history.nanos("step");
    if (own && remaining >= 0 && history.remainingIsTheStores()) {
      sheet.expect(
          remaining <= most,
          look.at(),
          next,
          "a successor's remaining time to come from its own renewals",
          "it had " + Text.ms(remaining - most) + " more than they gave it" + why);
    }
  }

  /** Its ttl may be over at the store, though nobody was told yet: the machine stood still. */
  private static boolean hasRunOut(History history, Acquisition next, long instant) {
    long from = next.provenFrom(instant).orElse(Long.MIN_VALUE / 2);
    return instant >= from + next.ttl() - history.error();
  }

  /** By the store's own word: what the handle says may be something else. */
  private static boolean isToken(Acquisition next, long token) {
    return next.grant().isEmpty()
        || next.grant().get().answered().orElseThrow().number("token") == token;
  }

  /** The latest instant before a look at which one of its own calls may have been executed. */
  private static long lastExecution(Acquisition next, long look) {
    return next.calls().stream()
        .filter(call -> call.call().equals("acquire") || call.call().equals("renew"))
        .filter(call -> call.sent().at() < look)
        .mapToLong(call -> Math.min(call.endedAt(), look))
        .max()
        .orElse(look);
  }
}
