package io.leasehold.examples.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemoOptionsTest {

  @Test
  void withoutArgumentsItIsFencedAndUsesADirectoryOfItsOwn() throws Exception {
    assertThat(DemoOptions.parse())
        .isEqualTo(new DemoOptions(Optional.empty(), true, Duration.ofSeconds(3)));
  }

  @Test
  void argumentsComeInAnyOrder() throws Exception {
    assertThat(DemoOptions.parse("--unfenced", "redis://localhost:6379", "--ttl=4500ms"))
        .isEqualTo(
            new DemoOptions(Optional.of("redis://localhost:6379"), false, Duration.ofMillis(4500)));
  }

  @ParameterizedTest
  @CsvSource({
    "--fast, unknown option --fast",
    "--ttl=soon, no duration",
    "--ttl, write --ttl=2s",
    "--ttl=1h, above 30s",
    "--ttl=500ms, ttl 500ms is below 1s",
    "--ttl=0.5s, below 1s",
    "memory:x, cannot share"
  })
  void aWrongArgumentIsNamedAndTheUsageShown(String argument, String text) {
    assertThatThrownBy(() -> DemoOptions.parse(argument))
        .isInstanceOf(DemoOptions.UsageException.class)
        .hasMessageContaining(text)
        .hasMessageContaining("usage: scripts/demo.sh");
  }

  @Test
  void aSecondUriIsRefused() {
    assertThatThrownBy(() -> DemoOptions.parse("file:a", "file:b"))
        .hasMessageContaining("two URIs: file:a and file:b");
  }

  @Test
  void linesAreColouredOnlyIfAskedFor() {
    assertThat(narrated(false)).contains("ok").doesNotContain("\u001B");
    assertThat(narrated(true)).contains("\u001B[32mok");
  }

  private static String narrated(boolean coloured) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Narrator narrator =
        new Narrator(new PrintStream(bytes, true, StandardCharsets.UTF_8), coloured);
    narrator.step("A step.");
    narrator.ok("it happened");
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
