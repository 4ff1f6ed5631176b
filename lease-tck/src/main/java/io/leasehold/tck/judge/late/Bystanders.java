package io.leasehold.tck.judge.late;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import io.leasehold.tck.judge.late.Sightings.Sighting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Nothing that belongs to one acquisition changes another's lease: whoever has the name while it
 * happens stays its holder, is renewed, and its time is neither shortened nor lengthened.
 */
public final class Bystanders {

  /** Something that belongs to another acquisition of the name: from when to when, and what. */
  private record Act(String owner, long began, long at, String what) {}

  private Bystanders() {}

  /** Judges requests that arrive apart from their callers. */
  public static Judgement ofArrivals(History history) {
    return judge(history, Bystanders::arrivals);
  }

  /** Judges what the application asks of handles that have ended. */
  public static Judgement ofStaleHandles(History history) {
    return judge(history, Bystanders::staleCalls);
  }

  private static Stream<Act> arrivals(Acquisition one) {
    return Arrival.of(one).stream()
        .map(
            arrival ->
                new Act(
                    one.owner(),
                    arrival.began(),
                    arrival.at(),
                    "a late " + arrival.call() + " of owner " + one.owner() + " arrived"));
  }

  private static Stream<Act> staleCalls(Acquisition one) {
    long ended = Calls.first(one, What.ENDED, What.LOST);
    return Stream.concat(one.all(What.RELEASED).stream(), one.all(What.RENEWED).stream())
        .filter(event -> event.at() > ended)
        .map(
            event ->
                new Act(
                    one.owner(),
                    ended,
                    event.at(),
                    (event.what() == What.RELEASED ? "release()" : "renew()")
                        + " was called on a handle of owner "
                        + one.owner()
                        + " that had ended"));
  }

  private interface Acts {
    Stream<Act> of(Acquisition one);
  }

  private static Judgement judge(History history, Acts acts) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Sightings sightings = Sightings.of(history);
    Set<String> revoked =
        history.all(What.SENT).stream()
            .filter(event -> event.is("call", "revoke"))
            .map(Event::name)
            .collect(Collectors.toCollection(HashSet::new));
    history
        .byName()
        .forEach(
            (name, all) -> {
              if (!revoked.contains(name)) {
                List<Act> done = all.stream().flatMap(acts::of).toList();
                all.stream()
                    .filter(Acquisition::isGot)
                    .forEach(holder -> judge(history, sightings, holder, done, sheet));
              }
            });
    return sheet.judgement();
  }

  private static void judge(
      History history,
      Sightings sightings,
      Acquisition holder,
      List<Act> acts,
      Judgement.Sheet sheet) {
    long got = holder.when(What.GOT).orElseThrow();
    long end = Calls.first(holder, What.LET, What.LOST, What.ENDED);
    for (Act act : acts) {
      if (!act.owner().equals(holder.owner()) && act.at() > got && act.at() < end) {
        answers(sightings, holder, act, sheet);
        looks(history, sightings, holder, act, end, sheet);
      }
    }
  }

  /** Whether a ttl that was proven before an instant still lasts then, by the store's clock. */
  private static boolean lasts(Sightings sightings, Acquisition holder, long instant) {
    return instant
        < holder.provenFrom(instant).orElse(Long.MIN_VALUE / 2)
            + Calls.ttl(holder)
            - sightings.error();
  }

  private static void answers(
      Sightings sightings, Acquisition holder, Act act, Judgement.Sheet sheet) {
    // What is still under way when it is released may well find nothing, whichever was sent first.
    long released =
        holder.calls("release").stream()
            .mapToLong(call -> call.sent().at())
            .min()
            .orElse(Long.MAX_VALUE);
    for (StoreCall call : holder.calls()) {
      boolean asks =
          (call.call().equals("renew") && call.endedAt() < released)
              || (call.call().equals("release") && call.sent().at() == released);
      boolean definite = !Calls.failed(call) && call.answered().isPresent();
      if (asks
          && definite
          && call.sent().at() > act.at()
          && lasts(sightings, holder, call.endedAt())) {
        sheet.expect(
            !call.outcome().equals("NOT_OWNER"),
            call.endedAt(),
            holder,
            "whoever holds a name to stay its holder, whatever arrives of others",
            act.what() + ", and the holder's next " + call.call() + " was NOT_OWNER");
      }
    }
  }

  private static void looks(
      History history,
      Sightings sightings,
      Acquisition holder,
      Act act,
      long end,
      Judgement.Sheet sheet) {
    for (Sighting sighting : sightings.after(holder.name(), act.at())) {
      if (sighting.at() < end
          && sighting.look().isPresent()
          && lasts(sightings, holder, sighting.at())) {
        sheet.expect(
            sighting.owner().equals(holder.owner()),
            sighting.at(),
            holder,
            "whoever holds a name to stay its holder, whatever arrives of others",
            act.what()
                + ", and then the store named "
                + (sighting.owner().isEmpty() ? "nobody" : sighting.owner()));
        time(history, holder, act, sighting.look().get(), sheet);
      }
    }
  }

  private static void time(
      History history, Acquisition holder, Act act, Event look, Judgement.Sheet sheet) {
    long left = look.number("remaining");
    if (left < 0
        || !look.owner().equals(holder.owner())
        || history.scenario().is("t.ttlScope", "SESSION")) {
      return;
    }
    long ttl = Calls.ttl(holder);
    long blur = history.nanos("error") + history.nanos("step");
    long least = holder.provenFrom(look.number("asked")).orElse(look.at()) + ttl - look.at() - blur;
    sheet.expect(
        left >= least,
        look.at(),
        holder,
        "nothing that belongs to another to shorten a lease",
        act.what() + ", and then " + Text.ms(left) + " were left of at least " + Text.ms(least));
    if (!history.remainingIsTheStores()) {
      return;
    }
    long most = latest(holder, look.at()) + ttl - look.number("asked") + blur;
    sheet.expect(
        left <= most + history.nanos("lag"),
        look.at(),
        holder,
        "nothing that belongs to another to lengthen a lease",
        act.what() + ", and then " + Text.ms(left) + " were left of at most " + Text.ms(most));
  }

  /** The latest instant at which the holder's own calls may have begun a ttl. */
  private static long latest(Acquisition holder, long before) {
    List<Long> ends = new ArrayList<>();
    holder.calls().stream()
        .filter(call -> call.call().equals("acquire") || call.call().equals("renew"))
        .filter(call -> call.sent().at() <= before)
        .forEach(call -> ends.add(Math.min(before, call.endedAt())));
    Arrival.of(holder).forEach(own -> ends.add(Math.min(before, own.at())));
    return ends.stream().mapToLong(Long::longValue).max().orElse(before);
  }
}
