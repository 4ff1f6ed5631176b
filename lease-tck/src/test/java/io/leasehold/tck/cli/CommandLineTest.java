package io.leasehold.tck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.process.ChildCommand;
import io.leasehold.tck.report.Look;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a command prints and how it ends, in this JVM. */
class CommandLineTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final ClassLoader before = Thread.currentThread().getContextClassLoader();
  @TempDir private Path folder;
  private String planted = "";

  @BeforeEach
  void plant() throws Exception {
    planted = PlantedProvider.classPath(folder.resolve("planted")).toString();
  }

  @AfterEach
  void uproot() {
    Thread.currentThread().setContextClassLoader(before);
    System.clearProperty(ChildCommand.CLASSPATH_PROPERTY);
  }

  private int run(boolean interactive, String... args) {
    out.reset();
    err.reset();
    Terminal terminal =
        new Terminal(print(out), print(err), interactive, new Look(false, interactive));
    return Main.run(terminal, args);
  }

  private int run(String... args) {
    return run(false, args);
  }

  private static PrintStream print(ByteArrayOutputStream to) {
    return new PrintStream(to, true, StandardCharsets.UTF_8);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aStoreThatKeepsTheRulesIsAPass() {
    assertThat(run("run", "memory:cli", "--rules", "ACQ-01,REL-0*", "--seed", "5"))
        .as(err())
        .isZero();
    assertThat(out())
        .startsWith("Leasehold TCK: memory[")
        .contains("store memory:cli, seed 5\n", "  REL   release ")
        .endsWith("\n  Verdict: pass (exit code 0)\n")
        .doesNotContain("--out", "\u001b");
  }

  @Test
  void aBackendThatBreaksARuleOfTheSpiFails() {
    int exit = run("run", "blind:x", "-cp", planted, "--rules", "REL-01,REL-02", "--seed", "5");
    assertThat(exit).as(err()).isEqualTo(1);
    assertThat(out())
        .contains("  fail  REL-02 [MUST, G4 own acts only]", "expected: ", "last calls:")
        .contains("run it again with --seed 5 --out DIR");
  }

  @Test
  void aBackendThatBreaksARuleOfTheEngineFailsAndTheMomentCanBeLookedUp() throws Exception {
    Path dir = folder.resolve("out");
    int exit =
        run(
            "run",
            "double:x",
            "-cp",
            planted,
            "--scenario",
            "race",
            "--rules",
            "RACE-01",
            "--seed",
            "5",
            "--out",
            dir.toString());
    assertThat(exit).as(out() + err()).isEqualTo(1);
    Path history = dir.resolve("histories/race-5.jsonl");
    assertThat(out())
        .contains("  fail  RACE-01 [")
        .containsPattern("  moment: +\\d+\\.\\d ms after the beginning of \\Q" + history + "\\E")
        .contains("Files: " + dir);
    assertThat(history).exists();
    assertThat(dir).isDirectoryContaining("glob:**/report.json");
    assertThat(dir).isDirectoryContaining("glob:**/report.html");
    assertThat(dir).isDirectoryContaining("glob:**/report.md");
    assertThat(dir).isDirectoryContaining("glob:**/report.txt");
    assertThat(dir).isDirectoryContaining("glob:**/TEST-leasehold-tck.xml");
    String failure = failure(out());

    assertThat(run("recheck", history.toString(), "--rules", "RACE-01")).isEqualTo(1);
    assertThat(failure(out())).isEqualTo(failure);
    assertThat(run("recheck", dir.toString(), "--rules", "RACE-01")).isEqualTo(1);
    assertThat(failure(out())).isEqualTo(failure);
    assertThat(run("report", dir.toString())).isZero();
    assertThat(out()).contains("| rule | double:x |", "| **RACE-01** ", "| **FAIL** |");
    assertThat(run("report", "two=" + dir, dir.toString(), dir.toString())).isZero();
    assertThat(out()).contains("| rule | two | double:x | double:x (" + dir + ") |");
  }

  /** From the verdict to the last event. */
  private static String failure(String report) {
    String rest = report.substring(report.indexOf("  fail  RACE-01"));
    return rest.split("\n\n|\n  moment:", 2)[0].strip();
  }

  @Test
  void aHistoryThatKeepsTheRulesIsAPassAgain() {
    Path dir = folder.resolve("out");
    assertThat(run("run", "memory:again", "--scenario", "race", "--out", dir.toString())).isZero();
    assertThat(run("recheck", dir.toString())).as(out()).isZero();
    assertThat(out()).contains("1 history judged again");
  }

  @Test
  void aStoreThatShowsNothingIsUnknown() {
    assertThat(run("run", "busy:x", "-cp", planted, "--rules", "REL-01")).isEqualTo(2);
    assertThat(out()).contains("  unknown  REL-01 [", "--out DIR");
  }

  @Test
  void aRunInWhichNothingAppliesHasProvedNothing() {
    assertThat(run("run", "memory:x", "--rules", "TRT-28")).isEqualTo(2);
    assertThat(out()).contains("0 pass, 0 fail, 1 not applicable");
  }

  @Test
  void whatTheKitCannotDoIsItsOwnFault() throws Exception {
    Path dir = Files.createDirectories(folder.resolve("out"));
    Files.createDirectories(dir.resolve("report.json"));
    int exit = run("run", "memory:x", "--rules", "ACQ-01", "--out", dir.toString());
    assertThat(exit).isEqualTo(4);
    assertThat(err().lines().filter(line -> line.startsWith("lease-tck failed")).toList())
        .singleElement()
        .asString()
        .contains("by a fault of its own", "the stack trace is in " + dir.resolve("fault.txt"));
    assertThat(err()).doesNotContain("\tat ");
    assertThat(dir.resolve("fault.txt"))
        .content()
        .contains("UncheckedIOException", "\tat ", "lease-tck run memory:x --rules ACQ-01");
    assertThat(out()).as("the verdicts are told all the same").contains("1 pass, 0 fail");
  }

  @ParameterizedTest
  @MethodSource("misused")
  void whatMakesNoSenseIsRefusedWithWhatWould(List<String> args, List<String> told) {
    List<String> all = new ArrayList<>();
    args.forEach(arg -> all.add(arg.equals("PLANTED") ? planted : arg));
    assertThat(run(all.toArray(String[]::new))).as(out() + err()).isEqualTo(3);
    assertThat(err()).contains(told).contains("Try: lease-tck").doesNotContain("\tat ", "hidden");
    assertThat(out()).isEmpty();
  }

  private static Stream<Arguments> misused() {
    return Stream.of(
        misuse(List.of(), "no command is given", "list, run, recheck and report"),
        misuse(List.of("runn", "memory:x"), "'runn'"),
        misuse(List.of("run"), "Missing required parameter: 'URI'"),
        misuse(List.of("run", "memory:x", "--rules", "ACQ-99"), "\"ACQ-99\"", "ACQ-01", "ACQ-11"),
        misuse(List.of("run", "memory:x", "--rules", "XYZ"), "\"XYZ\"", "ACQ, RNW, REL"),
        misuse(List.of("run", "memory:x", "--scenario", "rase"), "\"rase\"", "[race"),
        misuse(
            List.of("run", "memory:x", "--scenario", "race", "--rules", "ACQ"),
            "no rule of --rules [ACQ] is judged by --scenario [race]"),
        misuse(List.of("run", "memory:x", "--seed", "x"), "--seed", "\"x\"", "whole number"),
        misuse(List.of("run", "memory:x", "--minutes", "0"), "--minutes", "\"0\"", "up to 10080"),
        misuse(List.of("run", "memory:x", "--minutes", "NaN"), "\"NaN\"", "such as 10 or 0.5"),
        misuse(List.of("run", "memory:x", "--call-timeout", "1"), "--call-timeout", "\"1\""),
        misuse(List.of("run", "memory:x", "--call-timeout", "2h"), "\"2h\"", "up to 1m"),
        misuse(List.of("run", "memory:x", "--set", "race.clients=x"), "\"x\"", "whole number"),
        misuse(
            List.of("run", "memory:x", "--rules", "RACE-01", "--set", "race.clentz=3"),
            "\"race.clentz\"",
            "race.clients=4"),
        misuse(
            List.of("run", "memory:x", "--rules", "RACE-01", "--set", "clients=-3"),
            "clients is -3",
            "0 or more"),
        misuse(List.of("run", "memory:x", "-cp", "no/such.jar"), "\"no/such.jar\"", "jars"),
        misuse(List.of("run", "memory:x", "--out", "/proc/none/of/it"), "\"/proc/none/of/it\""),
        misuse(List.of("run", "memory:"), "\"memory:\"", "memory:kit"),
        misuse(List.of("run", "memory:x", "--outt=x://u:hidden@h"), "--outt="),
        misuse(List.of("run", "nosuch://u:hidden@h"), "LEASE-105", "nosuch://u:***@h", "memory"),
        misuse(List.of("run", "no uri at all"), "LEASE-106"),
        misuse(List.of("run", "away://u:hidden@h", "-cp", "PLANTED"), "away://u:***@h"),
        misuse(
            List.of("run", "throws://u:hidden@h", "-cp", "PLANTED"),
            "throws://u:***@h",
            "could not connect",
            "IllegalStateException"),
        misuse(List.of("recheck", "no-such.jsonl"), "\"no-such.jsonl\"", "--out DIR"),
        misuse(List.of("recheck", "pom.xml"), "pom.xml is not a history"),
        misuse(List.of("report", "src"), "report.json is not there", "--out DIR"),
        misuse(List.of("report", "x=src"), "report.json is not there", "--out DIR"),
        misuse(List.of("report", "pom.xml"), "pom.xml is not a report"),
        misuse(List.of("list", "everything"), "\"everything\" names no rule"));
  }

  private static Arguments misuse(List<String> args, String... told) {
    return Arguments.of(args, List.of(told));
  }

  @Test
  void everyRuleAndScenarioIsListed() {
    assertThat(run("list")).isZero();
    assertThat(out())
        .contains("ACQ: acquire\n  ACQ-01   must   G1   A vacant name is granted")
        .containsPattern("RACE-01 .*\\(by race")
        .containsPattern("FNC-05 .*needs RESTART\\)");
    assertThat(run("list", "scenarios")).isZero();
    assertThat(out()).contains("race.clients=4", "proves RACE-01");
    assertThat(run("list", "RNW-01")).isZero();
    assertThat(out()).contains("RNW-01 [MUST", "why:  ", "check:  ");
  }

  @Test
  void backendsAreListedWithTheirArtifacts() {
    assertThat(run("list", "backends", "-cp", planted)).isZero();
    assertThat(out()).contains("memory:", "io.leasehold:planted", "blind:, busy:, double:");
  }

  @Test
  void onAPipeProgressIsLinesAndOnATerminalABarThatGoesAway() {
    run("run", "memory:x", "--rules", "ACQ");
    assertThat(err().lines().toList()).hasSizeBetween(3, 12).last().asString().contains("11 of 11");
    assertThat(err()).doesNotContain("\r", "\u001b");
    run(true, "run", "memory:x", "--rules", "ACQ");
    assertThat(err()).contains("\r  ██").endsWith("\r\u001b[K");
  }

  @Test
  void everyHelpIsShortAndDoublesNoWord() {
    for (String command : List.of("list", "run", "recheck", "report")) {
      assertThat(run(command, "--help")).isZero();
      assertThat(out()).contains("Usage: lease-tck " + command + " ", "Example");
      assertThat(out().lines()).hasSizeLessThan(60).allMatch(line -> line.length() <= 80);
      assertThat(out()).doesNotContainPattern("\\b(\\w{3,}) \\1\\b");
    }
    assertThat(run("--help")).isZero();
    assertThat(run("--version")).isZero();
    assertThat(out()).startsWith("Leasehold TCK");
  }
}
