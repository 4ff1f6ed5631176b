package io.leasehold.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.engine.proof.Mutant;
import io.leasehold.engine.proof.Mutant.Mutation;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One stands at the head of a line at a time, and whoever comes there is woken. */
@Tag("proof")
class WaitLinesRaceTest {

  private static String turns(String bug, String line, String instead) throws Exception {
    Mutation mutation = new Mutation(bug, "WaitLines", line, instead);
    Class<?> turns = Mutant.load(mutation, WaitLinesTurns.class);
    return (String) ((Callable<?>) turns.getConstructor().newInstance()).call();
  }

  @Test
  void everyTurnIsTakenAlone() throws Exception {
    assertThat(new WaitLinesTurns().call()).isEmpty();
  }

  @Test
  void aHeadThatIsNotWokenIsFound() throws Exception {
    assertThat(
            turns(
                "the next in line is not woken",
                "if (wasHead && next != null) {",
                "if (false && next != null) {"))
        .isEqualTo("a wake-up was lost");
  }

  @Test
  void joiningAtTheHeadIsFound() throws Exception {
    assertThat(
            turns(
                "whoever joins has a line of its own",
                "line == null ? new LinkedHashSet<>() : line;",
                "new LinkedHashSet<>();"))
        .isNotEmpty();
  }
}
