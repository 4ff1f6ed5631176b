package io.leasehold.tck.report.html;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** An event as a sentence for people. Who it is about stands beside it. */
final class Words {

  private final Map<String, String> holders = new HashMap<>();
  private final Map<String, Long> sentAt = new HashMap<>();

  /** The words for the events of one history. */
  Words(History history) {
    history.acquisitions().forEach(one -> holders.put(one.owner(), one.by()));
    history.all(What.SENT).forEach(event -> sentAt.put(call(event), event.at()));
  }

  /** Who an owner token belongs to; its first digits if that is not known. */
  String holder(String owner) {
    return holders.getOrDefault(
        owner, "a stranger, owner " + owner.substring(0, Math.min(8, owner.length())));
  }

  /** The label of whoever made an acquisition; empty if the history does not know it. */
  String label(String owner) {
    return holders.getOrDefault(owner, "");
  }

  /** The key by which a call and its answer find each other. */
  static String call(Event event) {
    return event.by() + "/" + event.fact("number");
  }

  /** The sentence. */
  String of(Event event) {
    return switch (event.what()) {
      case SCENARIO -> scenario(event);
      case NOTE -> event.fact("text");
      case FAULT -> fault(event);
      case SENT -> event.fact("call") + " leaves for the store" + token(event);
      case ANSWERED -> answered(event);
      case ASKED ->
          Numbers.of(event, "wait") == 0
              ? "asks for the lease once"
              : "asks for the lease, ready to wait " + time(event, "wait");
      case GOT -> "has the lease" + token(event) + ", ttl " + time(event, "ttl");
      case FAILED -> "gets no lease: " + low(event, "code") + ", after " + time(event, "took");
      case HELD -> "reads isHeld(): true";
      case NOT_HELD -> "reads isHeld(): false";
      case LET -> "lets it go: release() begins";
      case RELEASED -> "release() has returned: " + low(event, "result");
      case LOST -> "is told that the lease is lost: " + low(event, "reason");
      case ENDED -> "the lease has ended: " + low(event, "state") + reason(event);
      case ENGINE -> engine(event);
      case STORE -> store(event);
      case WRITE ->
          "writes to "
              + event.fact("resource")
              + token(event)
              + (event.is("accepted", "true") ? ": accepted" : ": turned away");
      case PROCESS -> "its process is " + low(event, "phase") + process(event);
      case CLOSE ->
          event.is("phase", "begin") ? "begins to close its client" : "has closed its client";
      case STALL -> "the machine stood still, or was busy, for " + time(event, "took");
      case CLOCK ->
          "clocks compared: offset " + time(event, "offset") + ", error " + time(event, "error");
      case GAP -> "events were lost before this" + rest(event, "");
      case RENEWED -> "renew() has returned: " + low(event, "result");
      // Also for kinds that are not known here yet.
      default -> event.what().name().toLowerCase(Locale.ROOT).replace('_', ' ') + rest(event, "");
    };
  }

  private static String scenario(Event event) {
    return "the scenario begins: ttl "
        + time(event, "ttl")
        + ", renewed every "
        + time(event, "interval")
        + ", margin "
        + time(event, "margin")
        + ", a call may take "
        + time(event, "callTimeout");
  }

  private static String fault(Event event) {
    String target = event.fact("target");
    String call = event.fact("call").toLowerCase(Locale.ROOT);
    if (event.is("phase", "begin") || event.is("phase", "end")) {
      return fate(event)
          + (event.is("phase", "begin") ? " begins" : " ends")
          + (target.isEmpty() ? "" : ", for " + target);
    } else if (event.is("fault", "ARRIVED")) {
      return "a " + call + " that was held back arrives at the store: " + event.fact("answer");
    }
    return "this " + call + (event.is("fault", "REFUSE") ? " is refused" : ": " + fate(event));
  }

  /** A fate, or the name of a fault. */
  static String fate(Event event) {
    return switch (event.fact("fault")) {
      case "LOSE_REQUEST" -> "request lost";
      case "LOSE_ANSWER" -> "answer lost";
      case "HOLD_BACK" -> "request held back";
      case "LATE_ANSWER" -> "answer late";
      case "DUPLICATE" -> "request doubled, the copy comes later";
      case "REFUSE" -> "refused";
      case "ARRIVED" -> "arrives late";
      default -> low(event, "fault");
    };
  }

  private String answered(Event event) {
    Long sent = sentAt.get(call(event));
    return event.fact("call")
        + " answered: "
        + low(event, "outcome")
        + (event.fact("reason").isEmpty() ? "" : ", " + event.fact("reason"))
        + (event.is("outcome", "BUSY") ? ", held by " + holder(event.fact("holder")) : "")
        + token(event)
        + (Numbers.of(event, "age") == 0 ? "" : ", age " + time(event, "age"))
        + (sent == null ? "" : ", after " + Html.time(event.at() - sent));
  }

  private static String engine(Event event) {
    String outcome = low(event, "outcome");
    long took = Numbers.of(event, "took");
    return "engine: "
        + low(event, "kind")
        + (outcome.isEmpty() ? "" : ", " + outcome)
        + (took == 0 ? "" : ", " + Html.time(took))
        + (event.fact("detail").isEmpty() ? "" : ", " + event.fact("detail"));
  }

  private String store(Event event) {
    if (event.owner().isEmpty()) {
      return "the store says: nobody holds it";
    }
    long left = Numbers.of(event, "remaining");
    return "the store says: held by "
        + holder(event.owner())
        + token(event)
        + (left < 0 ? "" : ", " + Html.time(left) + " left")
        + (event.is("revoked", "true") ? ", revoked" : "");
  }

  private static String token(Event event) {
    long token = Numbers.of(event, "token");
    return token == 0 ? "" : ", token " + token;
  }

  private static String reason(Event event) {
    return event.fact("reason").isEmpty() ? "" : ", " + low(event, "reason");
  }

  private static String process(Event event) {
    long sent = Numbers.of(event, "sent");
    return (event.fact("pid").isEmpty() ? "" : ", number " + event.fact("pid"))
        + (sent == 0 ? "" : ", " + Html.time(event.at() - sent) + " after the signal");
  }

  private static String rest(Event event, String but) {
    StringBuilder text = new StringBuilder();
    event
        .facts()
        .forEach(
            (key, value) -> {
              if (!key.equals(but) && !value.isEmpty()) {
                text.append(", ").append(key).append(' ').append(value);
              }
            });
    return text.toString();
  }

  private static String time(Event event, String fact) {
    return Html.time(Numbers.of(event, fact));
  }

  /** A constant as words. */
  private static String low(Event event, String fact) {
    return event.fact(fact).toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** How an acquisition is called in short. */
  static String of(Acquisition one) {
    return one.by() + (one.token() == 0 ? "" : ", token " + one.token());
  }
}
