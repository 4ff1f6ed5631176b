package io.leasehold.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.LeaseClient;
import io.leasehold.LeaseRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A first life of a lease by the front door. */
class EtcdTokenTest {

  @Test
  void tokensRise() throws Exception {
    try (EtcdServer server = EtcdServer.start();
        LeaseClient leases = LeaseClient.open(server.uri() + "/shop")) {
      long last = 0;
      for (int i = 0; i < 20; i++) {
        try (var lease = leases.acquire(LeaseRequest.of("a").ttl(Duration.ofSeconds(10)))) {
          assertThat(lease.fencingToken()).isGreaterThan(last);
          last = lease.fencingToken();
        }
      }
    }
  }
}
