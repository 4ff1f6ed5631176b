package io.leasehold.gates;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Files and packages that a newcomer can take in. */
public final class SourceRules {
  static final int MAX_LINES = 300;

  /** The API's root package is a flat list of small types. */
  static final int MAX_FILES_IN_ROOT = 40;

  static final int MAX_FILES_IN_PACKAGE = 30;

  private static final String PACKAGE_INFO = "package-info.java";

  private SourceRules() {}

  /** No source file is longer than {@value #MAX_LINES} lines. */
  public static List<Violation> fileLengths(Path sourceFolder) {
    List<Violation> found = new ArrayList<>();
    for (Path file : Modules.files(sourceFolder, ".java")) {
      long lines = lines(file);
      if (lines > MAX_LINES) {
        found.add(
            new Violation("file-length", name(sourceFolder, file), lines + " > " + MAX_LINES));
      }
    }
    return found;
  }

  /** No package has more files than its limit, package-info not counted. */
  public static List<Violation> packageSizes(Path sourceFolder) {
    Map<String, Integer> sizes = new TreeMap<>();
    for (Path file : Modules.files(sourceFolder, ".java")) {
      if (!file.endsWith(PACKAGE_INFO) && !file.endsWith("module-info.java")) {
        sizes.merge(name(sourceFolder, file.resolveSibling("")), 1, Integer::sum);
      }
    }
    List<Violation> found = new ArrayList<>();
    sizes.forEach(
        (name, size) -> {
          int limit = name.equals("io/leasehold") ? MAX_FILES_IN_ROOT : MAX_FILES_IN_PACKAGE;
          if (size > limit) {
            found.add(new Violation("package-size", name, size + " files > " + limit));
          }
        });
    return found;
  }

  private static String name(Path sourceFolder, Path file) {
    return sourceFolder.relativize(file).toString().replace('\\', '/');
  }

  private static long lines(Path file) {
    try (var lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
