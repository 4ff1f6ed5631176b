package io.leasehold.examples.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary directory that is deleted with everything in it. */
final class Scratch implements AutoCloseable {

  private static final int TRIES = 20;

  private final Path directory;

  Scratch() throws IOException {
    directory = Files.createTempDirectory("leasehold-demo-");
  }

  Path resolve(String name) {
    return directory.resolve(name);
  }

  /** Tries again if a process that is just being killed still renames a file in it. */
  @Override
  public void close() {
    for (int n = 1; n <= TRIES && Files.exists(directory); n++) {
      try {
        delete();
      } catch (IOException | UncheckedIOException e) {
        if (n == TRIES) {
          System.err.println("could not delete " + directory + ": " + e);
        }
      }
    }
  }

  private void delete() throws IOException {
    try (Stream<Path> tree = Files.walk(directory)) {
      List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    }
  }
}
