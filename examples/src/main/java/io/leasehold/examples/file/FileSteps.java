package io.leasehold.examples.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The few system calls that the backend is made of; tests put faults in their place. */
interface FileSteps {

  /** Nothing but the system calls. */
  FileSteps REAL = new FileSteps() {};

  /**
   * One rename(2), which is atomic. It replaces an existing target file without a word, so callers
   * only use target names that nobody else can make.
   */
  default void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  /** The names in a directory. */
  default List<String> list(Path directory) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      List<String> names = new ArrayList<>();
      for (Path entry : entries) {
        names.add(entry.getFileName().toString());
      }
      return names;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /** Makes a directory's entries survive a power cut. */
  default void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
