package io.leasehold.classpath;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.LeaseBackendProvider;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Starts a JVM with exactly the jars of one case, and lets it choose a backend per argument. */
final class ChildJvm {

  /** The argument that stands for: no URI given. */
  static final String NO_URI = "-";

  private static final long LIMIT_SECONDS = 60;

  private final Path folder;
  private final List<Path> classPath = new ArrayList<>();
  private final List<Path> modulePath = new ArrayList<>();
  private final List<String> flags = new ArrayList<>();
  private final Map<String, String> environment = new TreeMap<>();

  private ChildJvm(Path folder) {
    this.folder = folder;
  }

  static ChildJvm in(Path folder) {
    return new ChildJvm(folder);
  }

  ChildJvm with(Path... jars) {
    classPath.addAll(List.of(jars));
    return this;
  }

  /** Runs lease-api as a module, with these modules beside it. */
  ChildJvm withModules(Path... jars) {
    modulePath.addAll(libraryPaths());
    modulePath.addAll(List.of(jars));
    return this;
  }

  ChildJvm flag(String flag) {
    flags.add(flag);
    return this;
  }

  ChildJvm environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Chooses once for each argument, in one JVM. */
  Run choose(String... uris) {
    try {
      Path errors = Files.createTempFile(folder, "child", ".err");
      Path output = Files.createTempFile(folder, "child", ".out");
      ProcessBuilder builder = new ProcessBuilder(command(uris));
      builder.environment().remove("LEASEHOLD_URI");
      builder.environment().putAll(environment);
      Process child =
          builder.redirectError(errors.toFile()).redirectOutput(output.toFile()).start();
      child.getOutputStream().close();
      if (!child.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        child.destroyForcibly();
        throw new AssertionError("the child JVM did not end within " + LIMIT_SECONDS + " s");
      }
      return new Run(child.exitValue(), Files.readString(output), Files.readString(errors));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private List<String> command(String... uris) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(flags);
    Path main = childClasses();
    if (modulePath.isEmpty()) {
      command.add("-cp");
      command.add(
          Stream.of(Stream.of(main), libraryPaths().stream(), classPath.stream())
              .flatMap(paths -> paths)
              .map(Path::toString)
              .collect(Collectors.joining(File.pathSeparator)));
    } else {
      command.add("-p");
      command.add(join(modulePath));
      command.add("--add-modules");
      command.add("ALL-MODULE-PATH");
      command.add("-cp");
      command.add(
          Stream.concat(Stream.of(main), classPath.stream())
              .map(Path::toString)
              .collect(Collectors.joining(File.pathSeparator)));
    }
    command.add("io.leasehold.classpath.ChooseMain");
    command.addAll(List.of(uris));
    return command;
  }

  /** The child's main class in a folder without the other test classes. */
  private Path childClasses() throws IOException {
    Path root = folder.resolve("child");
    Path target = root.resolve("io/leasehold/classpath/ChooseMain.class");
    if (!Files.exists(target)) {
      Files.createDirectories(target.getParent());
      try (InputStream in =
          ChildJvm.class.getResourceAsStream("/io/leasehold/classpath/ChooseMain.class")) {
        Files.write(target, in.readAllBytes());
      }
    }
    return root;
  }

  /** lease-api and the libraries it needs, as a path. */
  static String libraries() {
    return join(libraryPaths());
  }

  private static List<Path> libraryPaths() {
    return List.of(
        home(LeaseBackendProvider.class),
        home(org.slf4j.Logger.class),
        home(org.slf4j.simple.SimpleLogger.class),
        home(org.jspecify.annotations.NullMarked.class));
  }

  static Path home(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String join(List<Path> paths) {
    return paths.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** What a child did. */
  record Run(int exit, String output, String errors) {

    /** The answer to the argument with this index, from 0. */
    Answer answer(int index) {
      String start = "== " + index + "\n";
      int from = output.indexOf(start);
      assertThat(from).as("answer %d of %s", index, this).isNotNegative();
      int end = output.indexOf("\n== ", from + start.length() - 1);
      return new Answer(output.substring(from + start.length(), end));
    }

    /** The only answer, which must be a refusal: it has ended the JVM, with its message shown. */
    Answer refusal() {
      assertThat(exit).as("%s", this).isEqualTo(1);
      Answer answer = answer(0);
      assertThat(errors).contains(": " + answer.message());
      return answer;
    }

    Answer connected() {
      assertThat(exit).as("%s", this).isZero();
      return answer(0);
    }
  }

  /** What came of one choice. */
  record Answer(String text) {

    Answer isBackend(String id) {
      assertThat(text.strip().lines().toList()).contains("connected " + id);
      return this;
    }

    Answer isRefused(String code) {
      assertThat(text).contains("refused LeaseConfigurationException " + code + "\n");
      assertThat(message()).startsWith(code + ": ");
      assertThat(text).contains("more: docs/error-codes.md#" + code.toLowerCase(Locale.ROOT));
      return says("what to do:", "LeaseClient.open(backend)");
    }

    /** The first line of the refusal's message. */
    String message() {
      return text.lines()
          .dropWhile(line -> !line.startsWith("refused "))
          .skip(1)
          .findFirst()
          .orElse("no refusal");
    }

    Answer says(Object... parts) {
      for (Object part : parts) {
        assertThat(text).contains(String.valueOf(part));
      }
      return this;
    }
  }
}
