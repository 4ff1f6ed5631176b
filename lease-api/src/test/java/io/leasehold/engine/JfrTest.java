package io.leasehold.engine;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LossReason;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The events in the JDK's flight recorder. */
class JfrTest {

  @TempDir Path folder;

  @Test
  void aRecordingSeesWhatHappensToALease() throws Exception {
    Path file = folder.resolve("lease.jfr");
    Bench bench = new Bench();
    long token;
    try (Recording recording = new Recording()) {
      for (String event : List.of("Acquire", "Renew", "Lost", "Release", "WatchdogLate")) {
        recording.enable("io.leasehold." + event);
      }
      recording.start();
      Lease lease = bench.acquire("orders");
      token = lease.fencingToken();
      bench.runUntil(ofSeconds(12));
      bench.standStill(ofSeconds(5));
      bench.settle();
      lease.release();
      Lease lost = bench.acquire("lost");
      bench.engine.lossPath.lose(bench.held(lost), LossReason.REVOKED, "for the test");
      bench.rival().acquire("busy");
      assertThat(bench.client.tryAcquire("busy")).isEmpty();
      recording.stop();
      recording.dump(file);
    }
    Map<String, List<RecordedEvent>> seen =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().startsWith("io.leasehold."))
            .filter(
                event -> List.of("", "orders", "lost", "busy").contains(event.getString("lease")))
            .collect(Collectors.groupingBy(event -> event.getEventType().getName()));
    assertThat(seen.get("io.leasehold.Acquire"))
        .extracting(event -> event.getString("lease") + " " + event.getString("outcome"))
        .containsExactlyInAnyOrder("orders ACQUIRED", "lost ACQUIRED", "busy CONTENDED");
    assertThat(seen.get("io.leasehold.Renew").get(0).getString("outcome")).isEqualTo("RENEWED");
    assertThat(seen.get("io.leasehold.Renew").get(0).getLong("fencingToken")).isEqualTo(token);
    assertThat(seen.get("io.leasehold.Lost"))
        .singleElement()
        .satisfies(event -> assertThat(event.getString("outcome")).isEqualTo("REVOKED"))
        .satisfies(event -> assertThat(event.getString("lease")).isEqualTo("lost"));
    assertThat(seen.get("io.leasehold.Release").get(0).getString("outcome")).isEqualTo("RELEASED");
    assertThat(seen.get("io.leasehold.WatchdogLate"))
        .anySatisfy(
            event -> assertThat(event.getDuration("took")).isGreaterThanOrEqualTo(ofSeconds(4)));
  }
}
