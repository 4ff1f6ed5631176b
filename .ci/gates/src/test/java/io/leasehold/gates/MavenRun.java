package io.leasehold.gates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One run of the real Maven on a project, offline, with the settings of the build around it. */
final class MavenRun {
  private static final int LIMIT_SECONDS = 600;

  private final int exit;
  private final String output;

  private MavenRun(int exit, String output) {
    this.exit = exit;
    this.output = output;
  }

  static MavenRun of(Path pom, String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of(property("maven-home") + "/bin/mvn", "-B", "-o", "-fae"));
    command.add("-Dmaven.repo.local=" + property("maven-repository"));
    command.addAll(List.of("-f", pom.toString()));
    Path settings = Path.of(property("maven-settings"));
    if (Files.exists(settings)) {
      command.addAll(List.of("-s", settings.toString()));
    }
    command.addAll(List.of(arguments));

    File log = pom.resolveSibling("maven.log").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(pom.resolveSibling("").toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectErrorStream(true)
            .redirectOutput(log);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    try {
      boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      String output = Files.readString(log.toPath());
      assertThat(ended).as("Maven ends in %s s:%n%s", LIMIT_SECONDS, output).isTrue();
      return new MavenRun(process.exitValue(), output);
    } finally {
      process.destroyForcibly();
    }
  }

  int exit() {
    return exit;
  }

  String output() {
    return output;
  }

  /** What the summary at the end says of a module: SUCCESS, FAILURE or SKIPPED. */
  String verdict(String module) {
    Matcher line =
        Pattern.compile("(?m)^\\[INFO] " + module + " [^\\n]*\\.\\.\\. (\\w+)").matcher(output);
    assertThat(line.find()).as("summary line of %s in:%n%s", module, output).isTrue();
    return line.group(1);
  }

  /** The errors of one module, as listed at the end. */
  String errors(String module) {
    Matcher block =
        Pattern.compile(
                "(?ms)^\\[ERROR] Failed to execute goal [^\\n]* on project "
                    + module
                    + ":.*?-> \\[Help")
            .matcher(output);
    assertThat(block.find()).as("errors of %s in:%n%s", module, output).isTrue();
    return block.group();
  }

  private static String property(String name) {
    return System.getProperty("leasehold." + name);
  }
}
