package io.leasehold.examples.file;

import io.leasehold.spi.OwnerToken;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where directories are prepared before they are renamed into their place ({@code .tmp}), and where
 * they are deleted ({@code .trash}).
 */
final class Workspace {

  private static final Logger LOG = LoggerFactory.getLogger(Workspace.class);

  /** Nobody takes that long to prepare a directory, except a process that was stopped in it. */
  static final Duration ABANDONED = Duration.ofMinutes(10);

  private final Path prepared;
  private final Path trash;
  private final FileSteps steps;

  /** Makes the two directories if they are missing, which also shows whether we may write. */
  Workspace(Path root, FileSteps steps) throws IOException {
    this.prepared = root.resolve(".tmp");
    this.trash = root.resolve(".trash");
    this.steps = steps;
    makeDirectory(prepared);
    makeDirectory(trash);
  }

  /** A new directory with one empty file. */
  Path prepare(String file) throws IOException {
    Path directory = Files.createDirectory(unique(prepared));
    Files.createFile(directory.resolve(file));
    return directory;
  }

  /**
   * Deletes a prepared directory. First out of the way by a rename: emptied where it is, it could
   * still be renamed by its owner, who would then have made a name's directory without a record.
   */
  void discard(Path directory) {
    Path doomed = unique(trash);
    try {
      steps.rename(directory, doomed);
      for (String file : steps.list(doomed)) {
        Files.deleteIfExists(doomed.resolve(file));
      }
      Files.deleteIfExists(doomed);
    } catch (NoSuchFileException e) {
      LOG.debug("{} is gone already: its owner or another sweep was faster", directory);
    } catch (IOException e) {
      LOG.warn("{} could not be deleted; a later start will try again", directory, e);
    }
  }

  /**
   * Discards what processes that died left behind. An age is the difference of two times of one
   * file system; a wrong one does no harm, because a process whose prepared directory vanishes
   * finds its rename refused.
   */
  void sweep() throws IOException {
    Path now = Files.createDirectory(unique(prepared));
    long oldest = Files.getLastModifiedTime(now).toMillis() - ABANDONED.toMillis();
    Files.delete(now);
    for (Path place : List.of(prepared, trash)) {
      for (String name : steps.list(place)) {
        if (isOlder(place.resolve(name), oldest)) {
          LOG.info("deleting {}: its process died while preparing it", place.resolve(name));
          discard(place.resolve(name));
        }
      }
    }
  }

  static void makeDirectory(Path directory) throws IOException {
    try {
      Files.createDirectory(directory);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(directory)) {
        throw e;
      }
    }
  }

  private static boolean isOlder(Path entry, long millis) {
    try {
      return Files.getLastModifiedTime(entry).toMillis() < millis;
    } catch (IOException e) {
      return false; // its owner or another sweep was faster
    }
  }

  private static Path unique(Path place) {
    return place.resolve(OwnerToken.random().toString());
  }
}
