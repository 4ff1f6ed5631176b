package io.leasehold.examples.file;

import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.support.CasRead;
import io.leasehold.spi.support.CasRecord;
import io.leasehold.spi.support.CasSwap;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A register over a directory, with faults where a test wants them, and records to put in. */
final class TestStore implements AutoCloseable {

  static final Duration BOUND = Duration.ofSeconds(30);

  final Path root;
  final StoreDirectory store;
  final FileRegister register;

  TestStore(Path root, FileSteps steps) throws IOException {
    this(root, steps, BOUND);
  }

  TestStore(Path root, FileSteps steps, Duration bound) throws IOException {
    this.root = root;
    this.store = new StoreDirectory(root, steps, true);
    this.register = new FileRegister(root, store, steps, new BoundedCalls(bound));
  }

  static CasRecord record(long version) {
    return new CasRecord(
        CasRecord.Mark.HELD,
        OwnerToken.random(),
        version,
        version,
        Duration.ofSeconds(30),
        OwnerToken.random(),
        Map.of("host", "here"));
  }

  Path directoryOf(LeaseName name) {
    return new NamePaths(root).directoryOf(name);
  }

  CasRecord read(LeaseName name) {
    return ((CasRead.Found) register.read(name)).record();
  }

  /** A name that holds a record. */
  CasRecord written(LeaseName name) {
    CasRecord first = record(1);
    if (!(register.compareAndSet(name, null, first) instanceof CasSwap.Swapped)) {
      throw new AssertionError("the first write of " + name + " failed");
    }
    return first;
  }

  /** Runs the same step in several threads that begin together. */
  static <T> List<T> together(int threads, Callable<T> step) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Future<T>> running =
          IntStream.range(0, threads)
              .mapToObj(
                  n ->
                      pool.submit(
                          () -> {
                            start.await(BOUND.toSeconds(), TimeUnit.SECONDS);
                            return step.call();
                          }))
              .toList();
      List<T> results = new java.util.ArrayList<>();
      for (Future<T> each : running) {
        results.add(each.get(BOUND.toSeconds(), TimeUnit.SECONDS));
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }

  @Override
  public void close() {
    register.close();
  }
}
