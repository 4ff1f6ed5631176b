package io.leasehold.engine.proof;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.leasehold.engine.proof.Mutant.Mutation;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;

/** How long races are looked for: a few seconds each. */
public final class Races {

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
        .actorsPerThread(2)
        .addGuarantee(forClasses(Races::isCollection).allMethods().treatAsAtomic())
        .check(race);
  }

  /**
   * The concurrent ones are atomic as the JDK promises, the others belong to one thread at a time:
   * it is our code that is interleaved.
   */
  private static boolean isCollection(String type) {
    return type.startsWith("java.util.") && !type.startsWith("java.util.concurrent.atomic.");
  }

  /** The same on real threads, which also reorder memory. */
  public static void stress(Class<?> race) {
    new StressOptions()
        .iterations(10)
        .invocationsPerIteration(1_000)
        .threads(3)
        .actorsPerThread(2)
        .check(race);
  }

  /** Plants a bug in the engine, which the model checker must find. */
  public static void findBug(Class<?> race, String bug, String type, String line, String instead) {
    Class<?> mutant = Mutant.load(new Mutation(bug, type, line, instead), race);
    assertThatThrownBy(() -> modelCheck(mutant, 30, 300))
        .as("planted: " + bug)
        .isInstanceOf(LincheckAssertionError.class)
        .hasMessageMatching("(?s).*(Invalid execution results|Validation function).*");
  }
}
