package io.leasehold.tck.judge.cut;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Cut;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A slow way that the bound of a call covers costs no lease. On one that it does not cover, nothing
 * can be acquired: that is told as what it is, and what was asked for is free for others within one
 * ttl.
 */
public final class SlowWays {

  private static final Set<String> HONEST = Set.of("UNAVAILABLE", "REFUSED", "TIMED_OUT");

  private SlowWays() {}

  /** Judges delays that vary and are covered. */
  public static Judgement varying(History history) {
    return covered(history, cut -> !cut.facts().getOrDefault("spread", "0").equals("0"));
  }

  /** Judges delays that stay as they are and are covered. */
  public static Judgement steady(History history) {
    return covered(history, cut -> cut.facts().getOrDefault("spread", "0").equals("0"));
  }

  private static Judgement covered(History history, Predicate<Cut> meant) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Cut cut : Cut.of(history)) {
      long bound = Cuts.callTimeout(history, cut.target());
      if (cut.roundTrip() == 0 || cut.roundTrip() >= bound || !meant.test(cut)) {
        continue;
      }
      for (Acquisition one : history.acquisitions()) {
        long got = one.when(What.GOT).orElse(Long.MAX_VALUE);
        long let = one.when(What.LET).orElse(Long.MAX_VALUE);
        if (one.by().equals(cut.target()) && cut.overlaps(got, let)) {
          keeps(history, cut, one, bound, sheet);
        }
      }
    }
    return sheet.judgement();
  }

  private static void keeps(
      History history, Cut cut, Acquisition one, long bound, Judgement.Sheet sheet) {
    Optional<Event> lost =
        one.first(What.LOST)
            .filter(loss -> loss.at() > cut.begin() && !loss.is("reason", "CLIENT_CLOSED"))
            .filter(loss -> loss.at() < one.when(What.LET).orElse(Long.MAX_VALUE));
    long at = lost.map(Event::at).orElse(Math.min(cut.end(), Cuts.end(history)));
    if (lost.isPresent() && history.stalled(at - one.ttl(), at) > bound - cut.roundTrip()) {
      sheet.doubt("the machine stood still for longer than a call has room for");
      return;
    }
    if (lost.isEmpty() && at - one.when(What.GOT).orElseThrow() <= one.ttl()) {
      return; // it had not to be renewed
    }
    sheet.expect(
        lost.isEmpty(),
        at,
        one,
        "round trips of up to "
            + Text.ms(cut.roundTrip())
            + " to cost no lease whose calls may take "
            + Text.ms(bound),
        lost.map(loss -> "it was lost: " + loss.fact("reason")).orElse(""));
  }

  /** Judges what was asked for on a way that is longer than the bound. */
  public static Judgement notCovered(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    for (Cut cut : Cut.of(history)) {
      if (cut.roundTrip() > Cuts.callTimeout(history, cut.target())) {
        history.all(What.ASKED).stream()
            .filter(asked -> asked.by().equals(cut.target()))
            .filter(asked -> asked.at() > cut.begin() && asked.at() < cut.end())
            .forEach(asked -> honest(history, cut, asked, sheet));
      }
    }
    return sheet.judgement();
  }

  private static void honest(History history, Cut cut, Event asked, Judgement.Sheet sheet) {
    Optional<Event> failed =
        after(history, asked, asked.at(), What.FAILED).filter(event -> event.at() < cut.end());
    if (failed.isEmpty()) {
      return;
    }
    sheet.expect(
        HONEST.contains(failed.get().fact("code")),
        failed.get().at(),
        asked.name(),
        asked.by(),
        "a store that is too far away to be told as unavailable, not as a holder",
        "the attempt failed with " + failed.get().fact("code"));
    history.all(What.ASKED).stream()
        .filter(other -> other.name().equals(asked.name()) && !other.by().equals(asked.by()))
        .filter(other -> other.at() >= failed.get().at())
        .findFirst()
        .ifPresent(other -> free(history, asked, failed.get(), other, sheet));
  }

  private static void free(
      History history, Event asked, Event failed, Event other, Judgement.Sheet sheet) {
    Optional<Event> got = after(history, other, other.at(), What.GOT);
    long at = got.map(Event::at).orElse(Cuts.end(history));
    long due =
        failed.at()
            + asked.number("ttl")
            + history.nanos("lag")
            + 2 * (history.nanos("poll") + Cuts.callTimeout(history, other.by()));
    if (got.isEmpty() && at < due) {
      return;
    }
    sheet.expect(
        got.isPresent() && at <= due + history.stalled(failed.at(), at),
        at,
        other.name(),
        other.by(),
        "no orphan that lasts longer than one ttl after the attempt had failed",
        "the name was free for " + other.by() + " after " + Text.ms(at - failed.at()));
  }

  private static Optional<Event> after(History history, Event asked, long at, What what) {
    return history.all(what).stream()
        .filter(event -> event.at() >= at && event.by().equals(asked.by()))
        .filter(event -> event.name().equals(asked.name()))
        .findFirst();
  }
}
