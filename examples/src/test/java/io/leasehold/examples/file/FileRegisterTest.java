package io.leasehold.examples.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.Cause.Kind;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.support.CasRead;
import io.leasehold.spi.support.CasRecord;
import io.leasehold.spi.support.CasSwap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileRegisterTest {

  private static final LeaseName NAME = new LeaseName("orders/1001");

  @TempDir Path root;

  private static CasRecord record(long version) {
    return TestStore.record(version);
  }

  @Test
  void aNameIsNeverWrittenUntilItsFirstRecordAndEmptyNeverAfter() throws IOException {
    try (TestStore store = new TestStore(root, FileSteps.REAL)) {
      assertThat(store.register.read(NAME)).isInstanceOf(CasRead.NeverWritten.class);

      CasRecord first = store.written(NAME);
      assertThat(store.read(NAME)).isEqualTo(first);

      CasRecord second = record(2);
      assertThat(store.register.compareAndSet(NAME, first, second))
          .isInstanceOf(CasSwap.Swapped.class);
      assertThat(store.read(NAME)).isEqualTo(second);
    }
  }

  @Test
  void aRecordThatIsNotThereAnyMoreIsAConflictAndChangesNothing() throws IOException {
    try (TestStore store = new TestStore(root, FileSteps.REAL)) {
      CasRecord first = store.written(NAME);
      CasRecord second = record(2);
      store.register.compareAndSet(NAME, first, second);

      assertThat(store.register.compareAndSet(NAME, first, record(2)))
          .isInstanceOf(CasSwap.Conflict.class);
      assertThat(store.register.compareAndSet(NAME, null, record(1)))
          .isInstanceOf(CasSwap.Conflict.class);
      assertThat(store.register.compareAndSet(new LeaseName("other"), first, second))
          .isInstanceOf(CasSwap.Conflict.class);

      assertThat(store.read(NAME)).isEqualTo(second);
      assertThat(root.resolve(".tmp")).isEmptyDirectory();
      assertThat(root.resolve(".trash")).isEmptyDirectory();
    }
  }

  @Test
  void anotherProcessSeesTheSameRecords() throws IOException {
    try (TestStore one = new TestStore(root, FileSteps.REAL);
        TestStore two = new TestStore(root, FileSteps.REAL)) {
      CasRecord first = one.written(NAME);

      assertThat(two.read(NAME)).isEqualTo(first);
    }
  }

  @Test
  void theLongestNamesAndThoseThatDifferOnlyInCaseAreKeptApart() throws IOException {
    try (TestStore store = new TestStore(root, FileSteps.REAL)) {
      List<LeaseName> names = new ArrayList<>();
      for (String name : List.of("a", "A", "é", "e\u0301", ".", "..", "/", "a/", ".store")) {
        names.add(new LeaseName(name));
      }
      for (int length : new int[] {239, 240, 241, 480, 481, 512}) {
        names.add(new LeaseName("a".repeat(length)));
        names.add(new LeaseName("A".repeat(length)));
      }
      names.add(new LeaseName("中".repeat(170)));
      List<CasRecord> records = names.stream().map(store::written).toList();

      assertThat(names.stream().map(store::read).toList()).isEqualTo(records);
    }
  }

  @Test
  void ofManyFirstWritesOneSucceedsAndNothingIsLeftBehind() throws Exception {
    try (TestStore store = new TestStore(root, FileSteps.REAL)) {
      for (int round = 0; round < 20; round++) {
        LeaseName name = new LeaseName("first/" + round);
        List<CasSwap> swaps =
            TestStore.together(8, () -> store.register.compareAndSet(name, null, record(1)));

        assertThat(swaps).filteredOn(CasSwap.Swapped.class::isInstance).hasSize(1);
        assertThat(swaps).filteredOn(CasSwap.Conflict.class::isInstance).hasSize(7);
        assertThat(store.directoryOf(name)).isDirectoryContaining(file -> true);
        assertThat(FileSteps.REAL.list(store.directoryOf(name))).hasSize(1);
      }
      assertThat(root.resolve(".tmp")).isEmptyDirectory();
      assertThat(root.resolve(".trash")).isEmptyDirectory();
    }
  }

  @Test
  void ofManyReplacementsOfOneRecordOneSucceeds() throws Exception {
    try (TestStore store = new TestStore(root, FileSteps.REAL)) {
      CasRecord current = store.written(NAME);
      for (int round = 2; round < 40; round++) {
        CasRecord expected = current;
        long version = round;
        List<CasSwap> swaps =
            TestStore.together(
                6, () -> store.register.compareAndSet(NAME, expected, record(version)));

        assertThat(swaps).filteredOn(CasSwap.Swapped.class::isInstance).hasSize(1);
        assertThat(swaps).filteredOn(CasSwap.Conflict.class::isInstance).hasSize(5);
        current = store.read(NAME);
        assertThat(current.version()).isEqualTo(round);
      }
    }
  }

  @Test
  void aReadBesideRenamesNeverGoesBackAndNeverSeesTheFuture() throws Exception {
    try (TestStore store = new TestStore(root, new WithoutSync())) {
      AtomicLong begun = new AtomicLong(1);
      AtomicLong acknowledged = new AtomicLong(1);
      CasRecord first = store.written(NAME);
      AtomicInteger role = new AtomicInteger();
      List<Long> reads =
          TestStore.together(
              3,
              () ->
                  role.getAndIncrement() == 0
                      ? write(store, first, begun, acknowledged)
                      : readAlong(store, begun, acknowledged));

      assertThat(reads).allMatch(n -> n > 0);
    }
  }

  /** More renames in the same time: what is looked for is a race of two processes. */
  private static final class WithoutSync implements FileSteps {
    @Override
    public void sync(Path directory) {}
  }

  private static final long LAST = 2_000;

  private long write(TestStore store, CasRecord first, AtomicLong begun, AtomicLong acknowledged) {
    CasRecord current = first;
    for (long version = 2; version <= LAST; version++) {
      CasRecord next = record(version);
      begun.set(version);
      assertThat(store.register.compareAndSet(NAME, current, next))
          .isInstanceOf(CasSwap.Swapped.class);
      acknowledged.set(version);
      current = next;
    }
    return LAST;
  }

  private long readAlong(TestStore store, AtomicLong begun, AtomicLong acknowledged) {
    long reads = 0;
    while (acknowledged.get() < LAST) {
      long atLeast = acknowledged.get();
      long seen = store.read(NAME).version();
      assertThat(seen).isBetween(atLeast, begun.get());
      reads++;
    }
    return reads;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void ofTwoNamesInAListingTheLaterRecordIsTheAnswer(boolean olderFirst) throws IOException {
    CasRecord older = record(7);
    CasRecord newer = record(8);
    FaultySteps steps = new FaultySteps();
    try (TestStore store = new TestStore(root, steps)) {
      steps.listing =
          olderFirst
              ? List.of(older.toText(), newer.toText())
              : List.of(newer.toText(), older.toText());

      assertThat(store.read(NAME)).isEqualTo(newer);
    }
  }

  @Test
  void aListingWithoutANameIsRepeated() throws IOException {
    FaultySteps steps = new FaultySteps();
    try (TestStore store = new TestStore(root, steps)) {
      CasRecord first = store.written(NAME);
      steps.emptyListings.set(5);

      assertThat(store.read(NAME)).isEqualTo(first);
    }
  }

  @Test
  void aDirectoryWithoutARecordIsNotTakenForANewName() throws IOException {
    try (TestStore store = new TestStore(root, FileSteps.REAL)) {
      CasRecord first = store.written(NAME);
      Files.delete(store.directoryOf(NAME).resolve(first.toText()));

      assertThat(store.register.read(NAME))
          .isInstanceOfSatisfying(
              CasRead.Failed.class,
              failed -> {
                assertThat(failed.cause().kind()).isEqualTo(Kind.MISCONFIGURED);
                assertThat(failed.cause().message())
                    .contains(store.directoryOf(NAME).toString(), "fencing tokens", "delete");
              });
    }
  }

  @Test
  void aForeignFileIsReportedAndNotInterpreted() throws IOException {
    try (TestStore store = new TestStore(root, FileSteps.REAL)) {
      store.written(NAME);
      Files.createFile(store.directoryOf(NAME).resolve("notes.txt"));

      assertThat(store.register.read(NAME))
          .isInstanceOfSatisfying(
              CasRead.Failed.class,
              failed -> {
                assertThat(failed.cause().kind()).isEqualTo(Kind.MISCONFIGURED);
                assertThat(failed.cause().toString()).contains("notes.txt");
              });
    }
  }
}
