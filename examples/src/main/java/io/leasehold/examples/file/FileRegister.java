package io.leasehold.examples.file;

import io.leasehold.spi.Cause;
import io.leasehold.spi.Cause.Kind;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.support.CasRead;
import io.leasehold.spi.support.CasRecord;
import io.leasehold.spi.support.CasRegister;
import io.leasehold.spi.support.CasSwap;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compare-and-set register per name, made of one fact: rename(2) is atomic.
 *
 * <p>Each name has a directory with one empty file in it, and the <i>name</i> of that file is the
 * record. To replace record A by record B is to rename file A to B: it succeeds for exactly one
 * process that expects A, and for all others A does not exist. Nothing is locked, so a process that
 * stands still anywhere in here blocks nobody.
 */
final class FileRegister implements CasRegister {

  /** How often a listing may come back empty while renames go on under it. */
  private static final int LISTINGS = 100;

  private final NamePaths paths;
  private final StoreDirectory store;
  private final FileSteps steps;
  private final BoundedCalls calls;

  FileRegister(Path root, StoreDirectory store, FileSteps steps, BoundedCalls calls) {
    this.paths = new NamePaths(root);
    this.store = store;
    this.steps = steps;
    this.calls = calls;
  }

  @Override
  public CasRead read(LeaseName name) {
    Path directory = paths.directoryOf(name);
    return calls.run(() -> read(directory), CasRead.Failed::new, CasRead.Failed::new);
  }

  @Override
  public CasSwap compareAndSet(LeaseName name, @Nullable CasRecord expected, CasRecord next) {
    Path directory = paths.directoryOf(name);
    return calls.run(
        () ->
            expected == null
                ? createFirst(directory, next)
                : replace(directory, expected.toText(), next.toText()),
        CasSwap.Refused::new,
        CasSwap.Unknown::new);
  }

  @Override
  public void close() {
    calls.close();
  }

  private CasRead read(Path directory) {
    try {
      for (int n = 0; n < LISTINGS; n++) {
        List<String> names = steps.list(directory);
        if (!names.isEmpty()) {
          return newest(directory, names);
        }
        Thread.onSpinWait();
      }
    } catch (NoSuchFileException e) {
      return store.isStillThere() ? new CasRead.NeverWritten() : gone(directory);
    } catch (IOException e) {
      return new CasRead.Failed(Faults.cause("listing " + directory, e));
    }
    return new CasRead.Failed(
        Cause.of(
            Kind.MISCONFIGURED,
            directory
                + " is empty: its record was deleted, and the fencing tokens given so far with it;"
                + " delete the directory too if no token of it is in use any more"));
  }

  /**
   * A listing is no snapshot: beside a rename from A to B it may show A, B, both or neither.
   * Whatever it shows was there at one moment since the listing began, and was the one record at
   * that moment; so any of them is a correct answer of a read that takes effect then. Of two the
   * one with the higher version is the later one, and spares the caller a conflict. Neither says
   * nothing: the listing is repeated.
   */
  private static CasRead newest(Path directory, List<String> names) {
    try {
      return new CasRead.Found(
          names.stream()
              .map(CasRecord::parse)
              .max(Comparator.comparingLong(CasRecord::version))
              .orElseThrow());
    } catch (IllegalArgumentException e) {
      return new CasRead.Failed(
          new Cause(Kind.MISCONFIGURED, directory + " holds a file that is not a lease record", e));
    }
  }

  private CasSwap createFirst(Path directory, CasRecord next) {
    if (!store.isStillThere()) {
      return new CasSwap.Refused(gone(directory).cause());
    }
    return store.create(directory, next.toText());
  }

  private CasSwap replace(Path directory, String expected, String next) {
    try {
      // Every record's text is made by one write only, so the target cannot exist already.
      steps.rename(directory.resolve(expected), directory.resolve(next));
    } catch (NoSuchFileException e) {
      return new CasSwap.Conflict();
    } catch (IOException e) {
      return afterFailure(directory, expected, next, Faults.cause("renaming in " + directory, e));
    }
    return store.synced(directory);
  }

  /**
   * A failed rename should have changed nothing, but a device may fail after the change. Only what
   * is there now is proof: the old record was not replaced, the new one was; any third record may
   * have replaced either.
   */
  private CasSwap afterFailure(Path directory, String expected, String next, Cause cause) {
    List<String> names;
    try {
      names = steps.list(directory);
    } catch (IOException e) {
      return new CasSwap.Unknown(cause);
    }
    if (names.contains(next)) {
      return store.synced(directory);
    }
    return names.contains(expected) ? new CasSwap.Refused(cause) : new CasSwap.Unknown(cause);
  }

  private static CasRead.Failed gone(Path directory) {
    return new CasRead.Failed(
        Cause.of(
            Kind.UNAVAILABLE,
            "the store around "
                + directory
                + " is not the one that was opened: unmounted, deleted or replaced"));
  }
}
