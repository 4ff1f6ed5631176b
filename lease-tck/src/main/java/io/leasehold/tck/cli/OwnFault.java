package io.leasehold.tck.cli;

import io.leasehold.tck.run.About;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What is done when the kit itself fails: one line on the console, the rest in a file. */
final class OwnFault {

  private final Terminal terminal;
  private final List<String> args;

  OwnFault(Terminal terminal, List<String> args) {
    this.terminal = terminal;
    this.args = List.copyOf(args);
  }

  /**
   * Tells it.
   *
   * @param folder for the file; without it the system's folder for temporary files
   * @return the exit code
   */
  int told(Throwable fault, Optional<Path> folder) {
    terminal.endLine();
    StringWriter trace = new StringWriter();
    fault.printStackTrace(new PrintWriter(trace));
    String text = About.kit() + "\n" + Masks.command(args) + "\n\n" + trace;
    String head = fault.toString().lines().findFirst().orElse("");
    terminal
        .err()
        .println(
            Masks.masked(
                "lease-tck failed by a fault of its own, nothing is known of the store: "
                    + head
                    + "; "
                    + written(Masks.masked(text, args), folder),
                args));
    return Exit.FAULT;
  }

  private static String written(String text, Optional<Path> folder) {
    try {
      Path file =
          folder.isPresent()
              ? Files.createDirectories(folder.get()).resolve("fault.txt")
              : Files.createTempFile("lease-tck-fault-", ".txt");
      Files.write(file, text.getBytes(StandardCharsets.UTF_8));
      return "the stack trace is in " + file;
    } catch (IOException e) {
      return "the stack trace could not be written (" + e + "):\n" + text;
    }
  }
}
