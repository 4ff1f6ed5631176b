package io.leasehold.tck.judge.cut;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Cut;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.Executions;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import io.leasehold.tck.judge.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Every definite answer that a contender hears on a wire that is cut, slow or mended is true at the
 * store, by the word of an eye that nobody disturbs: what is told as given is there, what is told
 * as gone or refused is not, and nobody is told of a holder where there never was one.
 */
public final class TrueAnswers {

  private final History history;
  private final List<Cut> cuts;
  private final Map<String, List<Event>> looks;
  private final Judgement.Sheet sheet = new Judgement.Sheet();
  private final long error;

  private TrueAnswers(History history) {
    this.history = history;
    this.cuts = Cut.of(history);
    this.error = history.nanos("error");
    this.looks = history.all(What.STORE).stream().collect(Collectors.groupingBy(Event::name));
  }

  /** Judges; see above. */
  public static Judgement judge(History history) {
    return new TrueAnswers(history).judge();
  }

  private Judgement judge() {
    history
        .byName()
        .forEach(
            (name, all) -> {
              if (!Cuts.isRevoked(history, name)) {
                all.forEach(one -> judge(one, all));
              }
            });
    return sheet.judgement();
  }

  private void judge(Acquisition one, List<Acquisition> all) {
    List<Event> own = looks.getOrDefault(one.name(), List.of());
    for (StoreCall call : one.calls()) {
      if (call.answered().isPresent() && isOnTheWire(one, call)) {
        switch (call.outcome()) {
          case "GRANTED", "RENEWED" -> {
            given(one, call, own);
            taken(one, call, all);
          }
          case "NOT_OWNER" -> {
            stillOwed(one, call);
            gone(one, call, own);
          }
          case "RELEASED", "ABANDONED" -> gone(one, call, own);
          case "BUSY" -> busy(one, call, all);
          case "REFUSED" -> refused(one, call, own);
          default -> {} // says nothing
        }
      }
    }
  }

  /** Up to some time after the end: what was late may be taken for the next answer. */
  private boolean isOnTheWire(Acquisition one, StoreCall call) {
    long after = 3 * history.nanos("ttl");
    return cuts.stream()
        .filter(cut -> cut.target().equals(one.by()))
        .anyMatch(
            cut ->
                cut.begin() <= call.endedAt()
                    && (cut.end() >= call.sent().at() || call.sent().at() - cut.end() < after));
  }

  private void given(Acquisition one, StoreCall call, List<Event> own) {
    long until = Math.min(call.provenFrom() + one.ttl() - error, Cuts.givenUp(one));
    for (Event look : own) {
      if (look.number("asked") >= call.endedAt() && look.at() < until) {
        expect(look.owner().equals(one.owner()), look, one, call, "as the holder");
        return;
      }
    }
  }

  /** Another's proven ttl ran before the call was sent and still when it was answered. */
  private void taken(Acquisition one, StoreCall call, List<Acquisition> all) {
    for (Acquisition other : all) {
      OptionalLong proven = other.provenFrom(call.sent().at());
      if (other != one
          && !Cuts.isTarget(cuts, other.by())
          && proven.isPresent()
          && Cuts.givenUp(other) > call.endedAt()) {
        sheet.expect(
            proven.getAsLong() + other.ttl() - error <= call.endedAt(),
            call.endedAt(),
            one,
            "nobody to be given a name while the proven ttl of another runs",
            call.call() + " was answered " + call.outcome() + ", and " + other + " has it");
      }
    }
  }

  private void gone(Acquisition one, StoreCall call, List<Event> own) {
    for (Event look : own) {
      if (look.number("asked") >= call.endedAt()) {
        expect(!look.owner().equals(one.owner()), look, one, call, "not as the holder");
        return;
      }
    }
  }

  private void expect(boolean holds, Event look, Acquisition one, StoreCall call, String expected) {
    sheet.expect(
        holds,
        look.at(),
        one,
        "after "
            + call.call()
            + " was answered "
            + call.outcome()
            + " the store to know it "
            + expected,
        look.owner().isEmpty()
            ? "the store knows no holder"
            : look.owner().equals(one.owner())
                ? "the store says that it is the holder"
                : "the store knows another holder");
  }

  private void stillOwed(Acquisition one, StoreCall call) {
    OptionalLong proven = one.provenFrom(call.sent().at());
    if (proven.isPresent() && Cuts.givenUp(one) > call.endedAt()) {
      long left = proven.getAsLong() + one.ttl() - error - call.endedAt();
      sheet.expect(
          left <= 0,
          call.endedAt(),
          one,
          "nobody to be told NOT_OWNER whose proven ttl still runs",
          call.call()
              + " was answered NOT_OWNER("
              + call.reason()
              + ") "
              + Text.ms(left)
              + " before its end");
    }
  }

  private void busy(Acquisition one, StoreCall call, List<Acquisition> all) {
    List<Acquisition> others = new ArrayList<>(all);
    others.remove(one);
    boolean anyBefore =
        others.stream()
            .anyMatch(
                other ->
                    other.calls("acquire").stream()
                        .anyMatch(acquire -> acquire.sent().at() <= call.endedAt()));
    sheet.expect(
        anyBefore,
        call.endedAt(),
        one,
        "nobody to be told BUSY of a name that nobody else has ever asked for",
        "it was answered BUSY");
  }

  private void refused(Acquisition one, StoreCall call, List<Event> own) {
    for (Event look : own) {
      if (look.number("asked") >= call.endedAt() && look.owner().equals(one.owner())) {
        if (call.call().equals("acquire")) {
          expect(false, look, one, call, "not as the holder");
        } else if (call.call().equals("renew") && !look.fact("remaining").isEmpty()) {
          notRenewed(one, call, look);
        }
        return;
      }
    }
  }

  /**
   * The end that the store tells shows when the last renewal ran: not while this call was under
   * way, unless another explains it. One whose outcome nobody knows may have run as much later than
   * its caller gave it up as the machine stood still.
   */
  private void notRenewed(Acquisition one, StoreCall call, Event look) {
    long remaining = look.number("remaining");
    if (remaining < 0 || !history.remainingIsTheStores()) {
      return; // the store does not tell
    }
    Executions executions = Executions.of(history, one);
    long ranFrom = look.number("asked") + remaining - executions.ttl();
    boolean explained =
        executions.runs().stream()
            .filter(run -> run.from() <= look.at())
            .mapToLong(run -> Math.min(run.to() + history.stalled(run.to(), look.at()), look.at()))
            .anyMatch(latest -> ranFrom <= latest + error);
    sheet.expect(
        explained || ranFrom < call.sent().at() - error,
        look.at(),
        one,
        "a renewal that was answered REFUSED not to have run",
        "one ran " + Text.ms(ranFrom - call.sent().at()) + " after it was sent, and no other can");
  }
}
