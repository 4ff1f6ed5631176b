package io.leasehold.examples.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.Cause;
import io.leasehold.spi.Cause.Kind;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.support.CasRead;
import io.leasehold.spi.support.CasRecord;
import io.leasehold.spi.support.CasSwap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFaultsTest {

  private static final LeaseName NAME = new LeaseName("orders/1001");

  @TempDir Path temp;
  private Path root;
  private final FaultySteps steps = new FaultySteps();
  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    root = Files.createDirectory(temp.resolve("leases"));
    store = new TestStore(root, steps);
  }

  private static Cause refused(CasSwap swap) {
    assertThat(swap).isInstanceOf(CasSwap.Refused.class);
    return ((CasSwap.Refused) swap).cause();
  }

  private static Cause unknown(CasSwap swap) {
    assertThat(swap).isInstanceOf(CasSwap.Unknown.class);
    return ((CasSwap.Unknown) swap).cause();
  }

  @Test
  void aRenameThatFailedAndChangedNothingIsRefused() {
    CasRecord first = store.written(NAME);
    steps.rename =
        (from, to) -> {
          throw FaultySteps.noSpace(to);
        };

    Cause cause = refused(store.register.compareAndSet(NAME, first, TestStore.record(2)));

    assertThat(cause.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(cause.toString()).contains("No space left", store.directoryOf(NAME).toString());
    assertThat(store.read(NAME)).isEqualTo(first);
  }

  @Test
  void aRenameThatFailedButWasExecutedCountsAsExecuted() {
    CasRecord first = store.written(NAME);
    CasRecord second = TestStore.record(2);
    steps.rename = FileFaultsTest::executeThenFail;

    assertThat(store.register.compareAndSet(NAME, first, second))
        .isInstanceOf(CasSwap.Swapped.class);
    assertThat(store.read(NAME)).isEqualTo(second);
  }

  @Test
  void aRenameThatFailedBesideAThirdRecordIsUnknown() {
    CasRecord first = store.written(NAME);
    CasRecord rival = TestStore.record(3);
    steps.rename =
        (from, to) -> {
          FileSteps.REAL.rename(from, to);
          FileSteps.REAL.rename(to, to.resolveSibling(rival.toText()));
          throw FaultySteps.noSpace(to);
        };

    unknown(store.register.compareAndSet(NAME, first, TestStore.record(2)));
    assertThat(store.read(NAME)).isEqualTo(rival);
  }

  @Test
  void aFirstWriteThatFailedIsRefusedAndLeavesNothing() {
    steps.rename =
        (from, to) -> {
          throw FaultySteps.noSpace(to);
        };

    refused(store.register.compareAndSet(NAME, null, TestStore.record(1)));

    assertThat(store.register.read(NAME)).isInstanceOf(CasRead.NeverWritten.class);
    assertThat(root.resolve(".tmp")).isEmptyDirectory();
  }

  @Test
  void aFirstWriteThatFailedButWasExecutedCountsAsExecuted() {
    CasRecord first = TestStore.record(1);
    steps.rename = FileFaultsTest::executeThenFail;

    assertThat(store.register.compareAndSet(NAME, null, first)).isInstanceOf(CasSwap.Swapped.class);
    assertThat(store.read(NAME)).isEqualTo(first);
  }

  @Test
  void aChangeThatMayNotSurviveAPowerCutIsUnknown() {
    CasRecord first = store.written(NAME);
    CasRecord second = TestStore.record(2);
    steps.syncFails = true;

    unknown(store.register.compareAndSet(NAME, first, second));
    assertThat(store.read(NAME)).isEqualTo(second);
  }

  @Test
  void aVolumeThatIsGoneIsNotTakenForAnEmptyStore() throws IOException {
    store.written(NAME);
    Files.move(root, root.resolveSibling("moved-away"));
    Files.createDirectory(root);

    assertThat(store.register.read(NAME))
        .isInstanceOfSatisfying(
            CasRead.Failed.class,
            failed -> assertThat(failed.cause().toString()).contains("UNAVAILABLE", "unmounted"));
    assertThat(refused(store.register.compareAndSet(NAME, null, TestStore.record(1))).toString())
        .contains("unmounted");
  }

  @Test
  void whatADeadProcessPreparedIsDeletedAtTheNextStart() throws IOException {
    Path tmp = root.resolve(".tmp");
    Path old = Files.createDirectory(tmp.resolve("0123"));
    Files.createFile(old.resolve(TestStore.record(1).toText()));
    Path young = Files.createDirectory(tmp.resolve("4567"));
    Files.setLastModifiedTime(
        old,
        FileTime.fromMillis(
            Files.getLastModifiedTime(young).toMillis()
                - Workspace.ABANDONED.plusSeconds(60).toMillis()));

    new TestStore(root, FileSteps.REAL).close();

    assertThat(old).doesNotExist();
    assertThat(young).isDirectory();
    assertThat(root.resolve(".trash")).isEmptyDirectory();
  }

  @Test
  void aProcessWhosePreparationWasSweptAwayMakesNoEmptyDirectory() throws IOException {
    Workspace sweeper = new Workspace(root, FileSteps.REAL);
    steps.rename =
        (from, to) -> {
          sweeper.discard(from); // as if this process had stood still for long just before
          FileSteps.REAL.rename(from, to);
        };

    unknown(store.register.compareAndSet(NAME, null, TestStore.record(1)));

    assertThat(store.directoryOf(NAME)).doesNotExist();
    assertThat(store.register.read(NAME)).isInstanceOf(CasRead.NeverWritten.class);
  }

  @Test
  void anInterruptedThreadIsToldSoAndKeepsItsFlag() {
    Thread.currentThread().interrupt();
    CasRead read = store.register.read(NAME);
    CasSwap swap = store.register.compareAndSet(NAME, null, TestStore.record(1));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(((CasRead.Failed) read).cause().kind()).isEqualTo(Kind.INTERRUPTED);
    assertThat(refused(swap).kind()).isEqualTo(Kind.INTERRUPTED);
    assertThat(store.register.read(NAME)).isInstanceOf(CasRead.NeverWritten.class);
  }

  @Test
  void aHungFileSystemIsUnknownWithinTheBoundAndWhatHasNotBegunNeverRuns() throws Exception {
    CountDownLatch hung = new CountDownLatch(1);
    CountDownLatch allRan = new CountDownLatch(8);
    AtomicInteger ran = new AtomicInteger();
    CasRecord first = store.written(NAME);
    steps.rename =
        (from, to) -> {
          try {
            hung.await(TestStore.BOUND.toSeconds(), TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          ran.incrementAndGet();
          allRan.countDown();
        };
    try (TestStore bounded = new TestStore(root, steps, Duration.ofMillis(200))) {
      for (int n = 0; n < 8; n++) {
        Cause cause = unknown(bounded.register.compareAndSet(NAME, first, TestStore.record(2)));
        assertThat(cause.kind()).isEqualTo(Kind.TIMEOUT);
      }

      Cause cause = refused(bounded.register.compareAndSet(NAME, first, TestStore.record(2)));
      assertThat(cause.kind()).isEqualTo(Kind.TIMEOUT);
      hung.countDown();

      assertThat(allRan.await(TestStore.BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
      // The threads are free again: a further step shows that the ninth was passed over.
      bounded.register.read(NAME);
      assertThat(ran).hasValue(8);
    }
  }

  @Test
  void afterCloseEveryStepIsRefused() {
    store.close();

    assertThat(((CasRead.Failed) store.register.read(NAME)).cause().kind()).isEqualTo(Kind.CLOSED);
    assertThat(refused(store.register.compareAndSet(NAME, null, TestStore.record(1))).kind())
        .isEqualTo(Kind.CLOSED);
  }

  private static void executeThenFail(Path from, Path to) throws IOException {
    FileSteps.REAL.rename(from, to);
    throw FaultySteps.noSpace(to);
  }
}
