package io.leasehold.classpath;

import static io.leasehold.classpath.ChildJvm.NO_URI;

import io.leasehold.classpath.ChildJvm.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** lease-api as a named module, with providers of both kinds. */
class ModulePathTest extends ClasspathTest {

  @Test
  void aProviderThatIsAModuleIsFoundAndToldAsOne() {
    Path module = jar(ProviderJar.of("good").modular());
    Run run = ChildJvm.in(folder).withModules(module).choose(NO_URI, "other://x");
    run.answer(0).isBackend("good");
    run.answer(1).isRefused("LEASE-105").says(module + " (module jars.good)", "SPI version 1");
  }

  @Test
  void aProviderOnTheClassPathIsFoundFromTheModule() {
    Path plain = jar(ProviderJar.of("plain"));
    Path module = jar(ProviderJar.of("good").modular());
    Run run = child(plain).withModules(module).choose(NO_URI, "plain://x", "good://x");
    run.answer(0).isRefused("LEASE-102").says(plain, module + " (module jars.good)");
    run.answer(1).isBackend("plain");
    run.answer(2).isBackend("good");
  }

  @Test
  void aModuleThatProvidesNothingIsToldWhy() {
    Path silent = jar(ProviderJar.of("silent").modularWithoutProvides());
    ChildJvm.in(folder)
        .withModules(silent)
        .flag("--add-modules=jars.silent")
        .choose(NO_URI)
        .refusal()
        .isRefused("LEASE-103")
        .says(silent, "its module jars.silent does not declare \"provides");
  }
}
