package io.leasehold.classpath;

import static io.leasehold.classpath.ChildJvm.NO_URI;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.classpath.ChildJvm.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Each kind of broken jar, beside a sound one. The sound one is usable by its URI, the broken one
 * is named, and without a URI the doubt which of the two is meant refuses to start.
 */
class BrokenJarTest extends ClasspathTest {

  private static final int MAJOR_VERSION = 7;

  @Test
  void aClassThatTheServiceFileNamesIsMissing() {
    isToldBesideASoundJar(ProviderJar.of("bad").drop("Provider"), "jars.bad.Provider", "missing");
  }

  @Test
  void aDependencyOfTheProviderIsMissing() {
    isToldBesideASoundJar(
        ProviderJar.of("bad")
            .heritage("extends Missing implements io.leasehold.spi.LeaseBackendProvider")
            .drop("Missing"),
        "jars.bad.Provider",
        "NoClassDefFoundError: jars/bad/Missing",
        "a dependency of the jar is not on the classpath");
  }

  @Test
  void theConstructorMeetsAMissingClass() {
    isToldBesideASoundJar(
        ProviderJar.of("bad").constructor("new Missing();").drop("Missing"),
        "jars.bad.Provider",
        "NoClassDefFoundError: jars/bad/Missing");
  }

  @Test
  void theConstructorThrows() {
    isToldBesideASoundJar(
        ProviderJar.of("bad").constructor("throw new IllegalStateException(\"no home\");"),
        "jars.bad.Provider",
        "IllegalStateException: no home");
  }

  @Test
  void theClassIsForANewerJava() {
    isToldBesideASoundJar(
        ProviderJar.of("bad").patchProvider(BrokenJarTest::forANewerJava),
        "jars.bad.Provider",
        "UnsupportedClassVersionError",
        "run a newer Java, or take an older jar");
  }

  @Test
  void theClassFileIsCutShort() {
    isToldBesideASoundJar(
        ProviderJar.of("bad").patchProvider(b -> Arrays.copyOf(b, b.length / 2)),
        "jars.bad.Provider",
        "ClassFormatError");
  }

  @Test
  void theServiceFileIsCorrupt() {
    isToldBesideASoundJar(
        ProviderJar.of("bad").serviceFile("# sound so far\njars.bad.Provider\nPK\u0003\u0004 %\n"),
        "line 3 is not the name of a class");
  }

  @Test
  void theServiceFileIsEmpty() {
    isToldBesideASoundJar(ProviderJar.of("bad").serviceFile("# nothing\n"), "names no provider");
  }

  @Test
  void theClassIsNoProvider() {
    isToldBesideASoundJar(
        ProviderJar.of("bad").heritage(""),
        "jars.bad.Provider",
        "does not implement io.leasehold.spi.LeaseBackendProvider");
  }

  @Test
  void theProviderBreaksItsContract() {
    isToldBesideASoundJar(
        ProviderJar.of("bad").schemes("BAD"), "jars.bad.Provider", "\"BAD\"", "lower case");
  }

  @Test
  void theJarItselfCannotBeOpened() throws Exception {
    Path bad = jar(ProviderJar.of("bad"));
    byte[] whole = Files.readAllBytes(bad);
    Files.write(bad, Arrays.copyOf(whole, whole.length / 2));
    isTold(bad, "cannot be opened");
  }

  @Test
  void onlyBrokenJarsAreRefusedWithEachError() {
    Path first = jar(ProviderJar.of("first").drop("Provider"));
    Path second = jar(ProviderJar.of("second").constructor("throw new AssertionError(\"x\");"));
    child(first, second)
        .choose(NO_URI)
        .refusal()
        .isRefused("LEASE-103")
        .says(first, second, "AssertionError: x", "missing", "add io.leasehold:lease-redis");
  }

  private void isToldBesideASoundJar(ProviderJar broken, String... told) {
    isTold(jar(broken), told);
  }

  private void isTold(Path bad, String... told) {
    Path good = jar(ProviderJar.of("good"));
    Run run = child(bad, good).choose("good://x", "bad://x", NO_URI);
    run.answer(0).isBackend("good");
    assertThat(run.errors()).contains("WARN").contains(bad.toString()).contains(told);
    run.answer(1)
        .isRefused("LEASE-105")
        .says(bad, good, "it may be the one", "available are good")
        .says((Object[]) told);
    run.answer(2)
        .isRefused("LEASE-103")
        .says(bad, good, "LeaseClient.open(\"good://home\")", "repair or remove")
        .says((Object[]) told);
    assertThat(run.exit()).isEqualTo(1);
  }

  private static byte[] forANewerJava(byte[] classFile) {
    byte[] patched = classFile.clone();
    patched[MAJOR_VERSION] = (byte) 200;
    return patched;
  }
}
