package io.leasehold.engine.proof;

import java.util.List;

/**
 * Something that can be moved step by step, and tells after each step whether it is still sound.
 */
public interface World<S> {

  /** What can happen next. */
  List<S> possible();

  /**
   * Lets it happen.
   *
   * @throws Broken if an invariant does not hold afterwards
   */
  void take(S step);

  /** Lets it happen once more, on a way that was found sound before: nothing is checked. */
  default void repeat(S step) {
    take(step);
  }

  /** Equal for two worlds exactly if they cannot be told apart from here on. */
  String key();

  /**
   * Called once for each new state, as the last thing that is done with this world.
   *
   * @throws Broken if from here it does not come to a good end
   */
  default void bringToAnEnd() {}

  /** Nothing that matters can follow. */
  boolean isEnded();

  /** An invariant that does not hold. */
  final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Says which, with the numbers. */
    public Broken(String invariant) {
      super(invariant, null, false, false);
    }
  }
}
