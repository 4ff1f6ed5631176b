package io.leasehold;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/error-codes.md is what the messages point to: it must know every code, and no other. */
class ErrorCodesPageTest {

  private static final Pattern SECTION =
      Pattern.compile("(?m)^### (LEASE-\\d+)\\n\\n`(\\w+)`\\n\\n((?:(?!^#).*\\n?)*)");

  private static final List<String> PARTS = List.of("What happened", "What follows", "What to do");

  @Test
  void everyCodeHasASectionOfItsOwnAndNoSectionIsOrphaned() throws IOException {
    Map<String, String> expected = new LinkedHashMap<>();
    for (ErrorCode code : ErrorCode.values()) {
      assertThat(expected.put(code.id(), code.name())).as("code %s twice", code.id()).isNull();
    }
    Map<String, String> documented = new LinkedHashMap<>();
    Matcher section = SECTION.matcher(page());
    while (section.find()) {
      documented.put(section.group(1), section.group(2));
    }
    assertThat(documented).containsExactlyEntriesOf(expected);
    // A heading that the pattern does not understand would be neither missing nor orphaned.
    assertThat(page().lines().filter(line -> line.startsWith("###")))
        .containsExactlyElementsOf(Stream.of(ErrorCode.values()).map(c -> "### " + c).toList());
  }

  @Test
  void everySectionSaysWhatHappenedWhatFollowsAndWhatToDo() throws IOException {
    Matcher section = SECTION.matcher(page());
    while (section.find()) {
      String text = section.group(3);
      for (String part : PARTS) {
        assertThat(text)
            .as(section.group(1))
            .containsPattern("(?m)^- \\*\\*" + part + ":\\*\\* \\S.{10,}");
      }
    }
  }

  private static String page() throws IOException {
    return Files.readString(Path.of("../docs/error-codes.md"));
  }
}
