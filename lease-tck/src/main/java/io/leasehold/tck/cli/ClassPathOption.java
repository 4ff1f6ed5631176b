package io.leasehold.tck.cli;

import io.leasehold.tck.process.ChildCommand;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Where backends are looked for beyond the kit's own jar. */
final class ClassPathOption {

  @Option(
      names = {"-cp", "--classpath"},
      paramLabel = "PATH",
      description =
          "Jars and folders of the backend and its driver, separated as in java -cp; DIR/* is every"
              + " jar of a folder.")
  private String classPath = "";

  ClassPathOption() {}

  /**
   * From now on providers of these jars are found, here and in child JVMs.
   *
   * @throws IllegalArgumentException if an entry is not there
   */
  void install() {
    List<Path> entries = entries();
    if (entries.isEmpty()) {
      return;
    }
    System.setProperty(
        ChildCommand.CLASSPATH_PROPERTY,
        entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    // Not closed: classes may be loaded from it until the end.
    ClassLoader loader =
        new URLClassLoader(
            "leasehold-tck-classpath",
            entries.stream().map(ClassPathOption::url).toArray(URL[]::new),
            ClassPathOption.class.getClassLoader());
    Thread.currentThread().setContextClassLoader(loader);
  }

  private List<Path> entries() {
    List<Path> entries = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator)) {
      if (entry.endsWith("*")) {
        entries.addAll(jars(entry));
      } else if (!entry.isEmpty()) {
        Path path = Path.of(entry);
        if (!Files.exists(path)) {
          throw new IllegalArgumentException(
              "--classpath: there is no \""
                  + entry
                  + "\"; give jars and folders that exist, separated by "
                  + File.pathSeparator);
        }
        entries.add(path.toAbsolutePath());
      }
    }
    return entries;
  }

  private static List<Path> jars(String entry) {
    Path folder = Path.of(entry.length() == 1 ? "." : entry.substring(0, entry.length() - 1));
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException(
          "--classpath: there is no folder \"" + folder + "\" for \"" + entry + "\"");
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> jars =
          files
              .filter(file -> file.toString().endsWith(".jar"))
              .map(Path::toAbsolutePath)
              .sorted()
              .toList();
      if (jars.isEmpty()) {
        throw new IllegalArgumentException("--classpath: no jar is in \"" + folder + "\"");
      }
      return jars;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static URL url(Path entry) {
    try {
      return entry.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }
}
