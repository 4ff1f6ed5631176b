package io.leasehold.hazelcast;

import io.leasehold.servers.BackendsPage;
import io.leasehold.spi.LeaseBackend;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** docs/backends.md says what the backend declares. */
class HazelcastBackendsPageTest {

  @Test
  void thePageSaysWhatTheBackendDeclares() {
    try (HazelcastFixture fixture = new HazelcastFixture();
        LeaseBackend backend = fixture.connect(Duration.ofSeconds(10))) {
      BackendsPage.check(backend.traits());
    }
  }
}
