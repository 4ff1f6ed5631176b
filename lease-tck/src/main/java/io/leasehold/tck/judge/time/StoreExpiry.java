package io.leasehold.tck.judge.time;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.Executions;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The end of a holder's record at the store, from one look to the next: it never comes nearer, and
 * moves away only by an execution of the holder's own, to that execution plus the ttl and no
 * farther.
 */
public final class StoreExpiry {

  private final History history;
  private final Judgement.Sheet sheet = new Judgement.Sheet();
  private final long error;
  private final Map<String, Executions> executions = new HashMap<>();

  private StoreExpiry(History history) {
    this.history = history;
    this.error = history.nanos("error");
  }

  /** Judges looks between which others asked something of the same name. */
  public static Judgement others(History history) {
    return new StoreExpiry(history).judge(false);
  }

  /** Judges looks between which a renewal arrived late, or a second time. */
  public static Judgement lateRenewals(History history) {
    return new StoreExpiry(history).judge(true);
  }

  private Judgement judge(boolean late) {
    Sample.byName(history)
        .forEach(
            (name, samples) -> {
              if (!Names.isRevoked(history, name)) {
                List<Event> arrivals = arrivals(name);
                List<StoreCall> calls = calls(name);
                for (int i = 1; i < samples.size(); i++) {
                  judge(samples.get(i - 1), samples.get(i), arrivals, calls, late);
                }
              }
            });
    return sheet.judgement();
  }

  private List<Event> arrivals(String name) {
    return history.all(What.FAULT).stream()
        .filter(event -> event.is("fault", "ARRIVED") && event.name().equals(name))
        .filter(event -> event.is("call", "RENEW"))
        .toList();
  }

  private List<StoreCall> calls(String name) {
    return history.byName().getOrDefault(name, List.of()).stream()
        .flatMap(one -> one.calls().stream())
        .toList();
  }

  private void judge(
      Sample before, Sample after, List<Event> arrivals, List<StoreCall> calls, boolean late) {
    if (before.owner().isEmpty() || !before.owner().equals(after.owner())) {
      return;
    }
    if (!before.tells() || !after.tells()) {
      sheet.pointless(Sample.SILENT);
      return;
    }
    Acquisition holder = history.acquisition(after.owner()).orElse(null);
    List<Event> between =
        arrivals.stream().filter(a -> a.at() >= before.asked() && began(a) <= after.at()).toList();
    boolean decisive =
        late
            ? !between.isEmpty()
            : between.isEmpty() && calls.stream().anyMatch(c -> byAnother(c, before, after));
    if (holder == null || !decisive) {
      return;
    }
    String whose =
        late ? "a late renewal that arrived meanwhile" : "what others asked of the same name";
    sheet.expect(
        after.endsTo() >= before.endsFrom() - error,
        after.at(),
        holder,
        "the end of its record not to come nearer by " + whose,
        "it came nearer by " + Text.ms(before.endsFrom() - after.endsTo()));
    long most = Math.max(before.endsTo(), explained(holder, before, after));
    sheet.expect(
        after.endsFrom() <= most + error,
        after.at(),
        holder,
        "the end of its record to move only by its own renewals, a ttl from each",
        "it lies "
            + Text.ms(after.endsFrom() - most)
            + " farther than they explain, after "
            + whose);
  }

  private static long began(Event arrival) {
    long began = arrival.number("began");
    return began == 0 ? arrival.at() : began;
  }

  private static boolean byAnother(StoreCall call, Sample before, Sample after) {
    return !call.sent().owner().equals(after.owner())
        && call.sent().at() <= after.at()
        && call.endedAt() >= before.asked();
  }

  /** The latest end that executions of the holder's own between the two looks can give. */
  private long explained(Acquisition holder, Sample before, Sample after) {
    Executions own =
        executions.computeIfAbsent(holder.owner(), o -> Executions.of(history, holder));
    return own.runs().stream()
        .filter(run -> run.from() <= after.at() && run.to() >= before.asked())
        .mapToLong(run -> Math.min(run.to(), after.at()) + own.ttl())
        .max()
        .orElse(Long.MIN_VALUE);
  }
}
