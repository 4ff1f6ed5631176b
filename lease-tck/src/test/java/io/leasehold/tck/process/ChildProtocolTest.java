package io.leasehold.tck.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChildProtocolTest {

  private static ChildEvent event(String line) {
    return ChildEvent.parse(line, 7).orElseThrow();
  }

  @Test
  void aLineIsAKeyAndTheRest() {
    assertThat(event("HELD token=5 ttl 3")).isEqualTo(new ChildEvent("HELD", "token=5 ttl 3", 7));
    assertThat(event("DONE")).isEqualTo(new ChildEvent("DONE", "", 7));
    assertThat(event("KEY  two spaces").value()).isEqualTo(" two spaces");
  }

  @Test
  void whatIsNotAnEventIsNotTakenForOne() {
    assertThat(ChildEvent.parse("[main] INFO started", 0)).isEmpty();
    assertThat(ChildEvent.parse("Held token", 0)).isEmpty();
    assertThat(ChildEvent.parse("", 0)).isEmpty();
  }

  @Test
  void aWrittenEventIsReadBack() {
    String line = ChildEvent.format("HELD", "token 5");

    assertThat(event(line)).isEqualTo(new ChildEvent("HELD", "token 5", 7));
    assertThat(event(ChildEvent.format("TEXT", "two\nlines")).value()).isEqualTo("two lines");
    assertThat(ChildEvent.format("DONE", "")).isEqualTo("DONE");
  }

  @Test
  void aKeyThatCannotBeReadBackIsRefused() {
    assertThatThrownBy(() -> ChildEvent.format("held", 1)).hasMessageContaining("\"held\"");
    assertThatThrownBy(() -> ChildEvent.format("A B", 1)).hasMessageContaining("\"A B\"");
  }

  @Test
  void aLineBeyondTheLimitIsCutAndTheNextIsIntact() {
    String text = "a".repeat(3 * LineReader.MAX_LENGTH) + "\nnext\nlast";
    LineReader in = new LineReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));

    assertThat(in.next()).hasSize(LineReader.MAX_LENGTH);
    assertThat(in.next()).isEqualTo("next");
    assertThat(in.next()).isEqualTo("last");
    assertThat(in.next()).isNull();
  }

  @Test
  void beyondItsCapacityTheQueueDropsTheOldestAndCounts() throws InterruptedException {
    EventQueue queue = new EventQueue();
    for (int n = 0; n < EventQueue.CAPACITY + 3; n++) {
      queue.add(new ChildEvent("N", "" + n, 0));
    }

    assertThat(queue.dropped()).isEqualTo(3);
    assertThat(queue.take(event -> true, Deadline.in(Duration.ZERO)).map(ChildEvent::value))
        .contains("3");
  }

  @Test
  void anEventThatWasPassedOverStays() throws InterruptedException {
    EventQueue queue = new EventQueue();
    queue.add(event("A 1"));
    queue.add(event("B 2"));

    Optional<ChildEvent> b = queue.take(e -> e.key().equals("B"), Deadline.in(Duration.ZERO));
    Optional<ChildEvent> a = queue.take(e -> true, Deadline.in(Duration.ZERO));

    assertThat(b).contains(event("B 2"));
    assertThat(a).contains(event("A 1"));
  }

  @Test
  void theTailKeepsTheLastLinesAndSaysHowManyAreMissing() {
    Tail tail = new Tail();
    for (int n = 0; n < 70; n++) {
      tail.add("line " + n);
    }

    assertThat(tail.text())
        .startsWith("(10 earlier lines left out)\nline 10\n")
        .endsWith("\nline 69");
  }

  @Test
  void anotherSystemThanLinuxIsRefusedWithARemedy() {
    assertThatThrownBy(() -> ChildCommand.requireLinux("Plan 9"))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("\"Plan 9\"")
        .hasMessageContaining("run this on Linux");
  }
}
