package io.leasehold.tck.judge.loss;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Gaps;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Who has lost a name, or could not let it go, or was interrupted while it asked for it, asks for
 * it again like anybody. It is not told that another has the name unless the store was asked; and
 * who waits for longer than anything of its own can be left at the store, undisturbed and alone,
 * gets it. Decisive are those who got it, and those who did not without a reason.
 */
public final class ServedAgain {

  private static final Set<String> NOT_TAKEN = Set.of("BUSY", "REFUSED");

  private final History history;
  private final Judgement.Sheet sheet = new Judgement.Sheet();
  private final BadEnds bad;
  private final Gaps gaps;

  private ServedAgain(History history) {
    this.history = history;
    this.bad = BadEnds.in(history);
    this.gaps = Gaps.of(history);
  }

  /** Judges; see above. */
  public static Judgement judge(History history) {
    ServedAgain served = new ServedAgain(history);
    history.all(What.ASKED).stream()
        .filter(asked -> !asked.fact("ask").isEmpty())
        .filter(asked -> served.bad.before(asked.by(), asked.name(), asked.at()))
        .forEach(served::judge);
    return served.sheet.judgement();
  }

  private void judge(Event asked) {
    Optional<Event> answer = answerTo(asked);
    if (answer.isEmpty()) {
      return; // whether there is one in time is another rule's
    }
    if (gaps.any()) {
      sheet.doubt("somebody may have had \"" + asked.name() + "\": a recorder has a gap");
      return;
    }
    judge(asked, answer.get());
  }

  private Optional<Event> answerTo(Event asked) {
    return Stream.of(What.GOT, What.FAILED)
        .flatMap(what -> history.all(what).stream())
        .filter(event -> isAnswer(event, asked))
        .findFirst();
  }

  private static boolean isAnswer(Event event, Event asked) {
    return isSame(event, asked) && event.is("ask", asked.fact("ask"));
  }

  private static boolean isSame(Event one, Event other) {
    return one.by().equals(other.by()) && one.name().equals(other.name());
  }

  private void judge(Event asked, Event answer) {
    if (answer.what() == What.GOT) {
      expect(true, asked, answer, "");
      return;
    }
    if (!BadEnds.OTHERS.contains(answer.fact("code")) || hasCompany(asked, answer)) {
      return;
    }
    if (attempts(asked, answer).isEmpty()) {
      expect(false, asked, answer, "and the store was not asked");
    } else if (isLongEnough(asked) && isAlone(asked, answer) && isQuiet(asked, answer)) {
      expect(false, asked, answer, "and nobody else had it in " + since(asked, answer));
    }
  }

  private void expect(boolean holds, Event asked, Event answer, String seen) {
    sheet.expect(
        holds,
        answer.at(),
        asked.name(),
        asked.by(),
        "a name that came to a bad end to be given again to the client that asks",
        asked.by() + " was told " + answer.fact("code") + ", " + seen);
  }

  private static String since(Event asked, Event answer) {
    return Text.ms(answer.at() - asked.at());
  }

  /** Whether others of the same client ask for it too, or have it: then it has to stand in line. */
  private boolean hasCompany(Event asked, Event answer) {
    boolean asks =
        history.all(What.ASKED).stream()
            .filter(other -> isSame(other, asked) && !other.equals(asked))
            .anyMatch(other -> other.at() <= answer.at() && endOf(other) >= asked.at());
    boolean has =
        history.all(What.GOT).stream()
            .filter(got -> isSame(got, asked) && got.at() <= answer.at())
            .anyMatch(got -> overAt(got) >= asked.at());
    return asks || has;
  }

  private long endOf(Event ask) {
    if (ask.fact("ask").isEmpty()) {
      return Long.MAX_VALUE;
    }
    return answerTo(ask).map(Event::at).orElse(Long.MAX_VALUE);
  }

  /** It is told on another thread that it has ended, which may be after its release returned. */
  private long overAt(Event got) {
    return history
        .acquisition(got.owner())
        .map(
            one ->
                Stream.of(What.RELEASED, What.LOST, What.ENDED)
                    .mapToLong(what -> one.when(what).orElse(Long.MAX_VALUE))
                    .min()
                    .orElse(Long.MAX_VALUE))
        .orElse(Long.MAX_VALUE);
  }

  private List<StoreCall> attempts(Event asked, Event answer) {
    return history.byName().getOrDefault(asked.name(), List.of()).stream()
        .filter(one -> one.by().equals(asked.by()))
        .flatMap(one -> one.calls("acquire").stream())
        .filter(call -> call.sent().at() >= asked.at() && call.sent().at() <= answer.at())
        .toList();
  }

  /** Whatever its client has left at the store has run out, and it has asked again since. */
  private boolean isLongEnough(Event asked) {
    return asked.number("wait")
        > history.nanos("ttl")
            + history.nanos("lag")
            + history.nanos("error")
            + 2 * history.nanos("poll")
            + 2 * history.nanos("callTimeout");
  }

  private boolean isAlone(Event asked, Event answer) {
    return history.byName().getOrDefault(asked.name(), List.of()).stream()
        .filter(one -> !one.by().equals(asked.by()))
        .noneMatch(one -> mayHaveIt(one, asked.at(), answer.at()));
  }

  private static boolean mayHaveIt(Acquisition other, long from, long to) {
    boolean free =
        other.calls().stream()
            .filter(call -> Set.of("RELEASED", "ABANDONED").contains(call.outcome()))
            .anyMatch(call -> call.endedAt() < from);
    return !free
        && other.calls("acquire").stream()
            .anyMatch(call -> call.sent().at() <= to && !NOT_TAKEN.contains(call.outcome()));
  }

  /** Nothing was in the way: no fault, and the machine ran. */
  private boolean isQuiet(Event asked, Event answer) {
    return !Faults.met(history, asked.by(), asked.name(), asked.at(), answer.at())
        && history.stalled(asked.at(), answer.at()) < history.nanos("ttl") / 4
        && history.all(What.PROCESS).stream().noneMatch(event -> event.by().equals(asked.by()));
  }
}
