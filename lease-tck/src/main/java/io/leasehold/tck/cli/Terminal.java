package io.leasehold.tck.cli;

import io.leasehold.tck.report.Look;
import java.io.Console;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Where a command writes: results to {@code out}, everything that passes to {@code err}.
 *
 * @param out for results
 * @param err for progress and errors
 * @param isInteractive whether somebody looks at it who can be shown a bar
 * @param look how results may be shown
 */
record Terminal(PrintStream out, PrintStream err, boolean isInteractive, Look look) {

  /** This JVM's own. */
  static Terminal system() {
    boolean interactive = isTerminal(System.console());
    boolean colours = interactive && System.getenv("NO_COLOR") == null;
    return new Terminal(
        System.out,
        System.err,
        interactive,
        new Look(colours, interactive && charset().equals(StandardCharsets.UTF_8)));
  }

  /** Since JDK 22 there is a console for pipes too; it can be asked only by its new method. */
  private static boolean isTerminal(@Nullable Console console) {
    if (console == null || "dumb".equals(System.getenv("TERM"))) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true; // an older JDK, whose console is a terminal
    }
  }

  private static Charset charset() {
    String name = System.getProperty("stdout.encoding", System.getProperty("sun.stdout.encoding"));
    return name == null ? Charset.defaultCharset() : Charset.forName(name);
  }

  PrintWriter writer() {
    return new PrintWriter(new OutputStreamWriter(out, charset()), true);
  }

  PrintWriter errorWriter() {
    return new PrintWriter(new OutputStreamWriter(err, charset()), true);
  }

  /** Wipes the bar, if there is one. */
  void endLine() {
    if (isInteractive) {
      err.print("\r\u001b[K");
      err.flush();
    }
  }
}
