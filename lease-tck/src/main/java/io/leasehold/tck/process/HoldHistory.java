package io.leasehold.tck.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What contenders in several processes said of their leases ({@link HoldLog}), and what has to be
 * true of it. It judges by what was told and nothing else: a process that was killed may have known
 * more, so a verdict "sound" can be too kind, and never too strict. Not thread-safe.
 */
public final class HoldHistory {

  /**
   * One acquisition.
   *
   * @param process the number of the process
   * @param name the lease
   * @param token its fencing token
   * @param owner its owner token
   * @param sent before it was asked for
   * @param acknowledged after it was granted
   * @param end until when it kept everybody else out: until its holder let it go; at the longest
   *     until the ttl since the last confirmed write was over, less the clock's error
   * @param let whether its holder let it go
   */
  public record Hold(
      int process,
      String name,
      long token,
      String owner,
      long sent,
      long acknowledged,
      long end,
      boolean let) {}

  private record Got(int process, String name, long token, long sent, long acknowledged) {}

  private final long kept;
  private final Map<String, Got> grants = new LinkedHashMap<>();
  private final Map<String, Long> confirmed = new HashMap<>();
  private final Map<String, Long> held = new HashMap<>();
  private final Map<String, Long> let = new HashMap<>();

  /**
   * An empty history.
   *
   * @param ttl of all its leases
   * @param clockError how much earlier than that the store may let a lease end
   */
  public HoldHistory(Duration ttl, Duration clockError) {
    this.kept = ttl.minus(clockError).toNanos();
  }

  /** Takes an event of a {@link HoldLog}; ignores any other. */
  public void add(int process, ChildEvent event) {
    String[] part = event.value().split(" ");
    switch (event.key()) {
      case HoldLog.GOT ->
          got(process, part[0], number(part[1]), part[2], number(part[3]), number(part[4]));
      case HoldLog.CONFIRMED -> confirmed.merge(part[0], number(part[1]), Math::max);
      case HoldLog.HELD -> held.merge(part[0], number(part[1]), Math::max);
      case HoldLog.LET -> let(part[0], number(part[1]));
      default -> {}
    }
  }

  private static long number(String digits) {
    return Long.parseLong(digits);
  }

  /** As {@link HoldLog#got(String, long, String, long, long)}, for a contender of this process. */
  public void got(
      int process, String name, long token, String owner, long sent, long acknowledged) {
    grants.put(owner, new Got(process, name, token, sent, acknowledged));
  }

  /** As {@link HoldLog#let(String, long)}. */
  public void let(String owner, long at) {
    let.merge(owner, at, Math::min);
  }

  /** How many grants there were. */
  public int size() {
    return grants.size();
  }

  /** All acquisitions, in the order in which they were told. */
  public List<Hold> holds() {
    List<Hold> holds = new ArrayList<>();
    grants.forEach((owner, got) -> holds.add(hold(owner, got)));
    return holds;
  }

  private Hold hold(String owner, Got got) {
    long lastWrite = Math.max(got.sent, confirmed.getOrDefault(owner, got.sent));
    long end = Math.min(lastWrite + kept, let.getOrDefault(owner, Long.MAX_VALUE));
    return new Hold(
        got.process,
        got.name,
        got.token,
        owner,
        got.sent,
        got.acknowledged,
        Math.max(end, held.getOrDefault(owner, end)),
        let.containsKey(owner));
  }

  /** How many names somebody other than this process asked for, and got, after a moment. */
  public long namesGrantedSince(long nanos, int exceptProcess) {
    return grants.values().stream()
        .filter(got -> got.process != exceptProcess && got.sent - nanos > 0)
        .map(Got::name)
        .distinct()
        .count();
  }

  /**
   * What contradicts G1 and G5, in words; empty if nothing does. For each name, in the order of its
   * tokens: no token comes twice, and each lease was granted when all with lower tokens had ended.
   */
  public List<String> violations() {
    Map<String, List<Hold>> byName = new TreeMap<>();
    holds().forEach(hold -> byName.computeIfAbsent(hold.name, n -> new ArrayList<>()).add(hold));
    List<String> violations = new ArrayList<>();
    byName.values().forEach(holds -> judge(holds, violations));
    return violations;
  }

  private static void judge(List<Hold> holds, List<String> violations) {
    holds.sort(Comparator.comparingLong(Hold::token));
    Hold last = holds.get(0);
    for (Hold hold : holds.subList(1, holds.size())) {
      if (hold.token == last.token) {
        violations.add("one token was given twice: " + last + " and " + hold);
      } else if (hold.acknowledged - last.end < 0) {
        violations.add(
            "granted "
                + Duration.ofNanos(last.end - hold.acknowledged)
                + " before one with a lower token had ended: "
                + hold
                + " after "
                + last);
      }
      last = hold.end - last.end > 0 ? hold : last;
    }
  }
}
