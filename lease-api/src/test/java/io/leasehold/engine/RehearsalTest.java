package io.leasehold.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LossReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That it makes the first loss a quick one is measured, not tested: see docs/rationale.md. */
class RehearsalTest {

  @Test
  void aLeaseIsLostAndItsListenerTold() {
    assertThat(Rehearsal.loseOne()).isTrue();
  }

  @Test
  void theFlightRecorderHearsOfRealLossesOnly(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("recording.jfr");
    Bench bench = new Bench();
    try (Recording recording = new Recording()) {
      recording.enable("io.leasehold.Lost");
      recording.start();
      assertThat(Rehearsal.loseOne()).isTrue();
      Lease real = bench.acquire("real");
      bench.engine.lossPath.lose(bench.held(real), LossReason.REVOKED, "for the test");
      recording.stop();
      recording.dump(file);
    }
    assertThat(RecordingFile.readAllEvents(file))
        .extracting(event -> event.getString("lease"))
        .contains("real")
        .doesNotContain(Rehearsal.NAME);
  }

  @Test
  void aProcessRehearsesOnceAtMost() {
    List<Runnable> begun = new ArrayList<>();
    Rehearsal.once(begun::add);
    Rehearsal.once(begun::add);
    // None, if another test of this JVM has opened a client before.
    assertThat(begun).hasSizeLessThanOrEqualTo(1);
    begun.forEach(Runnable::run);
  }
}
