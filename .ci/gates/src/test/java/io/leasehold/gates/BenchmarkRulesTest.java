package io.leasehold.gates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmarks stay apart from what users get; each rule on the repository and on a plant. */
class BenchmarkRulesTest {
  private static final Path ROOT = Path.of(System.getProperty("leasehold.root")).normalize();

  @TempDir private Path planted;

  @Test
  void nothingThatUsersGetDependsOnABenchmark() {
    assertThat(BenchmarkRules.sources(ROOT)).hasSizeGreaterThan(3);
    assertThat(BenchmarkRules.dependedOn(ROOT)).isEmpty();
  }

  @Test
  void noBenchmarkIsPublished() {
    assertThat(BenchmarkRules.published(ROOT)).isEmpty();
  }

  @Test
  void theirFilesAreShortAndTheirPackagesSmall() {
    for (Path sources : BenchmarkRules.sources(ROOT)) {
      assertThat(SourceRules.fileLengths(sources)).isEmpty();
      assertThat(SourceRules.packageSizes(sources)).isEmpty();
    }
  }

  @Test
  void aModuleThatDependsOnOneIsFound() throws IOException {
    pom("benchmarks/pom.xml", "<artifactId>all</artifactId>");
    pom(
        "benchmarks/peer/pom.xml",
        "<parent><artifactId>all</artifactId></parent><artifactId>peer</artifactId>");
    pom("lease/pom.xml", "<artifactId>lease</artifactId><artifactId>peer</artifactId>");
    pom("other/pom.xml", "<artifactId>other</artifactId><artifactId>lease</artifactId>");
    assertThat(BenchmarkRules.dependedOn(planted))
        .containsExactly(new Violation("benchmarks-apart", "lease/pom.xml", "peer"));
    assertThat(BenchmarkRules.published(planted)).hasSize(3);
  }

  private void pom(String name, String text) throws IOException {
    Path file = planted.resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    Files.write(file, List.of("<project>" + text + "</project>"));
  }
}
