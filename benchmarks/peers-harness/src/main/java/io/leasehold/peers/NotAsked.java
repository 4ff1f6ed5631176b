package io.leasehold.peers;

import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rules.RuleCatalogue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The rules of the engine that no other library is asked, and why. */
final class NotAsked {

  private static final String CALLS =
      "judged by calls and answers between Leasehold's engine and its backend, by how the engine"
          + " says what it knows, or in scenes that are made there; another library has no such seam";
  private static final String VALIDITY =
      "about validity that the holder computes by itself, about being told of its end, and about"
          + " what an engine does then: none of these libraries offers the first two";
  private static final String PROCESSES =
      "played with contenders in processes of their own, which the adapters here do not have";
  private static final String OWN =
      "about what Leasehold promises of its own API, and these libraries do not: what close does,"
          + " the order of waiters, handles that are dropped";

  private NotAsked() {}

  /** Each reason with the rules that it keeps from being asked. */
  static Map<String, List<String>> byReason() {
    Map<String, List<String>> all = new TreeMap<>();
    List<String> asked = Bouts.all().stream().map(Bout::id).toList();
    for (Rule rule : RuleCatalogue.ofEngine()) {
      if (!asked.contains(rule.id())) {
        all.computeIfAbsent(why(rule), reason -> new ArrayList<>()).add(rule.id());
      }
    }
    return all;
  }

  /** By the group: each asks the same kind of question. */
  private static String why(Rule rule) {
    return switch (rule.group()) {
      case LOST -> VALIDITY;
      case PAUSE, KILL -> PROCESSES;
      case CLOSE, WAK -> OWN;
      default -> CALLS;
    };
  }
}
