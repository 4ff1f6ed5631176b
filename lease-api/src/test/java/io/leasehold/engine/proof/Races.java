package io.leasehold.engine.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.leasehold.engine.proof.Mutant.Mutation;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;

/** How long races are looked for: a few seconds each. */
public final class Races {

  /** The concurrent ones are atomic, as the JDK promises: it is our code that is interleaved. */
  private static final String[] COLLECTIONS = {
    "java.util.concurrent.ConcurrentHashMap",
    "java.util.concurrent.ConcurrentLinkedQueue",
    "java.util.HashMap",
    "java.util.HashSet",
    "java.util.LinkedHashMap",
    "java.util.LinkedHashSet"
  };

  private Races() {}

  /** Every result must be one of some order; many interleavings of some small programs. */
  public static void modelCheck(Class<?> race) {
    modelCheck(race, 8, 150);
  }

  private static void modelCheck(Class<?> race, int programs, int interleavings) {
    new ModelCheckingOptions()
        .iterations(programs)
        .invocationsPerIteration(interleavings)
        .threads(3)
        .actorsBefore(0) // what happens once must happen in the race, not before it
        .actorsPerThread(2)
        .actorsAfter(1)
        .addGuarantee(forClasses(COLLECTIONS).allMethods().treatAsAtomic())
        .check(race);
  }

  /** The same on real threads, which also reorder memory. */
  public static void stress(Class<?> race) {
    new StressOptions()
        .iterations(10)
        .invocationsPerIteration(1_000)
        .threads(3)
        .actorsBefore(0) // what happens once must happen in the race, not before it
        .actorsPerThread(2)
        .actorsAfter(1)
        .check(race);
  }

  /**
   * Plants a bug in the engine, which the model checker must find. In a JVM of its own, because the
   * checker keeps what it has instrumented by the name of the class.
   */
  public static void findBug(Class<?> race, String bug, String type, String line, String instead) {
    String said =
        Mutant.inFolder(
            new Mutation(bug, type, line, instead), classes -> run(classes, race.getName()));
    assertThat(said)
        .as("planted: " + bug)
        .containsPattern("Invalid execution results|Validation function");
  }

  private static String run(Path mutant, String race) {
    String classPath = mutant + File.pathSeparator + System.getProperty("java.class.path");
    ProcessBuilder java =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+EnableDynamicAgentLoading",
            "-Xmx512m",
            "-cp",
            classPath,
            Races.class.getName(),
            race);
    try {
      Path said = Files.createTempFile("race", ".txt");
      try {
        Process process = java.redirectErrorStream(true).redirectOutput(said.toFile()).start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
          process.destroyForcibly();
          throw new AssertionError(race + " took more than 5 minutes: " + Files.readString(said));
        }
        return Files.readString(said);
      } finally {
        Files.delete(said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Looks for a bug in the race that is named, and prints what is found. */
  public static void main(String[] args) throws ClassNotFoundException {
    try {
      modelCheck(Class.forName(args[0]), 30, 300);
    } catch (LincheckAssertionError e) {
      System.out.println(e.getMessage());
    }
  }
}
