package io.leasehold.gates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The count that ends a verification: it must not pass when nothing ran or something failed. */
class CountTestsTest {
  private static final Path SCRIPT =
      Path.of(System.getProperty("leasehold.root"), "scripts", "count-tests.sh");

  @TempDir Path folder;

  @Test
  void addsUpEveryReport() throws Exception {
    report("a module/target/surefire-reports/TEST-A.xml", 7, 0, 0, 2);
    report("b/target/surefire-reports-jdk25/TEST-A.xml", 5, 0, 0, 0);
    report("b/target/failsafe-reports/TEST-IT.xml", 1, 0, 0, 0);
    assertThat(count()).isEqualTo("0: 11 passed, 0 failed, 2 skipped");
  }

  @Test
  void failsWithOneFailureOrOneError() throws Exception {
    report("a/target/surefire-reports/TEST-A.xml", 7, 1, 0, 0);
    assertThat(count()).isEqualTo("1: 6 passed, 1 failed, 0 skipped");
    report("a/target/surefire-reports/TEST-A.xml", 7, 0, 1, 0);
    assertThat(count()).isEqualTo("1: 6 passed, 1 failed, 0 skipped");
  }

  @Test
  void failsWithoutAnyTest() throws Exception {
    assertThat(count()).isEqualTo("1: 0 passed, 0 failed, 0 skipped");
    report("elsewhere/TEST-A.xml", 7, 0, 0, 0);
    assertThat(count()).isEqualTo("1: 0 passed, 0 failed, 0 skipped");
  }

  private void report(String file, int tests, int failures, int errors, int skipped)
      throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.resolveSibling(""));
    String suite =
        "<testsuite name=\"A\" time=\"0.1\" tests=\"%d\" errors=\"%d\" skipped=\"%d\""
            + " failures=\"%d\">";
    Files.writeString(
        path,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + suite.formatted(tests, errors, skipped, failures)
            + "\n<system-out>\n"
            + suite.formatted(100, 100, 100, 100)
            + "\n</system-out>\n</testsuite>"); // like Surefire, without a line break at the end
  }

  private String count() throws Exception {
    Process process =
        new ProcessBuilder("bash", SCRIPT.toString(), folder.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return process.exitValue() + ": " + output.strip();
  }
}
