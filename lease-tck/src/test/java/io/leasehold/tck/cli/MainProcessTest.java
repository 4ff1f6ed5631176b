package io.leasehold.tck.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.jr.ob.JSON;
import io.leasehold.LeaseClient;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.simple.SimpleLogger;
import picocli.CommandLine;

/** The main class as scripts see it: exit code, two pipes, a log that stays off both. */
class MainProcessTest {

  @TempDir private Path folder;

  private int run(String... args) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp"));
    command.add(classPath());
    command.add(Main.class.getName());
    command.addAll(List.of(args));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out().toFile())
            .redirectError(err().toFile())
            .start();
    process.getOutputStream().close();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  /** Of the classes themselves: some test runners hide theirs. */
  private static String classPath() {
    return Stream.of(
            Main.class,
            PlantedProvider.class,
            LeaseClient.class,
            CommandLine.class,
            Logger.class,
            SimpleLogger.class,
            JSON.class,
            JsonFactory.class)
        .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private Path out() {
    return folder.resolve("out.txt");
  }

  private Path err() {
    return folder.resolve("err.txt");
  }

  @Test
  void aFailedRunEndsWithOneAndItsLogIsInTheFolder() throws Exception {
    String planted = PlantedProvider.classPath(folder.resolve("planted")).toString();
    Path dir = folder.resolve("results");
    int exit =
        run(
            "run",
            "double:x",
            "--classpath",
            planted,
            "--rules",
            "RACE-01",
            "--scenario",
            "race",
            "--seed",
            "3",
            "--out",
            dir.toString());
    assertThat(exit).as(Files.readString(err())).isEqualTo(1);
    assertThat(out()).content().startsWith("Leasehold TCK: ").contains("  fail  RACE-01");
    assertThat(err()).content().doesNotContain("WARN", "\r", "\u001b", "SLF4J");
    assertThat(dir.resolve("log.txt")).content().contains("WARN", "LEASE-301");
  }

  @Test
  void misuseEndsWithThreeAndSaysNothingOnTheOutput() throws Exception {
    assertThat(run("run", "nosuch://u:hidden@h")).isEqualTo(3);
    assertThat(out()).isEmptyFile();
    assertThat(err()).content().contains("nosuch://u:***@h").doesNotContain("hidden", "SLF4J");
  }
}
