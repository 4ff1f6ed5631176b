package io.leasehold.tck.process;

import io.leasehold.spi.Durations;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A real JVM beside this one, for scenarios that stop or kill a process. Every wait is bounded by
 * its caller. {@link #close()} kills and collects it in whatever state it is; if this JVM ends
 * first the child ends too. Thread-safe.
 */
public final class ChildJvm implements AutoCloseable {

  private static final Duration END_BOUND = Duration.ofSeconds(10);

  private final String what;
  private final Process process;
  private final long startTime;
  private final EventQueue events = new EventQueue();
  private final Tail printed = new Tail();
  private final Tail errors = new Tail();
  private final Thread errorReader;
  private final AtomicReference<@Nullable OrphanGuard> guard = new AtomicReference<>();

  ChildJvm(String what, Process process) {
    this.what = what;
    this.process = process;
    LiveChildren.instance().add(process);
    this.startTime = ProcStat.of(process.pid()).map(ProcStat::startTime).orElse(-1L);
    daemon("out", this::readOut);
    this.errorReader = daemon("err", this::readErrors);
  }

  /** The process id. */
  public long pid() {
    return process.pid();
  }

  /** Whether it has not ended; a stopped child is alive. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** What the kernel says of it now; empty once it is gone. */
  public Optional<ProcStat> state() {
    // A later process with the same pid has another start time.
    return ProcStat.of(pid()).filter(stat -> stat.startTime() == startTime && !stat.hasEnded());
  }

  /**
   * Takes the first event with this key that was not taken yet; others stay.
   *
   * @throws ChildFailedException if the time is up, or the child ended without it
   */
  public ChildEvent await(String key, Duration bound) throws InterruptedException {
    return await("event " + key, event -> event.key().equals(key), bound);
  }

  /** Takes the next event, whichever it is; as {@link #await(String, Duration)}. */
  public ChildEvent awaitAny(Duration bound) throws InterruptedException {
    return await("an event", event -> true, bound);
  }

  /** Takes the next event; empty if none came in time, or it has ended. */
  public Optional<ChildEvent> next(Duration bound) throws InterruptedException {
    return events.take(event -> true, Deadline.in(bound));
  }

  /** Takes an event if one has arrived. */
  public Optional<ChildEvent> poll() throws InterruptedException {
    return events.take(event -> true, Deadline.in(Duration.ZERO));
  }

  private ChildEvent await(String wanted, Predicate<ChildEvent> test, Duration bound)
      throws InterruptedException {
    Optional<ChildEvent> event = events.take(test, Deadline.in(bound));
    if (event.isPresent()) {
      return event.get();
    }
    if (outEnded()) {
      process.waitFor(END_BOUND.toNanos(), TimeUnit.NANOSECONDS);
      errorReader.join(END_BOUND.toMillis());
      throw failure("ended before " + wanted);
    }
    throw failure("did not print " + wanted + " within " + Durations.format(bound));
  }

  /** Whether everything that it ever says has arrived. */
  public boolean isHeardOut() {
    return events.hasEnded();
  }

  private boolean outEnded() {
    // Not by the reader's thread: it tells the end before it ends itself.
    return events.hasEnded() || !process.isAlive();
  }

  /**
   * Sends a line to {@link ChildMain#nextCommand}. Commands must be short and few: beyond what a
   * pipe holds (64 KiB) a child that does not read would block the sender.
   *
   * @throws ChildFailedException if the child is gone
   */
  public void send(String line) {
    try {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw failure("cannot be told \"" + line + "\": " + e.getMessage());
    }
  }

  /**
   * Stops it by SIGSTOP and waits until the kernel shows every thread of it stopped: the signal
   * works asynchronously, and thread by thread.
   *
   * @return what the kernel said
   */
  public ProcStat stop(Duration bound) throws InterruptedException {
    requireAlive("stopped");
    Deadline deadline = Deadline.in(bound);
    dismiss(guard.getAndSet(OrphanGuard.over(pid())));
    Signals.send("STOP", pid(), bound);
    if (!deadline.await(this::allThreadsStopped)) {
      throw failure("did not stop within " + Durations.format(bound));
    }
    return state().orElseThrow(() -> failure("ended while it was being stopped"));
  }

  /**
   * Continues it by SIGCONT and waits until the kernel shows it not stopped.
   *
   * @return what the kernel said
   */
  public ProcStat resume(Duration bound) throws InterruptedException {
    requireAlive("continued");
    Deadline deadline = Deadline.in(bound);
    Signals.send("CONT", pid(), bound);
    if (!deadline.await(() -> state().map(stat -> !stat.isStopped()).orElse(true))) {
      throw failure("did not continue within " + Durations.format(bound));
    }
    dismiss(guard.getAndSet(null));
    return state().orElseThrow(() -> failure("ended while it was being continued"));
  }

  /** Kills it by SIGKILL, which works on a stopped child too, and waits until it is gone. */
  public void kill(Duration bound) throws InterruptedException {
    process.destroyForcibly();
    awaitExit(bound);
  }

  /**
   * Waits until it has ended by itself.
   *
   * @return the exit code; 128 + the signal's number if a signal ended it
   * @throws ChildFailedException if it is still there
   */
  public int awaitExit(Duration bound) throws InterruptedException {
    Deadline deadline = Deadline.in(bound);
    if (!process.waitFor(bound.toNanos(), TimeUnit.NANOSECONDS)
        || !deadline.await(() -> state().isEmpty())) {
      throw failure("did not end within " + Durations.format(bound));
    }
    dismiss(guard.getAndSet(null)); // its pid may soon be another process
    return process.exitValue();
  }

  /** The last lines of its standard error. */
  public String errorText() {
    return errors.text();
  }

  /** Kills it if it is alive and collects it; idempotent. */
  @Override
  public void close() {
    process.destroyForcibly();
    dismiss(guard.getAndSet(null));
    boolean interrupted = false;
    Deadline deadline = Deadline.in(END_BOUND);
    while (process.isAlive() && deadline.left() > 0) {
      try {
        process.waitFor(Math.max(1, deadline.left()), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted = true; // it has to be collected all the same; the flag is set again below
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (process.isAlive()) {
      throw failure("survived SIGKILL for " + END_BOUND);
    }
    LiveChildren.instance().remove(process);
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // The pipe's other end is gone, which is what was wanted.
    }
  }

  private void requireAlive(String wish) {
    if (!process.isAlive()) {
      throw failure("cannot be " + wish + ": it has ended");
    }
  }

  private boolean allThreadsStopped() {
    List<ProcStat> threads = ProcStat.threadsOf(pid());
    return !threads.isEmpty() && threads.stream().allMatch(ProcStat::isStopped);
  }

  private static void dismiss(@Nullable OrphanGuard former) {
    if (former != null) {
      former.close();
    }
  }

  private Thread daemon(String which, Runnable body) {
    Thread thread = new Thread(body, "child-" + pid() + "-" + which);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void readOut() {
    LineReader in = new LineReader(process.getInputStream());
    for (String line = in.next(); line != null; line = in.next()) {
      printed.add(line);
      ChildEvent.parse(line, System.nanoTime()).ifPresent(events::add);
    }
    events.end();
  }

  private void readErrors() {
    LineReader in = new LineReader(process.getErrorStream());
    for (String line = in.next(); line != null; line = in.next()) {
      errors.add(line);
    }
  }

  /** How many events were dropped, because nobody took them. */
  public long dropped() {
    return events.dropped();
  }

  /** What it says of itself when something went wrong. */
  public ChildFailedException failure(String what) {
    String state =
        process.isAlive()
            ? "alive, " + state().map(stat -> "state " + stat.state()).orElse("leaving")
            : "exit code " + process.exitValue();
    long dropped = events.dropped();
    return new ChildFailedException(
        String.format(
            "child JVM %s (pid %d, %s) %s%s%nlast lines printed:%n%s%nstandard error:%n%s",
            this.what,
            pid(),
            state,
            what,
            dropped == 0 ? "" : "; " + dropped + " events were dropped, nobody took them",
            printed.text(),
            errors.text()));
  }

  @Override
  public String toString() {
    return "ChildJvm[" + what + ", pid " + pid() + "]";
  }
}
