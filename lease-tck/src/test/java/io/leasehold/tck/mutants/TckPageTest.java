package io.leasehold.tck.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** docs/tck.md says what the catalogue says. */
class TckPageTest {

  private static final Path PAGE = Path.of("..", "docs", "tck.md");

  @Test
  void thePageIsTheCatalogue() throws IOException {
    if (Boolean.getBoolean("tck.page.update")) {
      Files.writeString(PAGE, TckPage.text());
    }
    assertThat(Files.readString(PAGE))
        .as(
            "docs/tck.md; to rewrite it: mvn -q test -pl lease-tck -am -Dtest=TckPageTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dtck.page.update=true")
        .isEqualTo(TckPage.text());
  }
}
