package io.leasehold.engine.proof;

import io.leasehold.LeaseState;
import io.leasehold.engine.lease.LeaseStateMachine;
import io.leasehold.engine.lease.LeaseStateMachine.Transition;
import io.leasehold.engine.lease.LeaseTrigger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes docs/states.md: the table and its diagram from {@link LeaseStateMachine#TABLE}, the
 * sentences from the comments on the constants.
 */
final class StatesPage {

  static final String UPDATE =
      "mvn -q test -pl lease-api -Dtest=StatesPageTest -Dstates.update=true";

  private static final Path SOURCES = Path.of("src/main/java");

  private StatesPage() {}

  static String text() throws IOException {
    StringBuilder page = new StringBuilder();
    page.append("# The states of a lease\n\n")
        .append("Generated from the table in `LeaseStateMachine` and the comments on its")
        .append(" constants. To rewrite it:\n\n    ")
        .append(UPDATE)
        .append(
            """


            A state is what the engine has decided. Whether the lease is valid at this instant is \
            `Lease.isHeld()`, which asks the clock: in HELD, SUSPECT and OVERDUE it is true until \
            validity ends, in every other state it is false. Of the terminal states each lease \
            reaches exactly one and never leaves it. A step that is not in the table throws \
            [LEASE-501](error-codes.md#lease-501) and changes nothing.

            ```mermaid
            stateDiagram-v2
            """)
        .append("    [*] --> ")
        .append(LeaseStateMachine.INITIAL)
        .append('\n');
    for (Transition row : LeaseStateMachine.TABLE) {
      page.append(String.format("    %s --> %s: %s\n", row.from(), row.to(), row.trigger()));
    }
    for (LeaseState state : LeaseState.values()) {
      if (state.isTerminal()) {
        page.append("    ").append(state).append(" --> [*]\n");
      }
    }
    page.append("```\n\n## Transitions\n\n| from | trigger | to | who causes it |\n")
        .append("|---|---|---|---|\n");
    for (Transition row : LeaseStateMachine.TABLE) {
      page.append(
          String.format(
              "| %s | %s | %s | %s |\n", row.from(), row.trigger(), row.to(), whoCauses(row)));
    }
    page.append("\n## States\n\n");
    for (LeaseState state : LeaseState.values()) {
      page.append(
          String.format(
              "- **%s**%s: %s\n",
              state, state.isTerminal() ? " (terminal)" : "", comment(LeaseState.class, state)));
    }
    page.append("\n## Triggers\n\n");
    for (LeaseTrigger trigger : LeaseTrigger.values()) {
      page.append(String.format("- **%s**: %s\n", trigger, comment(LeaseTrigger.class, trigger)));
    }
    return page.toString();
  }

  private static String whoCauses(Transition row) {
    return switch (row.trigger()) {
      case RENEWED -> "the worker that applies the answer to a renewal, or `renew()`";
      case DOUBTED ->
          "the worker that applies the answer to a renewal, or sends another because there is none in"
              + " time, or a doubt pushed by the backend";
      case HOLD_LIMIT_REACHED -> "the watchdog";
      case RELEASE_BEGUN ->
          "`release()`, `close()` of the lease, the end of `withLease`, or the"
              + " clean-up for a dropped handle";
      case RELEASE_CONFIRMED, RELEASE_UNCONFIRMED -> "the thread that releases";
      case LOSS ->
          row.from() == LeaseState.RELEASING
              ? "the thread that releases, when the store answers NotOwner"
              : "whoever sees it first: the watchdog or any reader that finds validity over, the"
                  + " worker whose renewal is answered NotOwner, `confirmHeld()`, `close()` of"
                  + " the client";
    };
  }

  /** The comment above an enum constant, on one line and without links. */
  private static <E extends Enum<E>> String comment(Class<E> type, E constant) throws IOException {
    Path file = SOURCES.resolve(type.getName().replace('.', '/') + ".java");
    Matcher comment =
        Pattern.compile("/\\*\\*((?:(?!\\*/).)*)\\*/\\s+" + constant.name() + "\\b", Pattern.DOTALL)
            .matcher(Files.readString(file));
    if (!comment.find()) {
      throw new AssertionError(
          constant
              + " of "
              + Arrays.asList(type.getEnumConstants())
              + " has no comment in "
              + file);
    }
    return comment
        .group(1)
        .replaceAll("\\s*\\n\\s*\\*\\s*", " ")
        .replaceAll("\\{@link (?:[\\w.]*#)?(\\w+)(?:\\(\\))?}", "`$1`")
        .strip();
  }
}
