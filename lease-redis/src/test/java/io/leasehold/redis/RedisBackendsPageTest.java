package io.leasehold.redis;

import io.leasehold.servers.BackendsPage;
import io.leasehold.spi.LeaseBackend;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** docs/backends.md says what the backend declares. */
class RedisBackendsPageTest {

  @Test
  void thePageSaysWhatTheBackendDeclares() {
    try (RedisFixture fixture = new RedisFixture();
        LeaseBackend backend = fixture.connect(Duration.ofSeconds(10))) {
      BackendsPage.check(backend.traits());
    }
  }
}
