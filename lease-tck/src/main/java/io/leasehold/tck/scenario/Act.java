package io.leasehold.tck.scenario;

/** What happens in a scenario. */
@FunctionalInterface
public interface Act {

  /**
   * Plays it once. Everything is bounded by the stage.
   *
   * @throws InterruptedException if the run is given up
   */
  void play(Stage stage) throws InterruptedException;
}
