package io.leasehold.gates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceRulesTest {
  private Plant plant;

  @BeforeEach
  void useFolder(@TempDir Path folder) {
    plant = new Plant(folder);
  }

  @Test
  void rejectsAFileOf301Lines() throws IOException {
    plant.write(typeOfLines("Fits", 300));
    plant.write(typeOfLines("Long", 301));
    assertThat(SourceRules.fileLengths(plant.sources()))
        .containsExactly(new Violation("file-length", "io/leasehold/spi/Long.java", "301 > 300"));
  }

  @Test
  void rejectsAPackageOf31Files() throws IOException {
    fill("io.leasehold.spi", 31);
    fill("io.leasehold.memory", 30);
    assertThat(SourceRules.packageSizes(plant.sources()))
        .containsExactly(new Violation("package-size", "io/leasehold/spi", "31 files > 30"));
  }

  @Test
  void rejectsARootPackageOf41Files() throws IOException {
    fill("io.leasehold", 40);
    assertThat(SourceRules.packageSizes(plant.sources())).isEmpty();
    fill("io.leasehold", 41);
    assertThat(SourceRules.packageSizes(plant.sources()))
        .containsExactly(new Violation("package-size", "io/leasehold", "41 files > 40"));
  }

  private void fill(String name, int files) throws IOException {
    for (int i = 0; i < files; i++) {
      plant.write("package " + name + ";\nclass T" + i + " {}\n");
    }
  }

  private static String typeOfLines(String name, int lines) {
    return "package io.leasehold.spi;\nclass " + name + " {\n" + "\n".repeat(lines - 3) + "}\n";
  }
}
