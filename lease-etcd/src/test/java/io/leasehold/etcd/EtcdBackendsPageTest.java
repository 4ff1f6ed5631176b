package io.leasehold.etcd;

import io.leasehold.servers.BackendsPage;
import io.leasehold.spi.LeaseBackend;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** docs/backends.md says what the backend declares. */
class EtcdBackendsPageTest {

  @Test
  void thePageSaysWhatTheBackendDeclares() {
    try (EtcdFixture fixture = new EtcdFixture();
        LeaseBackend backend = fixture.connect(Duration.ofSeconds(10))) {
      BackendsPage.check(backend.traits());
    }
  }
}
