package io.leasehold.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The programs of examples/, unchanged, on a store: each in a JVM of its own with the class path of
 * the test, as its user runs it. A backend's tests have no other backend there.
 */
public final class Examples {

  private static final String PACKAGE = "io.leasehold.examples.";
  private static final long MINUTES = 4;
  private static final Pattern REFUSED =
      Pattern.compile("refused by the counter: token \\d+ is below\\s+\\d+");

  /** Each of them asserts its own result and ends with another exit code if it fails. */
  private static final List<String> PROGRAMS =
      List.of("QuickStart", "LossAwareWorker", "database.FencedWrite");

  private Examples() {}

  /**
   * Runs all of them, one after the other.
   *
   * @param folder for what they write; of this call alone
   * @param uri of the store
   * @throws AssertionError if one does not come to its good end, with what it printed
   * @throws IOException if a program cannot be started
   * @throws InterruptedException if the calling thread is interrupted; nothing is left running
   */
  public static void runAll(Path folder, String uri) throws IOException, InterruptedException {
    for (String program : PROGRAMS) {
      run(folder, program, uri);
    }
    String told = run(folder, "demo.Demo", uri, "--ttl=6s");
    long steps = told.lines().filter(line -> line.contains(" s  ok ")).count();
    if (steps != 8 || !REFUSED.matcher(told).find()) {
      throw new AssertionError("the demo did not tell its whole story:\n" + told);
    }
  }

  private static String run(Path folder, String program, String... args)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + folder);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(PACKAGE + program);
    command.addAll(List.of(args));
    Path out = folder.resolve(program + ".out");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
      String told = Files.readString(out);
      if (!ended || process.exitValue() != 0) {
        throw new AssertionError(
            program
                + (ended ? " ended with exit code " + process.exitValue() : " did not end within ")
                + (ended ? "" : MINUTES + " minutes")
                + " on "
                + args[0]
                + ":\n"
                + told);
      }
      return told;
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
