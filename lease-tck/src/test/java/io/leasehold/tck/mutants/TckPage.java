package io.leasehold.tck.mutants;

import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.mutants.engine.EngineMutant;
import io.leasehold.tck.mutants.engine.EngineMutants;
import io.leasehold.tck.rule.Guarantee;
import io.leasehold.tck.rule.Proof;
import io.leasehold.tck.rule.Rule;
import io.leasehold.tck.rule.RuleGroup;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.scenario.Scenario;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The text of docs/tck.md, made from the catalogue and the mutants. */
final class TckPage {

  /** More would hide the rule; those that break the fewest rules say most about it. */
  private static final int SHOWN_MUTANTS = 4;

  /** What no trait says: these rules find out by themselves whether they apply. */
  static final Map<String, String> SEEN_WHILE_RUNNING =
      Map.of(
          "EXP-04", "the store keeps a ttl twice as long as the shortest",
          "INS-06", "holder() tells the remaining time");

  /** The same of rules whose judges find it out from a history. */
  static final Map<String, String> SEEN_IN_HISTORIES =
      Map.of("TTL-02", "holder() tells the remaining time");

  private TckPage() {}

  static List<String> mutantsOf(Rule rule) {
    return rule.isOfEngine()
        ? EngineMutants.ALL.stream()
            .filter(mutant -> mutant.fails().contains(rule.id()))
            .sorted(Comparator.comparingInt((EngineMutant mutant) -> mutant.fails().size()))
            .map(EngineMutant::name)
            .toList()
        : Mutants.ALL.stream()
            .filter(mutant -> mutant.fails().contains(rule.id()))
            .sorted(Comparator.comparingInt((Mutant mutant) -> mutant.fails().size()))
            .map(Mutant::name)
            .toList();
  }

  static String text() {
    StringBuilder page = new StringBuilder(HEAD);
    page.append(
        String.format(
            "%d rules, %d mutants. Guarantees: ",
            RuleCatalogue.rules().size(), Mutants.ALL.size() + EngineMutants.ALL.size()));
    for (Guarantee guarantee : Guarantee.values()) {
      page.append(guarantee).append(' ').append(guarantee.title()).append("; ");
    }
    page.setLength(page.length() - 2);
    page.append(".\n");
    for (RuleGroup group : RuleGroup.values()) {
      page.append("\n## ").append(group).append(": ").append(group.title()).append("\n\n");
      page.append("| rule | why | if it fails, check | proved by mutants |\n|---|---|---|---|\n");
      RuleCatalogue.rules().stream()
          .filter(rule -> rule.group() == group)
          .forEach(rule -> page.append(row(rule)));
    }
    return page.toString();
  }

  private static String row(Rule rule) {
    List<String> mutants = mutantsOf(rule);
    String shown = String.join(", ", mutants.subList(0, Math.min(SHOWN_MUTANTS, mutants.size())));
    int more = mutants.size() - SHOWN_MUTANTS;
    return String.format(
        "| **%s** %s, %s<br>%s%s | %s | %s | %s%s |%n",
        rule.id(),
        rule.level().name().toLowerCase(Locale.ROOT),
        rule.guarantee(),
        rule.text(),
        condition(rule),
        rule.intent(),
        rule.check(),
        shown,
        more > 0 ? " and " + more + " more" : "");
  }

  private static String condition(Rule rule) {
    StringBuilder text = new StringBuilder();
    String seen = SEEN_IN_HISTORIES.getOrDefault(rule.id(), rule.appliesIf());
    String appliesIf = SEEN_WHILE_RUNNING.getOrDefault(rule.id(), seen);
    if (!appliesIf.isEmpty()) {
      text.append("<br>*applies if ").append(appliesIf).append('*');
    }
    if (rule.proof() instanceof Proof.Histories histories) {
      text.append("<br>*played: ")
          .append(
              histories.scenarios().stream().map(Scenario::name).collect(Collectors.joining(", ")))
          .append('*');
    }
    for (Ability ability : rule.needs()) {
      text.append("<br>*needs ").append(ability).append('*');
    }
    return text.toString();
  }

  private static final String HEAD =
      """
      # The compatibility kit

      <!-- Made from the catalogue. To rewrite it:
      mvn -q test -pl lease-tck -am -Dtest=TckPageTest -Dsurefire.failIfNoSpecifiedTests=false \
      -Dtck.page.update=true -->

      A backend is what it says if it passes the kit. Extend `io.leasehold.tck.LeaseBackendTck`
      (artifact `io.leasehold:lease-tck`, scope test) and override one method:

      ```java
      class MyBackendTckTest extends LeaseBackendTck {
        @Override
        protected TckFixture fixture() {
          return () -> new MyBackend("localhost");   // another client, with its own connection
        }

        @Override
        protected Set<Ability> notOffered() {
          return EnumSet.allOf(Ability.class);       // no faults can be made
        }
      }
      ```

      Each rule ends in one verdict: **pass**; **fail**; **unknown** (not one decisive observation:
      nothing is proved, and the test fails); **not applicable** (the backend's traits, or what it
      shows, say so); **not offered** (the fixture cannot make the fault that the rule needs);
      **waived** (known to be broken, with a reason and a last day). Nothing is left out in silence:
      what is not applicable or not offered has to be stated in the test class, and a statement that
      is not so fails as well. Whether a rule applies is asked first: one that applies, but needs a
      fault that is not offered, may not be stated as not applicable. The report lists what the
      backend declares and the fixture offered no fault for ("declared but not tested here").

      **Two kinds of rules.** Those of the SPI (ACQ to TRT) call the backend themselves. Those of the
      engine (RACE to SCALE) are judged by *histories*: contenders, each with a client of its own,
      play a scenario on the backend, every call and every answer below the engine and everything the
      application sees is written down, and pure functions judge what was written. So nobody has to
      believe what an engine says of itself; a saved history can be judged again, and a rule that saw
      no decisive moment is unknown, never a pass. Where another process or a network is needed the
      fixture gives an address (`uri()`).

      A fixture that overrides nothing but `connect()` runs on real time, on names of its own, many
      rules side by side; every wait derives from the ttl under test, which derives from the
      backend's `minTtl` and `ttlStep`. `-Dleasehold.tck.scale=3` stretches it on a slow machine;
      `-Dleasehold.tck.seed=N` repeats the chances of a run. A fixture on virtual time overrides
      `clock()`, `pass()`, `clockError()` and `parallelism()`; the rules of the engine do not run on it,
      because an engine has threads of its own. `connect(Duration)` is worth overriding: the shorter the
      bound of a call, the shorter the ttl that the scenarios can play with. Faults are optional:
      `faults()` says which can be made. A store whose driver keeps a session alive by itself has to
      offer PAUSE_CLIENT, or its leases never run out.

      The kit itself is tested: every rule has at least one *mutant*, a broken backend or a broken
      engine that fails it. Each mutant fails exactly the rules listed for it, and no other:
      [the kill matrix](tck-mutants.md).

      """;
}
