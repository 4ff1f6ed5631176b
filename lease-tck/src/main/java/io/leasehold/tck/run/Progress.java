package io.leasehold.tck.run;

/** Is told how far a run is; for a bar or lines on a console. Called from several threads. */
@FunctionalInterface
public interface Progress {

  /** Tells nobody. */
  Progress NONE = (done, of, what) -> {};

  /**
   * Another step is done.
   *
   * @param done how many
   * @param of how many there are
   * @param what the step: a rule's id, a scenario's name
   */
  void step(int done, int of, String what);
}
