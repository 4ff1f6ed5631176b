package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.leasehold.examples.LossAwareWorker;
import io.leasehold.examples.QuickStart;
import io.leasehold.examples.database.FencedWrite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same examples, unchanged, with another address. */
class ExamplesOnRedisTest {

  private final RedisServer server = RedisServer.givenOrStarted();
  private final String[] uri = {server.uri()};

  @AfterEach
  void end() {
    server.close();
  }

  @Test
  void quickStartMissesNoAddition() {
    assertThatCode(() -> QuickStart.main(uri)).doesNotThrowAnyException();
  }

  @Test
  void theWorkerStopsWhenItsLeaseIsRevoked() {
    assertThatCode(() -> LossAwareWorker.main(uri)).doesNotThrowAnyException();
  }

  @Test
  void theDatabaseRefusesTheLateWriteAndWithoutAFenceTakesIt() {
    assertThatCode(() -> FencedWrite.main(uri)).doesNotThrowAnyException();
  }

  /** In a JVM of its own, as its user runs it; it leaves that JVM by an exit code. */
  @Test
  void theDemoTellsItsWholeStory(@TempDir Path folder) throws Exception {
    Path out = folder.resolve("out");
    Process demo =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                "io.leasehold.examples.demo.Demo",
                server.uri(),
                "--ttl=4s")
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      assertThat(demo.waitFor(3, TimeUnit.MINUTES)).isTrue();
      String text = Files.readString(out);
      assertThat(demo.exitValue()).as(text).isZero();
      assertThat(text.lines().filter(line -> line.contains(" s  ok "))).as(text).hasSize(8);
      assertThat(text).containsPattern("refused by the counter: token \\d+ is below\\s+\\d+");
    } finally {
      demo.destroyForcibly();
    }
  }
}
