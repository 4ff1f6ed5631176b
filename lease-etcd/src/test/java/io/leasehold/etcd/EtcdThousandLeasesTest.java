package io.leasehold.etcd;

import io.leasehold.servers.ThousandLeases;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A thousand leases behind a way that is slow and uneven, for ten ttls. */
@Tag("long")
class EtcdThousandLeasesTest {

  @Test
  void noneIsLost() {
    try (EtcdServer server = EtcdServer.start()) {
      ThousandLeases.liveThroughJitter(server.uri(), Duration.ofSeconds(8));
    }
  }
}
