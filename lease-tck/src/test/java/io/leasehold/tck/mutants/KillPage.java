package io.leasehold.tck.mutants;

import io.leasehold.tck.mutants.engine.EngineMutant;
import io.leasehold.tck.mutants.engine.EngineMutants;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The text of docs/tck-mutants.md: the kill matrix, made from what the tests hold. */
final class KillPage {

  private KillPage() {}

  static String text() {
    StringBuilder page = new StringBuilder(HEAD);
    page.append(
        String.format(
            "%n## Broken backends (%d)%n%n| mutant | what it does wrongly | fails | makes"
                + " unsettled |%n|---|---|---|---|%n",
            Mutants.ALL.size()));
    for (Mutant mutant : Mutants.ALL) {
      KillTable.Row row = KillTable.of(mutant.name());
      page.append(row(mutant.name(), mutant.fault(), row.fails(), row.unsettles(), row.chance()));
    }
    page.append(
        String.format(
            "%n## Broken engines, and engines on broken backends (%d)%n%n| mutant | what it does"
                + " wrongly | fails | makes unsettled |%n|---|---|---|---|%n",
            EngineMutants.ALL.size()));
    for (EngineMutant mutant : EngineMutants.ALL) {
      page.append(row(mutant.name(), mutant.fault(), mutant.fails(), Set.of(), mutant.chance()));
    }
    return page.toString();
  }

  private static String row(
      String name, String fault, Set<String> fails, Set<String> unsettles, Set<String> chance) {
    Set<String> certain = new TreeSet<>(fails);
    certain.removeAll(chance);
    String perhaps = chance.isEmpty() ? "" : " (by chance also " + ids(chance) + ")";
    return String.format(
        "| %s | %s | %s%s | %s |%n",
        name, fault.replace("|", "\\|"), ids(certain), perhaps, ids(unsettles));
  }

  private static String ids(Set<String> ids) {
    return String.join(", ", List.copyOf(new TreeSet<>(ids)));
  }

  private static final String HEAD =
      """
      # The kill matrix

      <!-- Made from the mutants. To rewrite it:
      mvn -q test -pl lease-tck -am -Dtest=TckPageTest -Dsurefire.failIfNoSpecifiedTests=false \
      -Dtck.page.update=true -->

      The [rules of the kit](tck.md) are tested by what they have to catch. Each row is a store or an
      engine with one fault put in on purpose, and the rules that fail because of it. A test runs all of
      them and fails if a row is not exactly so: a rule that catches too little is as wrong as one that
      catches too much. A broken backend is judged by every rule of the SPI, on virtual time; a broken
      engine by every rule that is judged by the same scenarios as those it fails, on real time.
      *Makes unsettled*: rules that end as unknown, because a step before their question fails already.
      *By chance*: what a fault breaks or not, as a race of its own falls. The rows of broken engines
      run with the long tests (`scripts/verify.sh --long`): all of them take three minutes, and on a
      machine that is busy with much else a row may say too much or too little.
      """;
}
