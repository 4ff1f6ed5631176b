package io.leasehold.tck.scenario.process;

import io.leasehold.tck.process.ChildFailedException;
import io.leasehold.tck.process.ChildJvm;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** What a child was told to do, and has not answered yet. Thread-safe. */
final class Orders {

  private final ChildJvm child;
  private final AtomicLong numbers = new AtomicLong();
  private final Map<String, CompletableFuture<String>> pending = new ConcurrentHashMap<>();

  Orders(ChildJvm child) {
    this.child = child;
  }

  /** Sends one; completes with the child's answer, or exceptionally with its failure. */
  CompletableFuture<String> give(String text) {
    String id = String.valueOf(numbers.incrementAndGet());
    CompletableFuture<String> answer = new CompletableFuture<>();
    pending.put(id, answer);
    try {
      child.send(id + " " + text);
    } catch (ChildFailedException e) {
      answer.completeExceptionally(e);
    }
    return answer;
  }

  /** The child answers: a number, and a text that begins with "!" if it has failed. */
  void answered(String line) {
    int space = line.indexOf(' ');
    String id = space < 0 ? line : line.substring(0, space);
    String text = space < 0 ? "" : line.substring(space + 1);
    CompletableFuture<String> answer = pending.remove(id);
    if (answer == null) {
      return;
    }
    if (text.startsWith("!")) {
      answer.completeExceptionally(new ChildFailedException(text.substring(1)));
    } else {
      answer.complete(text);
    }
  }

  /** Nothing will be answered any more, because the child has ended; says what it said last. */
  ChildFailedException end() {
    String errors = child.errorText().strip();
    String last = errors.substring(errors.lastIndexOf('\n') + 1);
    ChildFailedException ended =
        new ChildFailedException("its JVM has ended" + (last.isEmpty() ? "" : ": " + last));
    pending.values().forEach(answer -> answer.completeExceptionally(ended));
    return ended;
  }

  /**
   * Waits for an answer without which nothing can go on.
   *
   * @param what it is, for the failure's message
   */
  String await(CompletableFuture<String> answer, Duration bound, String what)
      throws InterruptedException {
    try {
      return answer.get(bound.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw child.failure("did not answer in time: " + what);
    } catch (ExecutionException e) {
      throw new ChildFailedException("a child JVM failed: " + what + "; " + e.getMessage(), e);
    }
  }
}
