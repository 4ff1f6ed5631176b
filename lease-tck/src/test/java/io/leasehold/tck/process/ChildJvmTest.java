package io.leasehold.tck.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.tck.process.TestChildren.DiesAtOnce;
import io.leasehold.tck.process.TestChildren.Echo;
import io.leasehold.tck.process.TestChildren.EndsWell;
import io.leasehold.tck.process.TestChildren.Flood;
import io.leasehold.tck.process.TestChildren.Parent;
import io.leasehold.tck.process.TestChildren.Ticker;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChildJvmTest {

  /** Far beyond the start of a JVM on a busy machine; never reached in a run that passes. */
  private static final Duration LONG = Duration.ofSeconds(60);

  private static ChildJvm start(Class<?> main, String... args) {
    return ChildCommand.main(main).args(args).start();
  }

  @Test
  void aStoppedChildStandsStillAndGoesOnWhenContinued() throws InterruptedException {
    try (ChildJvm child = start(Ticker.class)) {
      child.await("TICK", LONG);

      ProcStat stopped = child.stop(LONG);
      while (child.poll().isPresent()) {
        // what it printed before it was stopped
      }

      assertThat(stopped.state()).isEqualTo('T');
      assertThat(child.isAlive()).isTrue();
      // Ten times the pause between two ticks, spent on waiting for one.
      assertThatThrownBy(() -> child.await("TICK", Duration.ofMillis(50)))
          .isInstanceOf(ChildFailedException.class)
          .hasMessageContaining("state T")
          .hasMessageContaining("did not print event TICK within 50ms");
      assertThat(child.state()).map(ProcStat::isStopped).contains(true);

      ProcStat continued = child.resume(LONG);

      assertThat(continued.isStopped()).isFalse();
      assertThat(continued.startTime()).isEqualTo(stopped.startTime());
      child.await("TICK", LONG);
    }
  }

  @Test
  void aStoppedChildCanBeKilled() throws InterruptedException {
    try (ChildJvm child = start(Ticker.class)) {
      child.await("TICK", LONG);
      child.stop(LONG);

      child.kill(LONG);

      assertThat(child.isAlive()).isFalse();
      assertThat(child.state()).isEmpty();
    }
  }

  @Test
  void closeCollectsAStoppedChild() throws InterruptedException {
    ChildJvm child = start(Ticker.class);
    child.await("TICK", LONG);
    child.stop(LONG);

    child.close();
    child.close();

    assertThat(child.isAlive()).isFalse();
    assertThat(awaitGone(child.pid())).isTrue();
  }

  @Test
  void aChildThatDiesAtOnceIsReportedWithExitCodeAndStandardError() {
    try (ChildJvm child = start(DiesAtOnce.class, "nowhere:")) {
      assertThatThrownBy(() -> child.await("READY", LONG))
          .isInstanceOf(ChildFailedException.class)
          .hasMessageContaining("DiesAtOnce")
          .hasMessageContaining("exit code 3")
          .hasMessageContaining("ended before event READY")
          .hasMessageContaining("no such store: nowhere:");
    }
  }

  @Test
  void aClassThatDoesNotExistIsReported() {
    try (ChildJvm child = ChildCommand.main("no.such.Main").start()) {
      assertThatThrownBy(() -> child.await("READY", LONG))
          .isInstanceOf(ChildFailedException.class)
          .hasMessageContaining("exit code 1")
          .hasMessageContaining("no.such.Main");
    }
  }

  @Test
  void aFloodOnBothOutputsBlocksNobody() throws InterruptedException {
    try (ChildJvm child = start(Flood.class)) {
      assertThat(child.awaitExit(LONG)).isZero();
      child.await("DONE", LONG);
      assertThat(child.await("NOISE", LONG).value()).isEqualTo("0");
    }
  }

  @Test
  void commandsReachTheChildInOrder() throws InterruptedException {
    try (ChildJvm child = start(Echo.class)) {
      assertThat(child.await("READY", LONG).value()).isEqualTo("" + child.pid());
      child.send("first one");
      child.send("second");

      assertThat(child.await("ECHO", LONG).value()).isEqualTo("first one");
      assertThat(child.await("ECHO", LONG).value()).isEqualTo("second");
    }
  }

  @Test
  void aChildThatEndedCannotBeSignalled() throws InterruptedException {
    try (ChildJvm child = start(EndsWell.class)) {
      child.await("BYE", LONG);
      assertThat(child.awaitExit(LONG)).isZero();

      assertThatThrownBy(() -> child.stop(LONG)).hasMessageContaining("it has ended");
      assertThatThrownBy(() -> child.resume(LONG)).hasMessageContaining("it has ended");
      assertThat(child.state()).isEqualTo(Optional.empty());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"running", "stopped"})
  void noChildSurvivesTheSuddenDeathOfItsParent(String state) throws InterruptedException {
    try (ChildJvm parent = start(Parent.class, state)) {
      long grandchild = Long.parseLong(parent.await("CHILD", LONG).value());

      parent.kill(LONG);

      assertThat(awaitGone(grandchild)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"running", "stopped"})
  void noChildSurvivesTheExitOfItsParent(String state) throws InterruptedException {
    try (ChildJvm parent = start(Parent.class, state)) {
      long grandchild = Long.parseLong(parent.await("CHILD", LONG).value());

      parent.send("exit");

      assertThat(parent.awaitExit(LONG)).isZero();
      assertThat(awaitGone(grandchild)).isTrue();
    }
  }

  private static boolean awaitGone(long pid) {
    try {
      return Deadline.in(LONG).await(() -> ProcStat.of(pid).map(ProcStat::hasEnded).orElse(true));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
