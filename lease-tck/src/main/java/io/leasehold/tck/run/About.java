package io.leasehold.tck.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Where and with what a run was made, for those who read its reports later. */
public final class About {

  private static final long BYTES_PER_GIB = 1L << 30;
  private static final long GIT_SECONDS = 5;

  private About() {}

  /**
   * Kit, command, machine, in this order.
   *
   * @param command what was called, without secrets
   */
  public static Map<String, String> run(String command) {
    Map<String, String> about = new LinkedHashMap<>();
    about.put("command", command);
    about.put("kit", kit());
    about.put(
        "machine", Runtime.getRuntime().availableProcessors() + " cores" + memory() + ", " + os());
    about.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
    return about;
  }

  /** The kit's version, and its commit if it was built here. */
  public static String kit() {
    String version = About.class.getPackage().getImplementationVersion();
    String name = version == null ? "Leasehold TCK, not from a jar" : "Leasehold TCK " + version;
    return commit().map(commit -> name + ", commit " + commit).orElse(name);
  }

  private static String os() {
    return System.getProperty("os.name")
        + " "
        + System.getProperty("os.version")
        + " "
        + System.getProperty("os.arch");
  }

  private static String memory() {
    try (var lines = Files.lines(Path.of("/proc/meminfo"))) {
      return lines
          .filter(line -> line.startsWith("MemTotal:"))
          .map(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .map(bytes -> ", " + Math.round((double) bytes / BYTES_PER_GIB) + " GiB of memory")
          .findFirst()
          .orElse("");
    } catch (IOException | RuntimeException e) {
      return ""; // another system
    }
  }

  /** Of the work tree that the classes lie in, if it is Leasehold's own. */
  private static Optional<String> commit() {
    try {
      Path place = Path.of(About.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      for (Path at = place; at != null; at = at.getParent()) {
        if (Files.isRegularFile(at.resolve("lease-tck/pom.xml"))
            && Files.exists(at.resolve(".git"))) {
          return git(at);
        }
      }
    } catch (Exception e) {
      // A jar somewhere, no git: a report without a commit is a report.
    }
    return Optional.empty();
  }

  private static Optional<String> git(Path tree) throws IOException, InterruptedException {
    List<String> command =
        List.of(
            "git",
            "-C",
            tree.toString(),
            "describe",
            "--always",
            "--dirty",
            "--exclude=*",
            "--abbrev=12");
    Process git =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    git.getOutputStream().close();
    if (!git.waitFor(GIT_SECONDS, TimeUnit.SECONDS)) {
      git.destroyForcibly();
      return Optional.empty();
    }
    String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return git.exitValue() == 0 && !said.isEmpty() ? Optional.of(said) : Optional.empty();
  }
}
