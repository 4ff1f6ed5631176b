package io.leasehold.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.engine.proof.Explorer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Every order of an engine's whole steps around one lease: one end is told, once, of the right
 * kind; no renewal is sent after it began; and from wherever it got, with a sound line, the lease
 * ends, everybody is told, the name is free and nothing is left behind.
 */
@Tag("proof")
class EngineExplorationTest {

  @Test
  void everyOrderOf4StepsEndsOnceAndFreesTheName() {
    assertSound(4);
  }

  @Test
  @Tag("long")
  void everyOrderOf6StepsEndsOnceAndFreesTheName() {
    assertSound(6);
  }

  private static void assertSound(int depth) {
    Explorer.Result<EngineStep> result = new Explorer<>(EngineWorld::new, depth).explore();
    System.out.println("explored an engine: " + result);
    assertThat(result.sound()).as(result.toString()).isTrue();
    assertThat(result.depth()).isEqualTo(depth);
  }
}
