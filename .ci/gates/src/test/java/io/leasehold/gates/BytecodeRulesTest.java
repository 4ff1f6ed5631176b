package io.leasehold.gates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BytecodeRulesTest {
  @TempDir Path folder;

  @Test
  void rejectsAMonitor() throws IOException {
    assertEachRejected(
        "no-monitor",
        BytecodeRules::monitors,
        "void planted() { synchronized (this) { hashCode(); } }",
        "synchronized void planted() {}",
        "static synchronized void planted() {}",
        "Runnable r = () -> { synchronized (this) { hashCode(); } };");
  }

  @Test
  void rejectsASleep() throws IOException {
    assertEachRejected(
        "no-sleep",
        BytecodeRules::blockingWaits,
        "void planted() throws Exception { Thread.sleep(1); }",
        "void planted() throws Exception { java.util.concurrent.TimeUnit.SECONDS.sleep(1); }",
        "void planted() throws Exception { this.wait(); }",
        "void planted() throws Exception { wait(5); }",
        "void planted() { notifyAll(); }",
        "@SuppressWarnings(\"removal\") void planted() { Thread.currentThread().stop(); }",
        "interface Nap { void nap(long t) throws Exception; } Nap nap = Thread::sleep;");
  }

  @Test
  void rejectsAReadOfTheWallClock() throws IOException {
    assertEachRejected(
        "wall-clock",
        BytecodeRules::wallClock,
        "Object o = System.currentTimeMillis();",
        "Object o = java.time.Instant.now();",
        "Object o = java.time.LocalDate.now();",
        "Object o = java.time.LocalDate.now(java.time.ZoneOffset.UTC);",
        "Object o = java.time.LocalDateTime.now();",
        "Object o = java.time.ZonedDateTime.now();",
        "Object o = java.time.OffsetDateTime.now();",
        "Object o = java.time.Year.now();",
        "Object o = java.time.chrono.JapaneseDate.now();",
        "Object o = java.time.Clock.systemUTC();",
        "Object o = java.time.Clock.systemDefaultZone();",
        "Object o = java.time.Clock.tickSeconds(java.time.ZoneOffset.UTC);",
        "Object o = java.time.InstantSource.system();",
        "Object o = new java.util.Date();",
        "Object o = java.util.Calendar.getInstance();",
        "Object o = new java.util.GregorianCalendar();",
        "Object o = new java.util.Timer();",
        "Object o = (java.util.function.LongSupplier) System::currentTimeMillis;",
        "Object o = (java.util.function.Supplier<Object>) java.util.Date::new;",
        "void planted() { java.util.concurrent.locks.LockSupport.parkUntil(1); }");
  }

  @Test
  void rejectsAReadOfTheMonotonicClock() throws IOException {
    assertEachRejected(
        "monotonic-clock",
        BytecodeRules::monotonicClock,
        "Object o = System.nanoTime();",
        "Object o = (java.util.function.LongSupplier) System::nanoTime;");
  }

  @Test
  void acceptsTheNamedClassesAndWhatIsGivenAClock() throws IOException {
    Path classes =
        new Plant(folder)
            .classes(
                """
                package io.leasehold.spi;

                public final class WallClock {
                  static Object now() {
                    return java.time.Instant.now();
                  }

                  static final class Inner {
                    long millis = System.currentTimeMillis();
                  }
                }
                """,
                """
                package io.leasehold.spi;

                final class SystemLeaseClock {
                  long now() {
                    return System.nanoTime();
                  }
                }
                """,
                """
                package io.leasehold.engine;

                class Clean {
                  private final java.util.concurrent.locks.Lock lock =
                      new java.util.concurrent.locks.ReentrantLock();

                  Object now(java.time.Clock clock) {
                    lock.lock();
                    return java.time.Instant.now(clock);
                  }
                }
                """);
    assertThat(BytecodeRules.monitors(classes)).isEmpty();
    assertThat(BytecodeRules.blockingWaits(classes)).isEmpty();
    assertThat(BytecodeRules.wallClock(classes)).isEmpty();
    assertThat(BytecodeRules.monotonicClock(classes)).isEmpty();
  }

  /** Each member is planted in a class of its own. */
  private void assertEachRejected(
      String rule, Function<Path, List<Violation>> gate, String... members) throws IOException {
    String[] sources = new String[members.length];
    for (int i = 0; i < members.length; i++) {
      sources[i] = "package planted;\n\nclass Planted" + i + " {\n" + members[i] + "\n}\n";
    }
    List<Violation> found = gate.apply(new Plant(folder).classes(sources));
    assertThat(found).extracting(Violation::rule).containsOnly(rule);
    for (int i = 0; i < members.length; i++) {
      String place = "planted.Planted" + i + ".";
      assertThat(found).as(members[i]).anySatisfy(it -> assertThat(it.place()).startsWith(place));
    }
  }
}
