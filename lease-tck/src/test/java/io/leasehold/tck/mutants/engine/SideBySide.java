package io.leasehold.tck.mutants.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * One test for each of many rows that mostly wait: some are judged at the same time, and JUnit is
 * told of each in the order of the rows.
 */
final class SideBySide {

  /** A row that waits for longer than this has hung; the slowest takes a quarter of it. */
  private static final long LIMIT_MINUTES = 4;

  private SideBySide() {}

  static <R> Stream<DynamicTest> tests(List<R> rows, int atOnce, Consumer<R> judge) {
    ExecutorService pool = Executors.newFixedThreadPool(atOnce);
    List<DynamicTest> tests = new ArrayList<>();
    for (R row : rows) {
      Future<?> judged = pool.submit(() -> judge.accept(row));
      tests.add(DynamicTest.dynamicTest(row.toString(), () -> outcome(judged)));
    }
    pool.shutdown();
    return tests.stream();
  }

  private static void outcome(Future<?> judged) throws Exception {
    try {
      judged.get(LIMIT_MINUTES, TimeUnit.MINUTES);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw e;
    }
  }
}
