package io.leasehold.gates;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The benchmarks bring other libraries with them: nothing outside their folder may depend on them,
 * and none of them is published.
 */
public final class BenchmarkRules {

  /** The folder, relative to the root. */
  static final String FOLDER = "benchmarks";

  private static final Pattern PARENT = Pattern.compile("(?s)<parent>.*?</parent>");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");
  private static final List<String> SKIPPED =
      List.of("maven.deploy.skip", "maven.install.skip", "maven.source.skip");

  private BenchmarkRules() {}

  /** Main sources of each benchmark. */
  public static List<Path> sources(Path root) {
    return poms(root.resolve(FOLDER)).stream()
        .map(pom -> pom.resolveSibling("src/main/java"))
        .filter(Files::isDirectory)
        .toList();
  }

  /** Every pom outside the folder that names an artifact of the folder. */
  public static List<Violation> dependedOn(Path root) {
    List<String> ours =
        poms(root.resolve(FOLDER)).stream().map(BenchmarkRules::artifactOf).toList();
    List<Violation> found = new ArrayList<>();
    for (Path pom : poms(root)) {
      if (!pom.startsWith(root.resolve(FOLDER))) {
        Matcher named = ARTIFACT.matcher(read(pom));
        while (named.find()) {
          if (ours.contains(named.group(1))) {
            found.add(new Violation("benchmarks-apart", root.relativize(pom) + "", named.group(1)));
          }
        }
      }
    }
    return found;
  }

  /** What the folder's own pom has to switch off, for all that are below it. */
  public static List<Violation> published(Path root) {
    String pom = read(root.resolve(FOLDER).resolve("pom.xml"));
    return SKIPPED.stream()
        .filter(property -> !pom.contains("<" + property + ">true</" + property + ">"))
        .map(property -> new Violation("benchmarks-unpublished", FOLDER + "/pom.xml", property))
        .toList();
  }

  private static String artifactOf(Path pom) {
    Matcher named = ARTIFACT.matcher(PARENT.matcher(read(pom)).replaceFirst(""));
    if (!named.find()) {
      throw new IllegalStateException(pom + " names no artifact");
    }
    return named.group(1);
  }

  /** Without what builds and tests write. */
  private static List<Path> poms(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.endsWith("pom.xml"))
          .filter(file -> !folder.relativize(file).toString().matches(".*\\b(target|src)/.*"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
