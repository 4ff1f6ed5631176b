package io.leasehold.examples.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** System calls that fail as a test says. */
final class FaultySteps implements FileSteps {

  /** What happens at a rename into a name's directory. */
  interface Rename {
    void run(Path from, Path to) throws IOException;
  }

  volatile Rename rename = FileSteps.REAL::rename;
  volatile List<String> listing = List.of();
  volatile boolean syncFails;
  final AtomicInteger emptyListings = new AtomicInteger();

  static IOException noSpace(Path path) {
    return new FileSystemException(path.toString(), null, "No space left on device");
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    if (to.toString().contains(NamePaths.LAST)) {
      rename.run(from, to);
    } else {
      FileSteps.REAL.rename(from, to);
    }
  }

  @Override
  public List<String> list(Path directory) throws IOException {
    if (emptyListings.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      return List.of();
    }
    return listing.isEmpty() ? FileSteps.REAL.list(directory) : listing;
  }

  @Override
  public void sync(Path directory) throws IOException {
    if (syncFails) {
      throw noSpace(directory);
    }
    FileSteps.REAL.sync(directory);
  }
}
