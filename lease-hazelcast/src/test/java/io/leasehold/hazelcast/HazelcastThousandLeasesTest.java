package io.leasehold.hazelcast;

import io.leasehold.servers.ThousandLeases;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A thousand leases behind a way that is slow and uneven, for ten ttls. */
@Tag("long")
class HazelcastThousandLeasesTest {

  @Test
  void noneIsLost() {
    try (HazelcastServer server = HazelcastServer.start()) {
      ThousandLeases.liveThroughJitter(server.uri(), Duration.ofSeconds(8));
    }
  }
}
