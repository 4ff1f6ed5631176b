package io.leasehold.zookeeper;

import io.leasehold.servers.ThousandLeases;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A thousand leases behind a way that is slow and uneven, for ten ttls. */
@Tag("long")
class ZooKeeperThousandLeasesTest {

  @Test
  void noneIsLost() {
    try (ZooKeeperServer server =
        ZooKeeperServer.start(Duration.ofMillis(500), Duration.ofSeconds(10))) {
      ThousandLeases.liveThroughJitter(
          "zookeeper://127.0.0.1:" + server.port() + "?tick=500ms", Duration.ofSeconds(8));
    }
  }
}
