package io.leasehold.examples;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  @Test
  void theWorkerStopsWhenItsLeaseIsRevokedInMemory() {
    assertThatCode(() -> LossAwareWorker.main(new String[0])).doesNotThrowAnyException();
  }

  @Test
  void theWorkerStopsWhenItsLeaseIsRevokedOnFiles() {
    assertThatCode(() -> LossAwareWorker.main(new String[] {"file:" + leases}))
        .doesNotThrowAnyException();
  }
}
