package io.leasehold.tck.cli;

import io.leasehold.tck.report.Look;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The text of docs/tck-cli.md. */
final class TckCliPage {

  private static final String HEAD =
      """
      # The kit's command line

      <!-- Made from the usage texts. To rewrite it:
      mvn -q test -pl lease-tck -am -Dtest=TckCliPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dtck.page.update=true -->

      One jar judges any store by its address, without a project and without a test class.

      ## Build it

      From the root of the repository, with the backend that serves the address and its driver:

      ```sh
      mvn -q -B package -Dmaven.test.skip -Dmaven.javadoc.skip -Dleasehold.checker=-XDunchecked \\
          -pl lease-tck,lease-redis -am \\
          org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies \\
          -DincludeScope=runtime -DoutputDirectory=target/drivers
      ```

      That makes `lease-tck/target/lease-tck-0.1.0-SNAPSHOT-all.jar`, which holds the kit and the memory
      store, and the class path of the backend, which comes by `--classpath`:

      ```sh
      java -jar lease-tck/target/lease-tck-0.1.0-SNAPSHOT-all.jar run memory:kit
      java -jar lease-tck/target/lease-tck-0.1.0-SNAPSHOT-all.jar run redis://localhost:6379 \\
          --classpath 'lease-redis/target/classes:lease-redis/target/drivers/*' --out results
      ```

      A run takes about two minutes on two cores.

      ## What an address can show

      The rules of the SPI and the scenarios of the engine run as in a test class. Leases get names of
      their own, which begin with `tck-`; nothing else in the store is touched. What differs are faults,
      because nobody has a hand on the store:

      - An address with **a host and a port** gets the kit's proxy before it: a store that answers
        nobody (FREEZE), a request that is held back (HOLD_BACK_ACQUIRE), and scenarios with a network.
        Before anything is judged, each fault is tried on a name of its own and is offered only if it
        shows: a driver may know other ways to its store, or encrypt names.
      - Any address but `memory:` can be opened by **other processes**: contenders are killed and
        stopped.
      - Deleted records, an emptied store and a restart need a fixture in a test class. Rules that need
        them are *not offered*, and the report lists what the backend declares and nobody tried.

      `memory:` alone is refused: each client of it has a store of its own. `memory:kit` is one store.

      ## What comes out

      Results go to the standard output; progress, as a bar on a terminal and as lines elsewhere, and
      errors go to the standard error. Passwords in an address are shown as `***` everywhere.

      | exit code | |
      |---:|---|
      | 0 | pass: no rule failed, none is unknown |
      | 1 | fail: at least one rule failed |
      | 2 | unknown: none failed, but one saw nothing decisive, or nothing could be judged at all |
      | 3 | usage: what was asked for makes no sense, or the store cannot be opened |
      | 4 | fault of the kit itself: nothing is known of the store; the stack trace is in a file |

      `--out DIR` writes:

      | file | for |
      |---|---|
      | `report.html` | people: one page that needs nothing else, with every history as a picture |
      | `report.txt` | people: as on the console |
      | `report.json` | programs; the form is in the Javadoc of `JsonReport` |
      | `report.md` | pages: a table per group |
      | `TEST-leasehold-tck.xml` | build servers: an unknown is an error, what was not judged is skipped |
      | `histories/SCENARIO-SEED.jsonl` | `recheck`: everything that was seen, an event a line |
      | `log.txt` | the log of engine and driver |

      Of a long run (`--minutes`) the first play of each scenario is kept, and plays that broke a rule.
      A failure names the file and the moment; `recheck` prints the same failure from the file, with no
      store.

      ## Usage
      """;

  private TckCliPage() {}

  static String text() {
    StringBuilder page = new StringBuilder(HEAD);
    for (String command : List.of("", "list", "run", "recheck", "report")) {
      List<String> args = new ArrayList<>(Arrays.asList(command.split(" ")));
      args.removeIf(String::isEmpty);
      args.add("--help");
      page.append("\n```text\n").append(usage(args)).append("```\n");
    }
    return page.toString();
  }

  private static String usage(List<String> args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    Main.run(new Terminal(print, print, false, Look.PLAIN), args.toArray(String[]::new));
    return out.toString(StandardCharsets.UTF_8).replaceAll("(?m)[ \\t]+$", "");
  }
}
