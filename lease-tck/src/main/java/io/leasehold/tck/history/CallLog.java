package io.leasehold.tck.history;

import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The last calls of one rule, oldest first. Thread-safe. */
public final class CallLog {

  private static final int KEPT = 200;

  private final LeaseClock clock;
  private final long begin;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Call> calls = new ArrayDeque<>();

  /** Starts an empty log; times are counted from now. */
  public CallLog(LeaseClock clock) {
    this.clock = clock;
    this.begin = clock.nanos();
  }

  /**
   * Makes a call and keeps it, with its answer or what it threw. Texts are made when somebody reads
   * them: most calls are never shown.
   *
   * @param client who calls
   * @param request the call in words
   * @param call the call
   */
  public <T extends @Nullable Object> T record(
      String client, Supplier<String> request, Supplier<T> call) {
    Call entry = new Call(client, request, clock.nanos());
    add(entry);
    try {
      T answer = call.get();
      entry.end(clock.nanos(), () -> CallText.answer(answer));
      return answer;
    } catch (RuntimeException | Error e) {
      entry.end(clock.nanos(), () -> "threw " + e);
      throw e;
    }
  }

  /** Keeps a line about something that is not a call: a fault, a leap of time. */
  public void note(String line) {
    Call entry = new Call("kit", () -> line, clock.nanos());
    entry.end(clock.nanos(), () -> "");
    add(entry);
  }

  /** The last lines, oldest first. */
  public List<String> last(int count) {
    lock.lock();
    try {
      List<String> lines = new ArrayList<>();
      calls.stream()
          .skip(Math.max(0, calls.size() - count))
          .forEach(call -> lines.add(call.line(begin)));
      return lines;
    } finally {
      lock.unlock();
    }
  }

  /**
   * The calls that have no answer yet and began longer ago than that, in real time: a call that
   * hangs does so whatever the fixture's clock shows.
   */
  public List<String> open(Duration longerThan) {
    lock.lock();
    try {
      return calls.stream()
          .filter(call -> call.isOpenFor(longerThan))
          .map(call -> call.line(begin))
          .toList();
    } finally {
      lock.unlock();
    }
  }

  private void add(Call entry) {
    lock.lock();
    try {
      calls.addLast(entry);
      if (calls.size() > KEPT) {
        calls.removeFirst();
      }
    } finally {
      lock.unlock();
    }
  }

  private static final class Call {
    private final String client;
    private final Supplier<String> request;
    private final long beganAt;
    private final long reallyBeganAt = LeaseClock.system().nanos();
    private volatile long endedAt;
    private volatile @Nullable Supplier<String> answer;

    Call(String client, Supplier<String> request, long beganAt) {
      this.client = client;
      this.request = request;
      this.beganAt = beganAt;
    }

    void end(long at, Supplier<String> with) {
      endedAt = at;
      answer = with;
    }

    boolean isOpenFor(Duration time) {
      long age = LeaseClock.system().nanos() - reallyBeganAt;
      return answer == null && age > time.toNanos();
    }

    String line(long begin) {
      Supplier<String> ended = answer;
      String head =
          String.format("%10.1f ms  %-4s %s", millis(beganAt - begin), client, request.get());
      if (ended == null) {
        return head + " -> (no answer yet)";
      }
      String with = ended.get();
      return with.isEmpty()
          ? head
          : head + " -> " + with + String.format(" (%.1f ms)", millis(endedAt - beganAt));
    }

    private static double millis(long nanos) {
      return nanos / 1e6;
    }
  }
}
