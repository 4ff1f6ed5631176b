package io.leasehold.gates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayerRulesTest {
  /** One class per package, and the one legal step into the engine. */
  private static final List<String> CLEAN =
      List.of(
          type("io.leasehold.Api", "io.leasehold.spi.Spi"),
          type("io.leasehold.LeaseClientBuilder", "io.leasehold.engine.Engines"),
          type("io.leasehold.spi.Spi", "io.leasehold.Api"),
          type("io.leasehold.spi.support.Support", "io.leasehold.spi.Spi"),
          type("io.leasehold.memory.Memory", "io.leasehold.spi.support.Support"),
          type("io.leasehold.engine.Engines", "io.leasehold.LeaseClientBuilder"),
          type("io.leasehold.engine.Watchdog", "org.slf4j.Logger"),
          type("io.leasehold.redis.Redis", "io.leasehold.spi.support.Support"),
          type("io.leasehold.etcd.Etcd", "io.leasehold.spi.Spi"),
          type("io.leasehold.tck.Door", "org.junit.jupiter.api.Test"),
          type("io.leasehold.tck.rules.Rules", "io.leasehold.memory.Memory"),
          type("io.leasehold.examples.Example", "io.leasehold.tck.rules.Rules"));

  /** Steps against the arrows, each with the rule that must name it. */
  private static final List<Step> PLANTED =
      List.of(
          new Step("engine-private", "io.leasehold.Planted1", "io.leasehold.engine.Engines"),
          new Step("engine-private", "io.leasehold.spi.Planted2", "io.leasehold.engine.Watchdog"),
          new Step("engine-private", "io.leasehold.memory.Planted3", "io.leasehold.engine.Engines"),
          new Step("engine-private", "io.leasehold.redis.Planted4", "io.leasehold.engine.Engines"),
          new Step("engine-private", "io.leasehold.tck.Planted5", "io.leasehold.engine.Engines"),
          new Step(
              "engine-private", "io.leasehold.examples.Planted6", "io.leasehold.engine.Watchdog"),
          new Step("layers", "io.leasehold.Planted7", "io.leasehold.memory.Memory"),
          new Step("layers", "io.leasehold.Planted8", "io.leasehold.redis.Redis"),
          new Step("layers", "io.leasehold.spi.Planted9", "io.leasehold.spi.support.Support"),
          new Step("layers", "io.leasehold.spi.support.Planted10", "io.leasehold.memory.Memory"),
          new Step("layers", "io.leasehold.engine.Planted11", "io.leasehold.memory.Memory"),
          new Step("layers", "io.leasehold.engine.Planted12", "io.leasehold.spi.support.Support"),
          new Step("layers", "io.leasehold.etcd.Planted13", "io.leasehold.redis.Redis"),
          new Step("layers", "io.leasehold.etcd.Planted14", "io.leasehold.memory.Memory"),
          new Step("layers", "io.leasehold.redis.Planted15", "io.leasehold.tck.Door"),
          new Step("layers", "io.leasehold.tck.Planted16", "io.leasehold.redis.Redis"),
          new Step("layers", "io.leasehold.examples.Planted17", "io.leasehold.redis.Redis"),
          new Step("foundation", "io.leasehold.engine.Planted19", "org.objectweb.asm.ClassReader"),
          new Step(
              "foundation", "io.leasehold.memory.Planted20", "org.assertj.core.api.Assertions"),
          new Step(
              "junit-at-the-door",
              "io.leasehold.tck.rules.Planted21",
              "org.junit.jupiter.api.Test"),
          new Step(
              "junit-at-the-door", "io.leasehold.redis.Planted22", "org.junit.jupiter.api.Test"));

  @TempDir Path folder;

  @Test
  void acceptsTheLayersAsTheyShouldBe() throws IOException {
    assertThat(violations()).isEmpty();
  }

  @Test
  void rejectsEveryStepAgainstTheArrows() throws IOException {
    List<String> sources = new ArrayList<>();
    PLANTED.forEach(it -> sources.add(type(it.from(), it.to())));
    List<Violation> found = violations(sources.toArray(String[]::new));
    assertThat(PLANTED)
        .allSatisfy(
            step ->
                assertThat(found)
                    .filteredOn(it -> it.place().equals(step.from()))
                    .extracting(Violation::rule)
                    .containsOnly(step.rule()));
  }

  @Test
  void rejectsABootstrapThatOpensMoreThanTheDoor() throws IOException {
    String planted = type("io.leasehold.LeaseClientBuilder", "io.leasehold.engine.Watchdog");
    assertThat(violations(planted)).extracting(Violation::rule).contains("engine-private");
  }

  @Test
  void rejectsACycleOfPackages() throws IOException {
    var found =
        violations(
            type("io.leasehold.tck.rules.There", "io.leasehold.tck.check.Back"),
            type("io.leasehold.tck.check.Back", "io.leasehold.tck.rules.Rules"));
    assertThat(found).extracting(Violation::rule).containsOnly("package-cycle");
    assertThat(found.get(0).detail()).contains("io.leasehold.tck.check", "io.leasehold.tck.rules");
  }

  private List<Violation> violations(String... planted) throws IOException {
    List<String> all = new ArrayList<>(CLEAN);
    all.addAll(Arrays.asList(planted));
    return LayerRules.check(List.of(new Plant(folder).classes(all.toArray(String[]::new))));
  }

  /** A planted dependency. */
  private record Step(String rule, String from, String to) {}

  /** A public class whose one public field refers to another type. */
  private static String type(String name, String uses) {
    int dot = name.lastIndexOf('.');
    return """
        package %s;

        public class %s {
          public %s uses;
        }
        """
        .formatted(name.substring(0, dot), name.substring(dot + 1), uses);
  }
}
