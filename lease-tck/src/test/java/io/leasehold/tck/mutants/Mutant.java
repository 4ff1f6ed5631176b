package io.leasehold.tck.mutants;

import java.util.Set;
import java.util.function.Supplier;

/**
 * A broken backend. What the kit has to say of it stands in {@link KillTable}.
 *
 * @param name in capitals
 * @param fault what it does wrongly, in words
 * @param model makes it
 * @param throwing whether the fault is an exception, the one case in which a mutant may throw
 */
record Mutant(String name, String fault, Supplier<Model> model, boolean throwing) {

  static Mutant of(String name, String fault, Supplier<Model> model) {
    return new Mutant(name, fault, model, false);
  }

  Mutant byThrowing() {
    return new Mutant(name, fault, model, true);
  }

  /** Exactly the rules that it breaks. */
  Set<String> fails() {
    return KillTable.of(name).fails();
  }

  /** Exactly the rules of which it makes a step fail before their question. */
  Set<String> unsettles() {
    return KillTable.of(name).unsettles();
  }

  @Override
  public String toString() {
    return name + ": " + fault;
  }
}
