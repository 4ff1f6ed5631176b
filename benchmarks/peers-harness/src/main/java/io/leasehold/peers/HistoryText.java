package io.leasehold.peers;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.EventText;
import io.leasehold.tck.history.History;

/** Events as lines, with the lease's name. */
final class HistoryText {

  private HistoryText() {}

  static String line(History history, Event event) {
    String name = event.name();
    return EventText.line(history, event) + (name.isEmpty() ? "" : " \"" + name + "\"");
  }
}
