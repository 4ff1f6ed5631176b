package io.leasehold.tck.scenario.process;

import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.What;
import io.leasehold.tck.scenario.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Takes what a child wrote down into the stage's history: instants are turned into those of the
 * stage's clock, lost lines become gaps, and a stall that is nothing but our own SIGSTOP is left
 * out. Thread-safe.
 */
final class ChildHistory {

  private static final long WORTH_NOTING = 20_000_000;

  /** While it stood still, by the stage's clock. */
  private record Still(long from, long to) {
    long overlap(long begin, long end) {
      return Math.max(0, Math.min(to, end) - Math.max(from, begin));
    }
  }

  private final Stage stage;
  private final List<String> labels;
  private final AtomicReference<@Nullable ClockMatch> match = new AtomicReference<>();
  private final AtomicReference<Still> still = new AtomicReference<>(new Still(0, 0));
  private final AtomicLong lines = new AtomicLong();

  ChildHistory(Stage stage, List<String> labels) {
    this.stage = stage;
    this.labels = labels;
  }

  /** The clocks were compared: at the start, and at the end, when both have to agree. */
  void matched(ClockMatch found) {
    ClockMatch first = match.get();
    if (first == null) {
      match.set(found);
      clock(found);
    } else if (first.agreesWith(found)) {
      clock(
          new ClockMatch(
              first.offset(), first.error() + Math.abs(found.offset() - first.offset())));
    } else {
      gap("clocks");
    }
  }

  private void clock(ClockMatch found) {
    labels.forEach(
        label ->
            stage
                .recorder()
                .note(label, What.CLOCK, "", "", "offset", found.offset(), "error", found.error()));
  }

  /** What its contenders wrote down cannot be relied on: some of it is missing, or its instants. */
  void gap(String reason) {
    labels.forEach(label -> stage.recorder().note(label, What.GAP, "", "", "reason", reason));
  }

  /** It has stood still at the latest since now, at the earliest since that instant. */
  void stopped(long sent) {
    still.set(new Still(sent, Long.MAX_VALUE));
  }

  /** It runs at the earliest from now on. */
  void woken() {
    // What its own clock measures ends when its thread runs again, a little later.
    still.set(new Still(still.get().from, stage.recorder().now()));
  }

  /** A line of a child. */
  void take(String line) {
    ClockMatch known = match.get();
    try {
      int space = line.indexOf(' ');
      long number = Long.parseLong(line.substring(0, space));
      if (number != lines.incrementAndGet()) {
        gap("lines");
        lines.set(number);
      }
      Event event = EventLine.read(line.substring(space + 1));
      if (known == null) {
        gap("clocks");
      } else {
        take(event, known.offset());
      }
    } catch (IllegalArgumentException | StringIndexOutOfBoundsException e) {
      gap("a line was cut off");
    }
  }

  private void take(Event event, long offset) {
    Event here = event.at(event.at() + offset);
    if (event.what() == What.STALL) {
      long took = event.number("took");
      long own = took - still.get().overlap(here.at() - took, here.at());
      if (own >= WORTH_NOTING) {
        stage.take(with(here, "took", own));
      }
    } else if (event.what() == What.ENGINE && event.number("validUntil") != 0) {
      stage.take(with(here, "validUntil", event.number("validUntil") + offset));
    } else {
      stage.take(here);
    }
  }

  private static Event with(Event event, String key, long value) {
    Map<String, String> facts = new HashMap<>(event.facts());
    facts.put(key, String.valueOf(value));
    return new Event(event.at(), event.by(), event.what(), event.name(), event.owner(), facts);
  }
}
