package io.leasehold.peers.judge;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What an application asked, and what came of it. A contender of these scenes asks for one name at
 * a time.
 *
 * @param asked the question
 * @param answer {@link What#GOT} or {@link What#FAILED}
 */
record Ask(Event asked, Event answer) {

  static List<Ask> in(History history) {
    Map<String, Event> open = new HashMap<>();
    List<Ask> all = new ArrayList<>();
    for (Event event : history.events()) {
      String key = event.by() + " " + event.name();
      if (event.what() == What.ASKED) {
        open.put(key, event);
      } else if (event.what() == What.GOT || event.what() == What.FAILED) {
        Event asked = open.remove(key);
        if (asked != null) {
          all.add(new Ask(asked, event));
        }
      }
    }
    return all;
  }

  String name() {
    return asked.name();
  }

  String by() {
    return asked.by();
  }

  boolean isGot() {
    return answer.what() == What.GOT;
  }

  /** Somebody else had it. */
  boolean isBusy() {
    return answer.is("code", "HELD_BY_ANOTHER");
  }

  /** The wait has ended. */
  boolean isInVain() {
    return answer.is("code", "CONTENDED") || answer.is("code", "TIMED_OUT");
  }
}
