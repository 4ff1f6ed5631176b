package io.leasehold.examples;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.leasehold.examples.database.FencedWrite;
import io.leasehold.servers.ServerSpec;
import io.leasehold.servers.TestServer;
import io.leasehold.servers.TestServers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The same examples, unchanged, with another address. */
class ExamplesOnRedisTest {

  private final TestServer server = TestServers.here().givenOrStarted(ServerSpec.redis());
  private final String[] uri = {"redis://" + server.host() + ":" + server.port()};

  @AfterEach
  void end() {
    server.close();
  }

  @Test
  void quickStartMissesNoAddition() {
    assertThatCode(() -> QuickStart.main(uri)).doesNotThrowAnyException();
  }

  @Test
  void theWorkerStopsWhenItsLeaseIsRevoked() {
    assertThatCode(() -> LossAwareWorker.main(uri)).doesNotThrowAnyException();
  }

  @Test
  void theDatabaseRefusesTheLateWriteAndWithoutAFenceTakesIt() {
    assertThatCode(() -> FencedWrite.main(uri)).doesNotThrowAnyException();
  }
}
