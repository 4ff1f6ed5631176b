package io.leasehold.examples.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.process.ChildEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What the racers said, and what must be true of it. */
final class RaceHistory {

  /** A grant; {@code end} is when its holder stopped relying on it. */
  record Held(int racer, String name, long token, long sent, long acknowledged, long end) {}

  private final Duration ttl;
  private final Map<String, Held> grants = new HashMap<>();
  private final List<String> duplicates = new ArrayList<>();

  RaceHistory(Duration ttl) {
    this.ttl = ttl;
  }

  void add(int racer, ChildEvent event) {
    if (event.key().equals("GOT")) {
      got(racer, event.value().split(" "));
    } else if (event.key().equals("LET")) {
      let(event.value().split(" "));
    }
  }

  private void got(int racer, String[] part) {
    long sent = Long.parseLong(part[2]);
    Held held =
        new Held(
            racer,
            part[0],
            Long.parseLong(part[1]),
            sent,
            Long.parseLong(part[3]),
            sent + ttl.toNanos());
    Held before = grants.put(part[0] + " " + part[1], held);
    if (before != null) {
      duplicates.add(before + " and " + held);
    }
  }

  private void let(String[] part) {
    grants.computeIfPresent(
        part[0] + " " + part[1],
        (key, held) ->
            new Held(
                held.racer(),
                held.name(),
                held.token(),
                held.sent(),
                held.acknowledged(),
                Math.min(held.end(), Long.parseLong(part[2]))));
  }

  int size() {
    return grants.size();
  }

  /** The names that somebody other than this racer asked for, and got, after a moment. */
  long namesGrantedSince(long nanos, int exceptRacer) {
    return grants.values().stream()
        .filter(held -> held.racer() != exceptRacer && held.sent() - nanos > 0)
        .map(Held::name)
        .distinct()
        .count();
  }

  void assertSound() {
    assertThat(duplicates).as("tokens given twice").isEmpty();
    Map<String, List<Held>> byName =
        grants.values().stream()
            .sorted(Comparator.comparingLong(Held::token))
            .collect(Collectors.groupingBy(Held::name));
    for (List<Held> inOrder : byName.values()) {
      // Sorted by token, neighbours suffice: each must begin after the one before has ended, and
      // so was asked for, or at least granted, after it.
      for (int n = 1; n < inOrder.size(); n++) {
        Held earlier = inOrder.get(n - 1);
        Held later = inOrder.get(n);
        assertThat(later.acknowledged())
            .as("%s was granted while %s was held", later, earlier)
            .isGreaterThanOrEqualTo(earlier.end());
      }
    }
  }
}
