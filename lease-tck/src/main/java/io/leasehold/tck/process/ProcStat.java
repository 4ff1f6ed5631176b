package io.leasehold.tck.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the kernel says of a process (or of one of its threads) in {@code /proc/PID/stat}.
 *
 * @param pid the process, or the thread
 * @param comm the command's name as the kernel keeps it; may hold spaces and parentheses
 * @param state one letter: R running, S sleeping, D in the kernel, T stopped by a signal, t stopped
 *     by a tracer, Z ended but not collected, X dead
 * @param startTime in clock ticks since boot; tells a process from a later one with the same pid
 */
public record ProcStat(long pid, String comm, char state, long startTime) {

  /** The 22nd field is the start time; the list begins with the third. */
  private static final int START_TIME = 22 - 3;

  /**
   * Reads one line.
   *
   * @throws IllegalArgumentException if it does not look like a line of {@code /proc/PID/stat}
   */
  public static ProcStat parse(String line) {
    // The name is put in parentheses unescaped, so only the last closing one ends it.
    int open = line.indexOf(" (");
    int close = line.lastIndexOf(") ");
    if (open < 1 || close < open) {
      throw malformed(line);
    }
    String[] rest = line.substring(close + 2).strip().split(" ");
    if (rest.length <= START_TIME || rest[0].length() != 1) {
      throw malformed(line);
    }
    try {
      return new ProcStat(
          Long.parseLong(line.substring(0, open)),
          line.substring(open + 2, close),
          rest[0].charAt(0),
          Long.parseLong(rest[START_TIME]));
    } catch (NumberFormatException e) {
      throw malformed(line);
    }
  }

  /** The process's state now; empty if there is no such process. */
  public static Optional<ProcStat> of(long pid) {
    return read(Path.of("/proc", Long.toString(pid), "stat"));
  }

  /** The state of every thread of a process; empty if there is no such process. */
  static List<ProcStat> threadsOf(long pid) {
    List<ProcStat> threads = new ArrayList<>();
    Path tasks = Path.of("/proc", Long.toString(pid), "task");
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(tasks)) {
      for (Path task : entries) {
        read(task.resolve("stat")).ifPresent(threads::add);
      }
    } catch (IOException | DirectoryIteratorException e) {
      return List.of(); // the process ended while it was looked at
    }
    return threads;
  }

  /** Whether a signal has stopped it: it executes nothing until it is continued. */
  public boolean isStopped() {
    return state == 'T';
  }

  /** Whether it has ended, collected by its parent or not. */
  public boolean hasEnded() {
    return state == 'Z' || state == 'X' || state == 'x';
  }

  private static Optional<ProcStat> read(Path file) {
    try {
      // Not UTF-8: a command's name is any bytes.
      return Optional.of(parse(Files.readString(file, StandardCharsets.ISO_8859_1)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static IllegalArgumentException malformed(String line) {
    return new IllegalArgumentException("not a line of /proc/PID/stat: \"" + line + "\"");
  }
}
