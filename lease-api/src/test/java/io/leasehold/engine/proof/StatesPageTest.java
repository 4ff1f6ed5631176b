package io.leasehold.engine.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.LeaseState;
import io.leasehold.engine.lease.LeaseStateMachine;
import io.leasehold.engine.lease.LeaseTrigger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/states.md says what the table says. */
class StatesPageTest {

  private static final Path PAGE = Path.of("../docs/states.md");

  @Test
  void thePageIsWhatTheTableSays() throws IOException {
    String actual = StatesPage.text();
    if (Boolean.getBoolean("states.update")) {
      Files.writeString(PAGE, actual);
    }
    assertThat(Files.exists(PAGE) ? Files.readString(PAGE) : "")
        .as("docs/states.md; to rewrite it and commit it: %s", StatesPage.UPDATE)
        .isEqualTo(actual);
  }

  @Test
  void thePageNamesEveryRowStateAndTrigger() throws IOException {
    String page = StatesPage.text();
    for (LeaseStateMachine.Transition row : LeaseStateMachine.TABLE) {
      assertThat(page)
          .contains("\n    " + row.from() + " --> " + row.to() + ": " + row.trigger() + "\n")
          .contains("\n| " + row.from() + " | " + row.trigger() + " | " + row.to() + " | ");
    }
    Stream.concat(Stream.of(LeaseState.values()), Stream.of(LeaseTrigger.values()))
        .forEach(
            constant ->
                assertThat(page)
                    .containsPattern(
                        "(?m)^- \\*\\*" + constant + "\\*\\*(?: \\(terminal\\))?: \\w"));
  }
}
