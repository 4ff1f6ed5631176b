package io.leasehold.gates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The gates that live in the root pom, on real modules below it: one run of Maven, in which the
 * clean module passes and every planted violation stops its own module with its own message.
 */
class MavenGatesTest {
  private static Path fixture;
  private static MavenRun run;

  @BeforeAll
  static void runMavenOnce() throws IOException, InterruptedException {
    Path module = Path.of(System.getProperty("leasehold.root"), ".ci", "gates").toRealPath();
    fixture = module.resolve("target/maven-fixture");
    copy(module.resolve("src/test/maven-fixture"), fixture);
    run = MavenRun.of(fixture.resolve("pom.xml"), "clean", "verify");
  }

  @Test
  void theCleanModulePassesEveryGate() {
    assertThat(run.verdict("clean")).isEqualTo("SUCCESS");
    assertThat(fixture.resolve("clean/target"))
        .isDirectoryContaining("glob:**/*-javadoc.jar")
        .isDirectoryContaining("glob:**/*-sources.jar");
  }

  @ParameterizedTest
  @MethodSource("planted")
  void aPlantedViolationStopsItsModule(String module, String message) {
    assertThat(run.verdict(module)).isEqualTo("FAILURE");
    assertThat(run.errors(module)).contains(message);
  }

  private static List<Arguments> planted() {
    return List.of(
        Arguments.of("unformatted", "format violations"),
        Arguments.of("error-prone", "Planted.java:[15,20] [ArrayEquals]"),
        Arguments.of("error-prone-in-test", "PlantedTest.java:[5,5] [DeadException]"),
        Arguments.of("lint", "Planted.java: warnings found and -Werror specified"),
        Arguments.of("null-away", "Planted.java:[16,16] [NullAway] dereferenced expression text"),
        Arguments.of("null-away", "PlantedBox.java:[30,12] [NullAway] incompatible types"),
        Arguments.of("javadoc", "Project contains Javadoc Warnings"),
        Arguments.of("unpinned-plugin", "Pin every plugin in the root pom"),
        Arguments.of(
            "divergence", "Dependency convergence error for io.leasehold.fixture:library"));
  }

  /** The rule reads every pom of a run, so this pom has a run of its own. */
  @Test
  void aRepositoryInAPomIsRejected() throws IOException, InterruptedException {
    MavenRun own = MavenRun.of(fixture.resolve("repository/pom.xml"), "validate");
    assertThat(own.exit()).isNotZero();
    assertThat(own.output()).contains("RequireNoRepositories failed", "has repositories");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file));
        Files.createDirectories(target.resolveSibling(""));
        Files.write(target, Files.readAllBytes(file));
      }
    }
  }
}
