package io.leasehold.tck.judge.race;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * After everybody has closed, the names are free: at once where the store has answered every
 * release and every attempt, else when the last ttl that may have begun has ended, and the lag.
 * Judged by looks that began after the last close.
 */
public final class NothingLeft {

  private static final Set<String> SETTLED = Set.of("RELEASED", "NOT_OWNER", "ABANDONED");

  private NothingLeft() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Map<String, List<Acquisition>> byName = history.byName();
    Map<String, List<Event>> looks =
        history.all(What.STORE).stream().collect(Collectors.groupingBy(Event::name));
    looks.forEach(
        (name, all) -> judge(history, name, byName.getOrDefault(name, List.of()), all, sheet));
    return sheet.judgement();
  }

  private static void judge(
      History history,
      String name,
      List<Acquisition> all,
      List<Event> looks,
      Judgement.Sheet sheet) {
    Set<String> who = all.stream().map(Acquisition::by).collect(Collectors.toSet());
    OptionalLong closed = closed(history, who);
    if (closed.isEmpty()) {
      return;
    }
    long free = free(history, all, closed.getAsLong());
    List<Event> after =
        looks.stream().filter(look -> look.number("asked") >= closed.getAsLong()).toList();
    after.stream()
        .filter(look -> look.owner().isEmpty() || look.number("asked") >= free)
        .findFirst()
        .ifPresent(
            look ->
                sheet.expect(
                    look.owner().isEmpty(),
                    look.at(),
                    name,
                    "eye",
                    "a name to be free once everybody has let it go and closed",
                    "the store names owner "
                        + look.owner()
                        + " "
                        + Text.ms(look.at() - closed.getAsLong())
                        + " after the last close"));
  }

  private static OptionalLong closed(History history, Set<String> who) {
    Map<String, Long> ends =
        history.all(What.CLOSE).stream()
            .filter(event -> event.is("phase", "end"))
            .collect(Collectors.toMap(Event::by, Event::at, Math::min));
    return !who.isEmpty() && ends.keySet().containsAll(who)
        ? who.stream().mapToLong(ends::get).max()
        : OptionalLong.empty();
  }

  /** From when on the name has to be free. */
  private static long free(History history, List<Acquisition> all, long closed) {
    long ttl = all.stream().mapToLong(NothingLeft::longest).max().orElse(0);
    if (all.stream().allMatch(NothingLeft::isSettled)) {
      return closed;
    }
    return isUnbounded(history)
        ? Long.MAX_VALUE
        : closed + ttl + history.nanos("lag") + history.error();
  }

  /**
   * What a fate of the kit lets arrive late may begin a ttl as late as that, and where nobody
   * watches, no ttl runs.
   */
  private static boolean isUnbounded(History history) {
    return history.scenario().is("observer", "true")
        || history.all(What.FAULT).stream().anyMatch(fault -> fault.is("fault", "ARRIVED"));
  }

  private static long longest(Acquisition one) {
    return one.calls("acquire").stream()
        .mapToLong(call -> call.sent().number("ttl"))
        .max()
        .orElse(0);
  }

  private static boolean isSettled(Acquisition one) {
    List<StoreCall> calls = one.calls();
    boolean nothing =
        one.calls("acquire").stream()
            .allMatch(call -> call.outcome().equals("BUSY") || call.outcome().equals("REFUSED"));
    return nothing
        || calls.stream()
            .filter(call -> !call.call().equals("renew"))
            .anyMatch(call -> SETTLED.contains(call.outcome()));
  }
}
