package io.leasehold.tck.judge.race;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Gaps;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Nobody who waits leaves with empty hands while the name is free: not if it was free, by the
 * store's own word, for longer than two polls and two calls take. And everybody gets an answer,
 * within the wait and two calls. Decisive is every wait for a name that was taken.
 */
public final class Progress {

  private final History history;
  private final Judgement.Sheet sheet = new Judgement.Sheet();
  private final long patience;

  private Progress(History history) {
    this.history = history;
    this.patience = 2 * history.nanos("poll") + 2 * history.nanos("callTimeout");
  }

  /** Judges; see above. */
  public static Judgement judge(History history) {
    Progress progress = new Progress(history);
    Gaps gaps = Gaps.of(history);
    if (gaps.any()) {
      progress.sheet.doubt("a recorder has a gap: who held a name when is not known");
      return progress.sheet.judgement();
    }
    for (Event asked : history.all(What.ASKED)) {
      if (asked.number("wait") > 0) {
        progress.judge(asked);
      }
    }
    return progress.sheet.judgement();
  }

  /** Who is cut off, or meets any other fate, waits for something else than the name. */
  private boolean isDisturbed(Event asked, long end) {
    return history.all(What.FAULT).stream()
        .filter(fault -> fault.name().isEmpty() || fault.name().equals(asked.name()))
        .anyMatch(fault -> fault.at() <= end);
  }

  private void judge(Event asked) {
    long bound = asked.number("wait") + 2 * history.nanos("callTimeout");
    Event answer = answer(asked);
    long end = answer == null ? lastEvent() : answer.at();
    if (isDisturbed(asked, end)) {
      return;
    }
    long late = end - asked.at() - bound;
    boolean inTime = late <= history.nanos("interval") + history.stalled(asked.at(), end);
    if (answer == null && inTime) {
      return; // the play was over first
    }
    long free = answer != null && answer.what() == What.GOT ? 0 : longestFree(asked, end);
    if (answer == null || !wasTaken(asked, end)) {
      if (!inTime) {
        sheet.expect(
            false, end, asked.name(), asked.by(), "an answer within the wait", tooLate(late));
      }
      return;
    }
    sheet.expect(inTime, end, asked.name(), asked.by(), "an answer within the wait", tooLate(late));
    sheet.expect(
        free <= patience + history.stalled(asked.at(), end),
        end,
        asked.name(),
        asked.by(),
        "a waiter to get a name that stays free for two polls and two calls",
        "it got nothing although the name was free for " + Text.ms(free));
  }

  private static String tooLate(long late) {
    return "no answer " + Text.ms(late) + " after the wait and two calls";
  }

  private long lastEvent() {
    return history.events().get(history.events().size() - 1).at();
  }

  /**
   * The answer with the question's number; else the first to this contender about this name that no
   * earlier question took.
   */
  private @Nullable Event answer(Event asked) {
    if (!asked.fact("ask").isEmpty()) {
      return history.events().stream()
          .filter(event -> event.what() == What.GOT || event.what() == What.FAILED)
          .filter(event -> isSame(event, asked) && event.is("ask", asked.fact("ask")))
          .findFirst()
          .orElse(null);
    }
    long before =
        history.all(What.ASKED).stream()
            .filter(event -> isSame(event, asked) && event.at() < asked.at())
            .count();
    return history.events().stream()
        .filter(event -> event.what() == What.GOT || event.what() == What.FAILED)
        .filter(event -> isSame(event, asked))
        .skip(before)
        .findFirst()
        .orElse(null);
  }

  private static boolean isSame(Event one, Event other) {
    return one.by().equals(other.by()) && one.name().equals(other.name());
  }

  private boolean wasTaken(Event asked, long end) {
    return attempts(asked.name()).stream()
        .anyMatch(
            call ->
                call.outcome().equals("BUSY")
                    && call.sent().by().equals(asked.by())
                    && call.sent().at() >= asked.at()
                    && call.endedAt() <= end);
  }

  private List<StoreCall> attempts(String name) {
    return history.byName().getOrDefault(name, List.of()).stream()
        .flatMap(one -> one.calls("acquire").stream())
        .toList();
  }

  /** For how long at most nobody can have owned the name between two instants. */
  private long longestFree(Event asked, long end) {
    List<long[]> owned = new ArrayList<>();
    for (Acquisition one : history.byName().getOrDefault(asked.name(), List.of())) {
      one.calls("acquire").stream()
          .filter(call -> !call.outcome().equals("BUSY") && !call.outcome().equals("REFUSED"))
          .forEach(call -> owned.add(new long[] {call.sent().at(), overAt(one)}));
    }
    owned.sort(Comparator.comparingLong(span -> span[0]));
    long longest = 0;
    long from = asked.at();
    for (long[] span : owned) {
      longest = Math.max(longest, Math.min(span[0], end) - from);
      from = Math.max(from, span[1]);
    }
    return Math.max(longest, end - from);
  }

  private static long overAt(Acquisition one) {
    return one.calls().stream()
        .filter(call -> call.outcome().equals("RELEASED") || call.outcome().equals("ABANDONED"))
        .mapToLong(StoreCall::endedAt)
        .min()
        .orElse(Long.MAX_VALUE);
  }
}
