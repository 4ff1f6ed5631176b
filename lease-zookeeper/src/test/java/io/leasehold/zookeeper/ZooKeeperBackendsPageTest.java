package io.leasehold.zookeeper;

import io.leasehold.servers.BackendsPage;
import io.leasehold.spi.LeaseBackend;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** docs/backends.md says what the backend declares. */
class ZooKeeperBackendsPageTest {

  @Test
  void thePageSaysWhatTheBackendDeclares() {
    try (ZooKeeperFixture fixture = new ZooKeeperFixture();
        LeaseBackend backend = fixture.connect(Duration.ofSeconds(10))) {
      BackendsPage.check(backend.traits());
    }
  }
}
