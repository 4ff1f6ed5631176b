package io.leasehold.tck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** docs/tck-cli.md says what the commands say. */
class TckCliPageTest {

  private static final Path PAGE = Path.of("..", "docs", "tck-cli.md");

  @Test
  void thePageIsWhatTheCommandsSay() throws IOException {
    if (Boolean.getBoolean("tck.page.update")) {
      Files.writeString(PAGE, TckCliPage.text());
    }
    assertThat(PAGE)
        .as(
            PAGE
                + "; to rewrite it: mvn -q test -pl lease-tck -am -Dtest=TckCliPageTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dtck.page.update=true")
        .hasContent(TckCliPage.text());
  }
}
