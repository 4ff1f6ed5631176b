package io.leasehold.servers;

import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Durations;
import io.leasehold.spi.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * The lines of a backend in the two tables of docs/backends.md: what it declares, and what breaks
 * under which fault. Each backend's tests hold its own lines; with {@code
 * -Dbackends.page.update=true} they write them.
 */
public final class BackendsPage {

  private static final Path PAGE = Path.of("../docs/backends.md");
  private static final boolean UPDATE = Boolean.getBoolean("backends.page.update");

  private BackendsPage() {}

  /**
   * Compares the page with what a backend declares.
   *
   * @param traits as a connection with default options has them
   * @throws AssertionError if the page says something else
   * @throws UncheckedIOException if there is no such page
   */
  public static void check(BackendTraits traits) {
    check(PAGE, traits, UPDATE);
  }

  static void check(Path file, BackendTraits traits, boolean update) {
    line(file, "| `" + traits.backend() + "` declares |", declared(traits), update);
    line(file, "| `" + traits.backend() + "` under |", faults(traits), update);
  }

  private static void line(Path file, String begins, String line, boolean update) {
    try {
      String page = Files.readString(file);
      String present =
          page.lines().filter(one -> one.startsWith(begins)).findFirst().orElse("no such line");
      if (update && !present.equals(line)) {
        Files.writeString(file, page.replace(present, line));
      } else if (!present.equals(line)) {
        throw new AssertionError(
            "docs/backends.md says\n"
                + present
                + "\nand the backend\n"
                + line
                + "\nIf the backend is right, run this with -Dbackends.page.update=true");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("docs/backends.md, seen from the module's directory", e);
    }
  }

  private static String declared(BackendTraits traits) {
    return new StringJoiner(" | ", "| ", " |")
        .add("`" + traits.backend() + "` declares")
        .add(Durations.format(traits.minTtl()) + " to " + Durations.format(traits.maxTtl()))
        .add(Durations.format(traits.ttlStep()))
        .add(traits.ttlScope().name().toLowerCase(Locale.ROOT))
        .add(
            Durations.format(traits.takeoverLag())
                + (traits.takeoverNeedsObserver() ? ", by an observer" : ""))
        .add(traits.expiryClock().name().toLowerCase(Locale.ROOT).replace('_', ' '))
        .add(traits.fenceSource())
        .add(traits.grantsSurviveRestart() ? "yes" : "no")
        .add(traits.vacancyHints() ? "yes" : "no, polls")
        .add(Integer.toString(traits.maxBatch()))
        .toString();
  }

  private static String faults(BackendTraits traits) {
    StringJoiner line = new StringJoiner(" | ", "| ", " |").add("`" + traits.backend() + "` under");
    for (Fault fault : Fault.values()) {
      boolean two = traits.exclusionBrokenBy().contains(fault);
      boolean fall = traits.fenceBrokenBy().contains(fault);
      line.add(
          two && fall
              ? "**two holders, tokens may fall**"
              : two ? "**two holders**, told apart by tokens" : fall ? "tokens may fall" : "kept");
    }
    return line.toString();
  }
}
