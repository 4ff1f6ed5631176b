package io.leasehold.tck.report.html;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Exclusion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One lease of one play as the page's script reads it: lanes, the store's word, the saw-tooth. */
final class LeaseData {

  private final PlayData play;
  private final History history;
  private final String name;
  private final List<Acquisition> all;
  private final List<Event> events;

  /**
   * Prepares one lease.
   *
   * @param play which it belongs to
   * @param history of the play
   * @param name of the lease
   * @param all its acquisitions
   * @param events its events and those of no lease, by time
   */
  LeaseData(
      PlayData play, History history, String name, List<Acquisition> all, List<Event> events) {
    this.play = play;
    this.history = history;
    this.name = name;
    this.all = all;
    this.events = events;
  }

  /** Its maps and lists. */
  Map<String, Object> of() {
    List<Event> own = events.stream().filter(event -> event.name().equals(name)).toList();
    List<Interval> intervals = Interval.of(history, all);
    long last = intervals.stream().mapToLong(Interval::until).max().orElse(Long.MIN_VALUE);
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", Html.visible(name));
    map.put("count", own.size());
    map.put("from", own.isEmpty() ? 0 : play.sinceBegin(own.get(0).at()));
    map.put(
        "to", own.isEmpty() ? 0 : play.sinceBegin(Math.max(last, own.get(own.size() - 1).at())));
    map.put("revokedNow", Exclusion.isRevokedNow(history, name));
    map.put("lanes", lanes(intervals));
    map.put("store", store());
    map.put("disturbed", new Disturbances(play, own).of());
    map.put("saw", intervals.stream().map(this::saw).toList());
    map.put("overlaps", overlaps(intervals));
    return map;
  }

  private List<Object> overlaps(List<Interval> intervals) {
    List<Object> overlaps = new ArrayList<>();
    for (Interval.Overlap one : Interval.overlaps(intervals, history.error())) {
      Map<String, Object> map = span(one.from(), one.until());
      map.put("a", play.person(one.earlier().of().by()));
      map.put("b", play.person(one.later().of().by()));
      map.put(
          "text",
          Words.of(one.earlier().of())
              + " and "
              + Words.of(one.later().of())
              + " both relied on it for "
              + Html.time(one.until() - one.from()));
      overlaps.add(map);
    }
    return overlaps;
  }

  private List<Object> lanes(List<Interval> intervals) {
    List<Object> lanes = new ArrayList<>();
    for (String label : play.contenders()) {
      List<Event> own = events.stream().filter(event -> event.by().equals(label)).toList();
      if (own.stream().anyMatch(event -> event.name().equals(name))) {
        Map<String, Object> lane = new LinkedHashMap<>();
        lane.put("by", play.person(label));
        lane.put("holds", holds(intervals, label));
        lane.put("waits", Waits.of(play, own));
        lane.put("calls", calls(own));
        lane.put("marks", marks(own));
        lane.put("dog", Watchdog.of(play, own));
        lane.put("down", Disturbances.down(play, own, events.get(events.size() - 1).at()));
        lane.put("doubt", doubts(own));
        lanes.add(lane);
      }
    }
    return lanes;
  }

  private List<Object> holds(List<Interval> intervals, String label) {
    List<Object> holds = new ArrayList<>();
    for (Interval one : intervals) {
      if (one.of().by().equals(label)) {
        Map<String, Object> map = span(one.from(), one.until());
        map.put("token", String.valueOf(one.of().token()));
        map.put("e", play.number(one.of().first(What.GOT).orElseThrow()));
        map.put(
            "text",
            Words.of(one.of())
                + ", relied on it for "
                + Html.time(one.until() - one.from())
                + ", until "
                + one.end());
        holds.add(map);
      }
    }
    return holds;
  }

  /** Each call from its request to its answer; one without an answer has no end. */
  private List<Object> calls(List<Event> own) {
    Map<String, Event> answers = new LinkedHashMap<>();
    own.stream()
        .filter(event -> event.what() == What.ANSWERED)
        .forEach(event -> answers.put(Words.call(event), event));
    List<Object> calls = new ArrayList<>();
    for (Event sent : own) {
      if (sent.what() == What.SENT) {
        Event answer = answers.get(Words.call(sent));
        Map<String, Object> map = span(sent.at(), answer == null ? sent.at() : answer.at());
        map.put("call", sent.fact("call"));
        map.put("is", answer == null ? "open" : kind(answer.fact("outcome")));
        map.put("e", play.number(answer == null ? sent : answer));
        calls.add(map);
      }
    }
    return calls;
  }

  private static String kind(String outcome) {
    return switch (outcome) {
      case "GRANTED", "RENEWED", "RELEASED", "ABANDONED", "REVOKED", "HELD", "NOBODY" -> "yes";
      case "BUSY", "NOT_OWNER", "REFUSED", "ABSENT" -> "no";
      default -> "open";
    };
  }

  private List<Object> marks(List<Event> own) {
    List<Object> marks = new ArrayList<>();
    for (Event event : own) {
      switch (event.what()) {
        case LOST, ENDED, NOT_HELD, WRITE, CLOSE -> {
          Map<String, Object> map = span(event.at(), event.at());
          boolean away = event.what() == What.WRITE && !event.is("accepted", "true");
          map.put("is", event.what().name() + (away ? "_AWAY" : ""));
          map.put("e", play.number(event));
          marks.add(map);
        }
        default -> {
          // has a place of its own, or is told by what stands beside it
        }
      }
    }
    return marks;
  }

  /**
   * What is not known of a contender: after a kill, what it did since its last event; else all that
   * it wrote down, as some of it is missing, or its instants are not sure.
   */
  private List<Object> doubts(List<Event> own) {
    List<Object> doubts = new ArrayList<>();
    long before = events.get(0).at();
    for (Event event : own) {
      if (event.what() == What.GAP) {
        boolean killed = event.is("reason", "killed");
        Map<String, Object> map =
            killed
                ? span(before, event.at())
                : span(events.get(0).at(), events.get(events.size() - 1).at());
        map.put("e", play.number(event));
        doubts.add(map);
      }
      before = event.what() == What.PROCESS ? before : event.at();
    }
    return doubts;
  }

  /** The store's own word: samples, and for how long one sample after the other says the same. */
  private Map<String, Object> store() {
    List<Event> samples = events.stream().filter(one -> one.what() == What.STORE).toList();
    List<Object> dots = new ArrayList<>();
    List<Object> spans = new ArrayList<>();
    Event before = null;
    Map<String, Object> span = Map.of();
    for (Event sample : samples) {
      int by = sample.owner().isEmpty() ? -1 : play.person(play.words().label(sample.owner()));
      Map<String, Object> dot = span(sample.at(), sample.at());
      dot.put("by", sample.owner().isEmpty() ? -1 : by < 0 ? -2 : by);
      dot.put("token", sample.fact("token"));
      long left = Numbers.of(sample, "remaining");
      dot.put("left", left < 0 ? -1 : Numbers.micros(left));
      dot.put("e", play.number(sample));
      dots.add(dot);
      boolean same = before != null && before.owner().equals(sample.owner());
      if (same) {
        span.put("to", play.sinceBegin(sample.at()));
      } else {
        span = span(sample.at(), sample.at());
        span.put("by", dot.get("by"));
        span.put("token", dot.get("token"));
        spans.add(span);
      }
      before = sample;
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("dots", dots);
    map.put("spans", spans);
    return map;
  }

  /** What was left of a ttl by the kit's reckoning: it jumps up with each confirmed call. */
  private Map<String, Object> saw(Interval interval) {
    Acquisition one = interval.of();
    List<StoreCall> confirmed = new ArrayList<>(one.confirmed());
    confirmed.sort(Comparator.comparingLong(StoreCall::endedAt));
    long end =
        Math.max(
            interval.until(),
            Math.min(
                one.when(What.LET).orElse(Long.MAX_VALUE),
                one.provenFrom().orElse(interval.from()) + one.ttl()));
    List<Object> points = new ArrayList<>();
    for (int i = 0; i < confirmed.size(); i++) {
      long from = confirmed.get(i).endedAt();
      long to = i + 1 < confirmed.size() ? Math.min(end, confirmed.get(i + 1).endedAt()) : end;
      long proven = one.provenFrom(from).orElse(from);
      if (from <= to) {
        points.add(point(from, proven + one.ttl()));
        points.add(point(to, proven + one.ttl()));
      }
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("by", play.person(one.by()));
    map.put("points", points);
    return map;
  }

  private List<Object> point(long at, long until) {
    return List.of(play.sinceBegin(at), Numbers.micros(Math.max(0, until - at)));
  }

  private Map<String, Object> span(long from, long to) {
    return play.span(from, to);
  }
}
