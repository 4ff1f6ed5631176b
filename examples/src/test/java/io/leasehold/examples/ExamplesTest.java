package io.leasehold.examples;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.examples.database.FencedWrite;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples assert their own results; here they are only run. */
class ExamplesTest {

  @TempDir Path leases;

  @Test
  void quickStartMissesNoAdditionInMemory() {
    assertThatCode(() -> QuickStart.main(new String[0])).doesNotThrowAnyException();
  }

  @Test
  void quickStartMissesNoAdditionOnFiles() {
    assertThatCode(() -> QuickStart.main(new String[] {"file:" + leases}))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory:", "memory:/", "MEMORY:?min-ttl=1s"})
  void aStoreOfOneClientAloneIsRefused(String uri) {
    assertThatThrownBy(() -> QuickStart.main(new String[] {uri}))
        .hasMessageContainingAll(uri, "excludes no other client", "memory:quick-start");
    assertThatThrownBy(() -> LossAwareWorker.main(new String[] {uri}))
        .hasMessageContainingAll(uri, "excludes no other client", "memory:loss-aware-worker");
  }

  @Test
  void theWorkerStopsWhenItsLeaseIsRevokedInMemory() {
    assertThatCode(() -> LossAwareWorker.main(new String[0])).doesNotThrowAnyException();
  }

  @Test
  void theWorkerStopsWhenItsLeaseIsRevokedOnFiles() {
    assertThatCode(() -> LossAwareWorker.main(new String[] {"file:" + leases}))
        .doesNotThrowAnyException();
  }

  @Test
  void theDatabaseRefusesTheLateWriteAndWithoutAFenceTakesIt() {
    assertThatCode(() -> FencedWrite.main(new String[0])).doesNotThrowAnyException();
  }
}
