package io.leasehold.gates;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The gates over the real modules. What each gate rejects is shown by the tests with plants. */
class RepositoryTest {
  private static final Path ROOT = Path.of(System.getProperty("leasehold.root")).normalize();
  private static final List<Modules.Module> MODULES = Modules.withMainCode(ROOT);

  @Test
  void packagesUseOnlyWhatTheyMay() {
    none(LayerRules.check(MODULES.stream().map(Modules.Module::classes).toList()));
  }

  @Test
  void mainCodeHasNoMonitor() {
    none(inEveryModule(it -> BytecodeRules.monitors(it.classes())));
  }

  @Test
  void leaseApiNeverSleeps() {
    none(BytecodeRules.blockingWaits(leaseApi().classes()));
  }

  @Test
  void oneClassReadsTheWallClock() {
    none(inEveryModule(it -> BytecodeRules.wallClock(it.classes())));
  }

  @Test
  void oneClassOfLeaseApiReadsTheMonotonicClock() {
    none(BytecodeRules.monotonicClock(leaseApi().classes()));
  }

  @Test
  void filesAreShort() {
    none(inEveryModule(it -> SourceRules.fileLengths(it.sources())));
  }

  @Test
  void packagesAreSmall() {
    none(inEveryModule(it -> SourceRules.packageSizes(it.sources())));
  }

  @Test
  void everythingThatUsersSeeHasASentence() {
    none(
        inEveryModule(
            it ->
                DocRules.undocumented(
                    it.sources(), name -> !name.startsWith("io.leasehold.engine"))));
  }

  /** A gate that reads an empty folder would pass: every module shows sources and classes. */
  @Test
  void everyModuleIsRead() {
    assertThat(MODULES)
        .extracting(Modules.Module::name)
        .contains("lease-api", "lease-tck", "examples");
    assertThat(MODULES)
        .allSatisfy(
            it -> {
              assertThat(Modules.files(it.sources(), ".java")).isNotEmpty();
              assertThat(Modules.files(it.classes(), ".class")).isNotEmpty();
            });
  }

  private static Modules.Module leaseApi() {
    return MODULES.stream().filter(it -> it.name().equals("lease-api")).findFirst().orElseThrow();
  }

  private static List<Violation> inEveryModule(Function<Modules.Module, List<Violation>> gate) {
    return MODULES.stream().flatMap(it -> gate.apply(it).stream()).toList();
  }

  private static void none(List<Violation> violations) {
    assertThat(violations)
        .withFailMessage(
            () -> violations.stream().map(Violation::toString).collect(joining("\n", "\n", "")))
        .isEmpty();
  }
}
