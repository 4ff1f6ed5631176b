package io.leasehold.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.process.ProcStat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the demo as its user does, in a JVM of its own. */
class DemoTest {

  private static final long BOUND_SECONDS = 180;

  /** Long enough for a machine that is busy with other tests, too. */
  private static final String TTL = "--ttl=4s";

  @TempDir Path temp;
  private Path scratch;
  private Path out;
  private Path err;
  private Process demo;

  @BeforeEach
  void place() throws IOException {
    scratch = Files.createDirectory(temp.resolve("scratch"));
    out = temp.resolve("out");
    err = temp.resolve("err");
  }

  @AfterEach
  void end() {
    if (demo != null) {
      demo.destroyForcibly();
    }
  }

  @Test
  void everyStepHappensAndTheLateWriteIsRefused() throws Exception {
    assertThat(run(TTL)).as(this::everything).isEqualTo(Demo.OK);

    String text = text();
    assertThat(steps(text)).containsExactly("1", "2", "3", "4", "5", "6", "7", "8");
    assertThat(text.lines().filter(line -> line.contains(" s  ok "))).hasSize(8);
    assertThat(text)
        .containsPattern("2 > 1, [0-9.]+ s after the stop")
        .containsPattern("pid \\d+ is in state T")
        .contains("its first look at the lease says: not held")
        .containsPattern("it lost the lease, [A-Z_]+: ")
        .contains("refused by the counter: token 1 is below 2")
        .contains("writes refused 1")
        .contains("nobody holds the lease")
        .doesNotContain("\u001B");
    assertThat(pids(text)).hasSize(2);
    assertNothingIsLeft(text);
  }

  @Test
  void withoutTheFenceTheCounterIsCorrupted() throws Exception {
    assertThat(run("--unfenced", TTL)).as(this::everything).isEqualTo(Demo.CORRUPT);

    String text = text();
    assertThat(steps(text)).containsExactly("1", "2", "3", "4", "5", "6", "7", "8");
    assertThat(text)
        .contains("UNFENCED")
        .containsPattern("CORRUPT +\\d+ writes were acknowledged, but the counter says \\d+")
        .contains("writes refused 0")
        .doesNotContain("refused by the counter")
        .doesNotContain("\u001B");
    assertNothingIsLeft(text);
  }

  @Test
  void aStoreThatCannotBeUsedIsACodedError() throws Exception {
    assertThat(run("nowhere:")).isEqualTo(Demo.UNUSABLE);
    assertThat(Files.readString(err)).contains("LEASE-105", "nowhere");

    assertThat(run("file:" + temp.resolve("missing"))).isEqualTo(Demo.UNUSABLE);
    assertThat(Files.readString(err)).contains("LEASE-108", "missing", "create=true");
    assertNothingIsLeft("");
  }

  @Test
  void anUnknownOptionShowsTheUsage() throws Exception {
    assertThat(run("--fast")).isEqualTo(Demo.UNUSABLE);
    assertThat(Files.readString(err)).contains("unknown option --fast", "usage:");
  }

  @Test
  void helpIsNoMistake() throws Exception {
    assertThat(run("--help")).isEqualTo(Demo.OK);
    assertThat(text()).isEqualTo(DemoOptions.USAGE + System.lineSeparator());
  }

  /** Before it builds anything. */
  @Test
  void theScriptShowsTheSameHelp() throws Exception {
    Path script = Path.of("..", "scripts", "demo.sh");
    demo =
        new ProcessBuilder("bash", script.toString(), "-h")
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(demo.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(demo.exitValue()).as(this::everything).isZero();
    assertThat(text()).contains(DemoOptions.USAGE);
  }

  @Test
  void aDemoThatIsEndedInTheMiddleLeavesNoProcessAndNoFile() throws Exception {
    start(TTL);
    awaitText("is in state T");
    String text = text();
    assertThat(pids(text)).hasSize(2).allMatch(pid -> ProcStat.of(pid).isPresent());

    demo.destroy(); // as Ctrl-C does

    assertThat(demo.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(demo.exitValue()).isEqualTo(128 + 15);
    assertNothingIsLeft(text);
    assertThat(text()).doesNotContain("FAILED");
  }

  private int run(String... args) throws IOException, InterruptedException {
    start(args);
    assertThat(demo.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)).as(this::everything).isTrue();
    return demo.exitValue();
  }

  private void start(String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // As on a terminal, where NO_COLOR has to be honoured.
    command.addAll(List.of("-Ddemo.terminal=true", "-Djava.io.tmpdir=" + scratch));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Demo.class.getName()));
    command.addAll(List.of(args));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("NO_COLOR", "1");
    demo = builder.start();
  }

  private void awaitText(String wanted) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND_SECONDS);
    while (!text().contains(wanted)) {
      assertThat(demo.isAlive() && System.nanoTime() - end < 0).as(this::everything).isTrue();
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private void assertNothingIsLeft(String text) throws Exception {
    for (long pid : pids(text)) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND_SECONDS);
      while (!ProcStat.of(pid).map(ProcStat::hasEnded).orElse(true)) {
        assertThat(System.nanoTime() - end).as("pid %d is still there", pid).isNegative();
        TimeUnit.MILLISECONDS.sleep(5);
      }
    }
    try (Stream<Path> left = Files.list(scratch)) {
      assertThat(left).isEmpty();
    }
  }

  private static List<String> steps(String text) {
    return matches(text, Pattern.compile("(?m)^(\\d)  [A-Z].*\\.$"));
  }

  private static List<Long> pids(String text) {
    return matches(text, Pattern.compile("pid (\\d+) started")).stream()
        .map(Long::valueOf)
        .toList();
  }

  private static List<String> matches(String text, Pattern pattern) {
    Matcher matcher = pattern.matcher(text);
    List<String> found = new ArrayList<>();
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  private String text() throws IOException {
    return Files.readString(out);
  }

  private String everything() {
    try {
      return text() + Files.readString(err);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
