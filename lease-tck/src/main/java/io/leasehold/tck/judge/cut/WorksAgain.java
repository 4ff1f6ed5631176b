package io.leasehold.tck.judge.cut;

import io.leasehold.tck.history.Cut;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;
import java.util.Optional;

/**
 * After a cut the same client works again: the first time that it waits for a name which nobody
 * ever had, it gets it within one ttl.
 */
public final class WorksAgain {

  private WorksAgain() {}

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    List<Cut> cuts = Cut.of(history);
    for (Cut cut : cuts) {
      if (cut.severs() && cut.end() < Long.MAX_VALUE) {
        firstFree(history, cut)
            .filter(asked -> asked.number("wait") >= history.nanos("ttl"))
            .filter(asked -> undisturbed(cuts, cut, asked, history.nanos("ttl")))
            .ifPresent(asked -> judge(history, cut, asked, sheet));
      }
    }
    return sheet.judgement();
  }

  private static Optional<Event> firstFree(History history, Cut cut) {
    return history.all(What.ASKED).stream()
        .filter(asked -> asked.by().equals(cut.target()) && asked.at() >= cut.end())
        .filter(asked -> asked.number("wait") > 0)
        .filter(
            asked ->
                history.byName().getOrDefault(asked.name(), List.of()).stream()
                    .allMatch(
                        one ->
                            one.by().equals(cut.target())
                                && one.events().get(0).at() >= asked.at()))
        .findFirst();
  }

  private static boolean undisturbed(List<Cut> cuts, Cut cut, Event asked, long ttl) {
    return cuts.stream()
        .filter(other -> !other.equals(cut) && other.target().equals(cut.target()))
        .noneMatch(other -> other.overlaps(cut.end(), asked.at() + ttl));
  }

  private static void judge(History history, Cut cut, Event asked, Judgement.Sheet sheet) {
    Optional<Event> answer =
        history.events().stream()
            .filter(event -> event.at() > asked.at() && event.by().equals(asked.by()))
            .filter(event -> event.name().equals(asked.name()))
            .filter(event -> event.what() == What.GOT || event.what() == What.FAILED)
            .findFirst();
    long at = answer.map(Event::at).orElse(Cuts.end(history));
    long stalled = history.stalled(asked.at(), at);
    boolean got = answer.isPresent() && answer.get().what() == What.GOT;
    if (!got && stalled > history.nanos("ttl") / 4) {
      sheet.doubt("the machine stood still when the wire was mended");
      return;
    }
    sheet.expect(
        got && at - asked.at() <= history.nanos("ttl") + stalled,
        at,
        asked.name(),
        asked.by(),
        "a client that was cut off by " + cut.fault() + " to get a free name within one ttl",
        got
            ? "it took " + Text.ms(at - asked.at())
            : "it got none: " + answer.map(event -> event.fact("code")).orElse("no answer"));
  }
}
