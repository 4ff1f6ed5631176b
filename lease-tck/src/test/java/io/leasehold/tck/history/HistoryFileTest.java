package io.leasehold.tck.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFileTest {

  private static final String FIRST = "{\"at\":1,\"by\":\"kit\",\"what\":\"SCENARIO\"}\n";

  @TempDir Path dir;

  private static Event scenario(Map<String, String> facts) {
    return new Event(-5, "kit", What.SCENARIO, "", "", facts);
  }

  private static String text(History history) throws IOException {
    StringWriter out = new StringWriter();
    HistoryFile.write(history, out);
    return out.toString();
  }

  private static History read(String text) throws IOException {
    return HistoryFile.read(new StringReader(text));
  }

  @Test
  void aLineIsOneFlatObjectWhoseNumbersAreNumbers() throws IOException {
    History history =
        History.of(
            List.of(
                scenario(Map.of("seed", "7", "scenario", "race")),
                new Event(9, "A", What.GOT, "n", "0f", Map.of("token", "12"))));
    assertThat(text(history))
        .isEqualTo(
            "{\"at\":-5,\"by\":\"kit\",\"what\":\"SCENARIO\",\"scenario\":\"race\",\"seed\":7}\n"
                + "{\"at\":9,\"by\":\"A\",\"what\":\"GOT\",\"name\":\"n\",\"owner\":\"0f\","
                + "\"token\":12}\n");
  }

  @Test
  void whateverWasWrittenIsReadBackExactly() throws IOException {
    List<String> odd =
        List.of(
            "",
            " ",
            "0",
            "-0",
            "007",
            "-7",
            "+7",
            "9223372036854775807",
            "-9223372036854775808",
            "92233720368547758070",
            "1e3",
            "1.5",
            "true",
            "null",
            "\"",
            "\\",
            "{}",
            "\n",
            "\r",
            "\u0000",
            "\u2028",
            "\u00e9",
            "\ud83d\ude00",
            "\ud800",
            "\udc00",
            "at",
            "fact.at");
    Map<String, String> facts = new java.util.HashMap<>();
    odd.forEach(text -> facts.put("k" + odd.indexOf(text), text));
    odd.stream().filter(HistoryFileTest::isWhole).forEach(text -> facts.put(text, text));
    List.of("at", "by", "what", "name", "owner", "fact.by", "fact.fact.x")
        .forEach(key -> facts.put(key, key));
    List<Event> events = new ArrayList<>(List.of(scenario(facts)));
    odd.forEach(text -> events.add(new Event(3, text, What.NOTE, text, text, Map.of())));
    History history = History.of(events).ended(5, "it \"broke\"\n");

    assertThat(read(text(history)).events()).isEqualTo(history.events());
    Path file = dir.resolve("h.jsonl");
    HistoryFile.write(history, file);
    assertThat(HistoryFile.read(file).events()).isEqualTo(history.events());
    assertThat(read(text(history)).isWhole()).isTrue();
  }

  @Test
  void randomHistoriesAreReadBackExactly() throws IOException {
    Random random = new Random(4);
    for (int i = 0; i < 200; i++) {
      List<Event> events =
          new ArrayList<>(List.of(new Event(0, "kit", What.SCENARIO, "", "", Map.of())));
      for (int j = random.nextInt(20); j > 0; j--) {
        events.add(
            new Event(
                random.nextInt(10),
                chars(random),
                List.of(What.NOTE, What.SENT, What.STORE, What.GAP).get(random.nextInt(4)),
                chars(random),
                chars(random),
                Map.of("k" + random.nextInt(9), chars(random), "n", "" + random.nextLong())));
      }
      History history = History.of(events).ended(random.nextInt(), "");
      assertThat(read(text(history)).events()).isEqualTo(history.events());
    }
  }

  /** Keys are the kit's own words; half a character is in none. */
  private static boolean isWhole(String text) {
    return text.chars().allMatch(c -> text.length() > 1 || !Character.isSurrogate((char) c));
  }

  private static String chars(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(5); i > 0; i--) {
      text.append((char) random.nextInt(random.nextBoolean() ? 128 : 0x10000));
    }
    return text.toString();
  }

  @Test
  void aFileThatWasCutOffIsReadAsFarAsItGoesAndSaysSo() throws IOException {
    String whole =
        text(
            History.of(
                    List.of(
                        scenario(Map.of("seed", "1")),
                        new Event(2, "A", What.ASKED, "n", "", Map.of("wait", "5")),
                        new Event(3, "A", What.GOT, "n", "0f", Map.of("token", "12"))))
                .ended(1, ""));
    int firstLine = whole.indexOf('\n');
    for (int end = firstLine; end < whole.length() - 2; end++) {
      assertThat(read(whole.substring(0, end)).isWhole()).as("cut at " + end).isFalse();
    }
    assertThat(read(whole).isWhole()).isTrue();
  }

  @Test
  void aLineThatIsMissingInTheMiddleIsSeen() throws IOException {
    History history =
        History.of(
                List.of(
                    scenario(Map.of()),
                    new Event(2, "A", What.NOTE, "", "", Map.of()),
                    new Event(3, "A", What.NOTE, "", "", Map.of())))
            .ended(1, "");
    List<String> lines = text(history).lines().toList();
    assertThat(read(lines.get(0) + "\n" + lines.get(2) + "\n" + lines.get(3) + "\n").isWhole())
        .isFalse();
  }

  @Test
  void whatIsNoHistoryIsRefusedWithTheLineAndTheReason() {
    refused("", "line 1: nothing is there; a history begins with its scenario");
    refused("hello\n", "line 1: no JSON object");
    refused("[1]\n", "line 1: no JSON object");
    refused(FIRST + "\n" + FIRST, "line 2: the line is empty");
    refused(FIRST + FIRST, "line 2: another history begins here; a file has one");
    refused(FIRST + "{\"at\":1\n", "line 2: no JSON object");
    refused(
        FIRST + "{\"by\":\"A\",\"what\":\"NOTE\"}\n", "line 2: \"at\" has to be a whole number");
    refused(
        FIRST + "{\"at\":1.5,\"by\":\"A\",\"what\":\"NOTE\"}\n",
        "line 2: \"at\" has to be a whole number of nanoseconds, not 1.5");
    refused(
        FIRST + "{\"at\":1,\"by\":7,\"what\":\"NOTE\"}\n",
        "line 2: \"by\" has to be a text, not 7");
    refused(
        FIRST + "{\"at\":1,\"by\":\"A\",\"what\":\"SUNG\"}\n",
        "line 2: \"what\" is \"SUNG\", which this version of the kit does not know");
    refused(
        FIRST + "{\"at\":1,\"by\":\"A\",\"what\":\"NOTE\",\"x\":[1]}\n",
        "line 2: \"x\" has to be a text or a whole number, not [1]");
    refused(
        FIRST + "{\"at\":1,\"by\":\"A\",\"what\":\"NOTE\",\"x\":1,\"x\":2}\n", "line 2: no JSON");
    refused(
        FIRST + "{\"at\":1,\"by\":\"A\",\"what\":\"NOTE\"} {}\n",
        "line 2: more than one event in the line");
    refused(
        FIRST + "{\"at\":0,\"by\":\"A\",\"what\":\"NOTE\"}\n",
        "line 2: \"at\" is 0, before the line above it");
    refused(FIRST + "null\n", "line 2: no event, but null");
    refused(
        FIRST + "{\"at\":9,\"by\":\"A\",\"what\":\"GOT\",\"ttl\":\"soon\"}\n",
        "line 2: \"ttl\" has to be a whole number, not \"soon\"");
    refused(
        "{\"at\":1,\"by\":\"A\",\"what\":\"NOTE\"}\n",
        "line 1: a history begins with a line whose \"what\" is SCENARIO, not with NOTE");
  }

  private static void refused(String text, String why) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(BadHistoryException.class)
        .hasMessageStartingWith(why);
  }
}
