package io.leasehold.engine.proof;

import io.leasehold.engine.lease.LeaseStateMachine;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Finds what is wrong with the lease of its own class loader; the text is empty if nothing is. What
 * comes of a bug is looked for first, the wrong answer behind it only if nothing comes of it soon.
 */
public final class LeaseExploration implements Supplier<String> {

  private static final int SHALLOW = 9;
  private static final int DEEP = 16;

  @Override
  public String get() {
    String found = find(SHALLOW, false);
    return found.isEmpty() ? find(DEEP, true) : found;
  }

  private static String find(int depth, boolean answers) {
    for (long age = 0; age < 2; age++) {
      LeaseWorld.Shape shape = new LeaseWorld.Shape(age, age == 0, age == 1, answers);
      Explorer.Result<LeaseStep> result = explore(shape, depth, new HashSet<>());
      if (!result.sound()) {
        return result.toString();
      }
    }
    return "";
  }

  static Explorer.Result<LeaseStep> explore(
      LeaseWorld.Shape shape, int depth, Set<LeaseStateMachine.Transition> taken) {
    return new Explorer<>(() -> new LeaseWorld(shape, taken), depth).explore();
  }
}
