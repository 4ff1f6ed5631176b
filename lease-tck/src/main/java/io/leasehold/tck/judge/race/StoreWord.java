package io.leasehold.tck.judge.race;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Alive;
import io.leasehold.tck.judge.Gaps;
import io.leasehold.tck.judge.Judgement;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whenever somebody else looks, the store names the one whom it told that it is the owner: from the
 * acknowledgement until the first thing that may have ended the grant. And it never names one whose
 * release or abandon it has confirmed. A look is an interval: only what holds for all of it counts.
 */
public final class StoreWord {

  private final Judgement.Sheet sheet = new Judgement.Sheet();
  private final Alive alive;
  private final Gaps gaps;
  private final long error;

  private StoreWord(History history) {
    this.alive = Alive.in(history);
    this.gaps = Gaps.of(history);
    this.error = history.error();
  }

  /** Judges; see above. */
  public static Judgement judge(History history) {
    StoreWord word = new StoreWord(history);
    Map<String, List<Acquisition>> byName = history.byName();
    for (Event look : history.all(What.STORE)) {
      List<Acquisition> all = byName.getOrDefault(look.name(), List.of());
      word.owner(look, all);
      all.stream()
          .filter(one -> one.owner().equals(look.owner()))
          .findFirst()
          .ifPresent(one -> word.isNotOver(look, one, history));
    }
    return word.sheet.judgement();
  }

  private void owner(Event look, List<Acquisition> all) {
    for (Acquisition one : all) {
      boolean acknowledged =
          one.grant().isPresent() && one.grant().get().endedAt() + error <= look.number("asked");
      if (!acknowledged || alive.until(one) <= look.at()) {
        continue;
      }
      boolean holds = look.owner().equals(one.owner()) && look.number("token") == one.token();
      if (!holds && gaps.any()) {
        sheet.doubt("somebody else may have freed \"" + one.name() + "\": a recorder has a gap");
        continue;
      }
      sheet.expect(
          holds,
          look.at(),
          one,
          "the store to name the owner whom it has acknowledged, and its token",
          "the store named " + shown(look));
    }
  }

  private void isNotOver(Event look, Acquisition one, History history) {
    Optional<StoreCall> over =
        one.calls().stream()
            .filter(call -> call.outcome().equals("RELEASED") || call.outcome().equals("ABANDONED"))
            .findFirst();
    boolean copied =
        history.all(What.FAULT).stream().anyMatch(fault -> fault.owner().equals(one.owner()));
    if (over.isPresent() && !copied) { // a copy that arrives late is another rule's matter
      sheet.expect(
          over.get().endedAt() + error > look.number("asked"),
          look.at(),
          one,
          "the store to name nobody whose release it has confirmed",
          "the store named it again after that");
    }
  }

  private static String shown(Event look) {
    return look.owner().isEmpty()
        ? "nobody"
        : "owner "
            + look.owner().substring(0, Math.min(8, look.owner().length()))
            + ", token "
            + look.fact("token");
  }
}
