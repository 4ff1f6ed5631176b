package io.leasehold.examples.demo;

import io.leasehold.spi.Durations;
import io.leasehold.spi.LeaseClock;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/**
 * The guarded resource: a number that several processes write. Fenced, it refuses a write whose
 * token is below the highest it has seen; both happen in one atomic step. Unfenced, it takes any.
 *
 * <p>It is a directory with one file, whose name is its {@link State}; a write renames it. So it
 * can tell by itself what was done to it, whatever the writers say.
 */
final class SharedCounter {

  private static final Duration BOUND = Duration.ofSeconds(5);

  private final Path directory;
  private final boolean fenced;
  private final LeaseClock clock = LeaseClock.system();

  SharedCounter(Path directory, boolean fenced) {
    this.directory = directory;
    this.fenced = fenced;
  }

  /**
   * What the counter is.
   *
   * @param writes how many writes it has taken
   * @param value the number; if every write added one, it equals {@code writes}
   * @param token the highest fencing token seen
   * @param refused how many writes it has refused
   */
  record State(long writes, long value, long token, long refused) {

    static State parse(String fileName) {
      String[] parts = fileName.split("-", 4);
      return new State(
          Long.parseLong(parts[0]),
          Long.parseLong(parts[1]),
          Long.parseLong(parts[2]),
          Long.parseLong(parts[3]));
    }

    String fileName() {
      return writes + "-" + value + "-" + token + "-" + refused;
    }

    /** Whether no write was undone by another. */
    boolean isIntact() {
      return value == writes;
    }

    private State afterWrite(long newToken, long newValue) {
      return new State(writes + 1, newValue, Math.max(token, newToken), refused);
    }

    private State afterRefusal() {
      return new State(writes, value, token, refused + 1);
    }

    /** Rises with every change, so that no state comes twice. */
    private long changes() {
      return writes + refused;
    }

    @Override
    public String toString() {
      return "value "
          + value
          + " after "
          + writes
          + " writes, highest token seen "
          + token
          + ", writes refused "
          + refused;
    }
  }

  /**
   * The answer to a write.
   *
   * @param accepted whether it was done
   * @param after the counter then
   */
  record Written(boolean accepted, State after) {}

  static SharedCounter create(Path directory, boolean fenced) throws IOException {
    Files.createDirectory(directory);
    Files.createFile(directory.resolve(new State(0, 0, 0, 0).fileName()));
    return new SharedCounter(directory, fenced);
  }

  State read() throws IOException {
    long end = clock.nanos() + BOUND.toNanos();
    while (clock.nanos() - end < 0) {
      // Beside a rename a listing may show both names (the one with more changes is later) or none.
      State latest = null;
      try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
        for (Path file : files) {
          State state = State.parse(file.getFileName().toString());
          latest = latest == null || state.changes() > latest.changes() ? state : latest;
        }
      }
      if (latest != null) {
        return latest;
      }
    }
    throw new IOException(directory + " has held no file for " + Durations.format(BOUND));
  }

  Written write(long token, long value) throws IOException {
    long end = clock.nanos() + BOUND.toNanos();
    while (clock.nanos() - end < 0) {
      State before = read();
      boolean accepted = !fenced || token >= before.token();
      State after = accepted ? before.afterWrite(token, value) : before.afterRefusal();
      try {
        Files.move(
            directory.resolve(before.fileName()),
            directory.resolve(after.fileName()),
            StandardCopyOption.ATOMIC_MOVE);
        return new Written(accepted, after);
      } catch (NoSuchFileException e) {
        // Another writer was faster: the token is judged again, by what that one has left.
      }
    }
    throw new IOException("other writers were faster for " + Durations.format(BOUND));
  }
}
