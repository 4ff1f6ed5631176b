package io.leasehold.tck.judge.race;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tokens of each name, by the answers of the store. Grants between which the store may have
 * lost its counter are not compared. A gap hides grants, it makes none: what is seen is judged.
 */
public final class Fencing {

  private final History history;
  private final List<Event> losses;

  private Fencing(History history) {
    this.history = history;
    Set<String> breaking = Set.of(history.scenario().fact("t.fenceBrokenBy").split(" "));
    this.losses =
        history.all(What.FAULT).stream()
            .filter(fault -> fault.is("fault", "WIPE") || breaking.contains(fault.fact("fault")))
            .toList();
  }

  /** A grant that was sent after another was acknowledged has a greater token. */
  public static Judgement rises(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Fencing fencing = new Fencing(history);
    history.byName().values().forEach(all -> fencing.rises(granted(all), sheet));
    return sheet.judgement();
  }

  private void rises(List<Acquisition> granted, Judgement.Sheet sheet) {
    long error = history.error();
    for (Acquisition later : granted) {
      long sent = grant(later).sent().at();
      granted.stream()
          .filter(one -> grant(one).endedAt() + error < sent)
          .filter(one -> !mayHaveForgotten(grant(one).sent().at(), grant(later).endedAt()))
          .max(Comparator.comparingLong(Acquisition::token))
          .ifPresent(
              earlier ->
                  sheet.expect(
                      later.token() > earlier.token(),
                      grant(later).endedAt(),
                      later,
                      "a token above that of every grant acknowledged before this one was asked for",
                      "token " + later.token() + " after " + earlier));
    }
  }

  /** No two acquisitions of a name have the same token. */
  public static Judgement isUnique(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Fencing fencing = new Fencing(history);
    history.byName().values().forEach(all -> fencing.isUnique(granted(all), sheet));
    return sheet.judgement();
  }

  private void isUnique(List<Acquisition> granted, Judgement.Sheet sheet) {
    Map<Long, List<Acquisition>> byToken = new HashMap<>();
    boolean first = true;
    for (Acquisition next : granted) {
      List<Acquisition> same = byToken.computeIfAbsent(next.token(), token -> new ArrayList<>());
      long ended = grant(next).endedAt();
      List<Acquisition> before =
          same.stream().filter(one -> !mayHaveForgotten(grant(one).sent().at(), ended)).toList();
      if (!first) {
        sheet.expect(
            before.isEmpty(),
            ended,
            next,
            "no token of a name to be given twice",
            "the same token as " + before);
      }
      first = false;
      same.add(next);
    }
  }

  private boolean mayHaveForgotten(long from, long to) {
    return losses.stream().anyMatch(loss -> loss.at() >= from && loss.at() <= to);
  }

  private static StoreCall grant(Acquisition one) {
    return one.grant().orElseThrow();
  }

  private static List<Acquisition> granted(List<Acquisition> all) {
    return all.stream()
        .filter(one -> one.grant().isPresent())
        .sorted(Comparator.comparingLong(one -> grant(one).sent().at()))
        .toList();
  }
}
