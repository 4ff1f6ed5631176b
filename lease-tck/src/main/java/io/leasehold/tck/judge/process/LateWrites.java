package io.leasehold.tck.judge.process;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.Judgement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What became of writes that came after a later holder had written: a resource that looks at tokens
 * refuses them, one that does not takes them.
 */
public final class LateWrites {

  private LateWrites() {}

  /** The fenced resource refuses each late write, and no other. */
  public static Judgement fenced(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Halt.doubts(history, sheet);
    writes(history, "fenced")
        .forEach(
            (name, writes) -> {
              for (Event write : writes) {
                boolean late = isLate(history, writes, write);
                boolean accepted = write.is("accepted", "true");
                if (late || !accepted) { // a write in time that is taken shows nothing
                  sheet.expect(
                      late != accepted,
                      write.at(),
                      name,
                      write.by(),
                      "the fenced resource to refuse late writes, and only these",
                      (late ? "it took a late write" : "it refused the write of the latest holder")
                          + " with token "
                          + write.fact("token")
                          + " of owner "
                          + write.owner());
                }
              }
            });
    return sheet.judgement();
  }

  /**
   * The resource that does not look at tokens takes the late write of each holder that a pause
   * outlived, after its successor had written: so there is something to fence.
   */
  public static Judgement unfenced(History history) {
    Judgement.Sheet sheet = new Judgement.Sheet();
    Halt.doubts(history, sheet);
    Map<String, List<Event>> all = writes(history, "unfenced");
    for (Halt halt : Halt.woken(history)) {
      for (Acquisition one : halt.outlived(history)) {
        List<Event> writes = all.getOrDefault(one.name(), List.of());
        boolean succeeded =
            writes.stream().anyMatch(write -> granted(history, write) > granted(one));
        if (succeeded) {
          sheet.expect(
              writes.stream()
                  .filter(write -> write.owner().equals(one.owner()))
                  .filter(write -> write.is("accepted", "true"))
                  .anyMatch(write -> isLate(history, writes, write)),
              halt.to(),
              one,
              "a late write to reach the unfenced resource, otherwise nothing was in danger",
              "no late write of it reached the resource");
        }
      }
    }
    return sheet.judgement();
  }

  private static Map<String, List<Event>> writes(History history, String resource) {
    Map<String, List<Event>> writes = new LinkedHashMap<>();
    for (Event event : history.all(What.WRITE)) {
      if (event.is("resource", resource)) {
        writes.computeIfAbsent(event.name(), name -> new ArrayList<>()).add(event);
      }
    }
    return writes;
  }

  /** Whether somebody wrote before it who was granted the name after its owner. */
  private static boolean isLate(History history, List<Event> writes, Event write) {
    long granted = granted(history, write);
    return writes.stream()
        .takeWhile(earlier -> !earlier.equals(write))
        .anyMatch(earlier -> granted(history, earlier) > granted);
  }

  private static long granted(History history, Event write) {
    return history.acquisition(write.owner()).map(LateWrites::granted).orElse(Long.MIN_VALUE);
  }

  private static long granted(Acquisition one) {
    return one.when(What.GOT).orElse(Long.MIN_VALUE);
  }
}
