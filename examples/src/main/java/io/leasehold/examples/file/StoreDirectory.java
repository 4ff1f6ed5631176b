package io.leasehold.examples.file;

import io.leasehold.spi.Cause;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.support.CasSwap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * The directory that all processes share: one directory per lease name, the {@link Workspace}, and
 * {@code .store}, whose single file's name is the identity of this store.
 *
 * <p>The identity is there for one accident: a volume that is unmounted under running processes
 * leaves an empty directory in its place. Without it every name would look as if it had never been
 * written, and fencing tokens would start again.
 */
final class StoreDirectory {

  private final Path root;
  private final FileSteps steps;
  private final boolean durable;
  private final Workspace workspace;
  private final Path identity;

  /**
   * Opens the directory, and makes it a store if it is not one yet.
   *
   * @param durable whether every change is made to survive a power cut
   * @throws IOException if it cannot be read and written
   */
  StoreDirectory(Path root, FileSteps steps, boolean durable) throws IOException {
    this.root = root;
    this.steps = steps;
    this.durable = durable;
    this.workspace = new Workspace(root, steps);
    workspace.sweep();
    this.identity = makeIdentity(root.resolve(".store"));
  }

  /** Whether the store that was opened is still there. */
  boolean isStillThere() {
    return Files.exists(identity);
  }

  /**
   * Makes a directory with one empty file in it, in one step: it is prepared aside and renamed into
   * its place. A rename cannot replace a directory that has a file in it, so of several processes
   * that try, one succeeds.
   */
  CasSwap create(Path directory, String file) {
    Path prepared;
    try {
      prepared = workspace.prepare(file);
    } catch (IOException e) {
      return new CasSwap.Refused(Faults.cause("preparing " + directory, e));
    }
    try {
      sync(prepared);
      makeParents(directory);
      steps.rename(prepared, directory);
    } catch (IOException e) {
      return afterFailure(directory, file, prepared, Faults.cause("making " + directory, e));
    }
    return syncedWithParents(directory);
  }

  /** What is prepared and still there was not renamed, and nobody but this call would do it. */
  private CasSwap afterFailure(Path directory, String file, Path prepared, Cause cause) {
    boolean executed = !Files.exists(prepared.resolve(file));
    workspace.discard(prepared);
    if (!executed) {
      return Files.exists(directory) ? new CasSwap.Conflict() : new CasSwap.Refused(cause);
    }
    // Swept away by another process, or renamed in spite of the error, and perhaps replaced since.
    return Files.exists(directory.resolve(file))
        ? syncedWithParents(directory)
        : new CasSwap.Unknown(cause);
  }

  /**
   * Ends a change in {@code directory}: other processes see it already, but it is acknowledged only
   * once it would survive a power cut.
   */
  CasSwap synced(Path directory) {
    try {
      sync(directory);
      return new CasSwap.Swapped();
    } catch (IOException e) {
      return new CasSwap.Unknown(Faults.cause("sync of " + directory, e));
    }
  }

  private CasSwap syncedWithParents(Path directory) {
    CasSwap result = synced(directory);
    Path parent = directory.getParent();
    if (parent == null || !parent.startsWith(root) || !(result instanceof CasSwap.Swapped)) {
      return result;
    }
    return syncedWithParents(parent);
  }

  private void sync(Path directory) throws IOException {
    if (durable) {
      steps.sync(directory);
    }
  }

  private void makeParents(Path directory) throws IOException {
    Path parent = directory.getParent();
    if (parent != null && !parent.equals(root)) {
      makeParents(parent);
      Workspace.makeDirectory(parent);
    }
  }

  private Path makeIdentity(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      // Of several processes that come first, one makes it; the outcome is read back below.
      create(directory, OwnerToken.random().toString());
    }
    List<String> names = steps.list(directory);
    if (names.size() != 1) {
      throw new NoSuchFileException(
          directory.toString(), null, "should hold one file, the store's identity, not " + names);
    }
    return directory.resolve(names.get(0));
  }
}
