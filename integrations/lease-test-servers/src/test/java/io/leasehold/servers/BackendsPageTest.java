package io.leasehold.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackendsPageTest {

  private static final Duration CALL = Duration.ofSeconds(1);

  @TempDir Path directory;

  @Test
  void aPageIsWrittenAndThenHeldToWhatWasDeclared() throws IOException {
    Path page = page("| `odd` declares |", "| `odd` under |", "| `other` under |");
    BackendsPage.check(page, draft().build(), true);
    BackendsPage.check(page, draft().build(), false);
    assertThat(Files.readString(page))
        .contains("| `odd` declares | 2s to 1d | 5ms |", "| `other` under |\n")
        .contains("| `odd` under | **two holders**, told apart by tokens | kept | kept |");

    breaks(page, draft().ttl(CALL, Duration.ofDays(1), Duration.ofMillis(5)));
    breaks(page, draft().exclusionBrokenBy(Fault.RESTART));
    breaks(page, draft().fenceBrokenBy(Fault.FAILOVER));
  }

  @Test
  void aPageWithoutTheLineIsWrong() throws IOException {
    breaks(page("| `odd` under |"), draft());
  }

  private static void breaks(Path page, BackendTraits.Draft draft) {
    assertThatThrownBy(() -> BackendsPage.check(page, draft.build(), false))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("-Dbackends.page.update=true");
  }

  private static BackendTraits.Draft draft() {
    return BackendTraits.of("odd", CALL)
        .ttl(Duration.ofSeconds(2), Duration.ofDays(1), Duration.ofMillis(5))
        .exclusionBrokenBy(Fault.FAILOVER);
  }

  private Path page(String... lines) throws IOException {
    return Files.writeString(directory.resolve("page.md"), String.join("\n", lines) + "\n");
  }
}
