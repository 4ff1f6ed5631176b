package io.leasehold.redis.handover;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseRequest;
import io.leasehold.servers.TestServer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The product as it is: a release tells the one client that came first. */
final class Leasehold implements Contestant {

  private static final LeaseRequest REQUEST = LeaseRequest.of("bare").wait(Duration.ofMinutes(1));

  private final LeaseClient client;
  private @Nullable Lease lease;

  Leasehold(TestServer server) {
    client = LeaseClient.open("redis://" + server.host() + ":" + server.port());
  }

  @Override
  public void acquire() throws InterruptedException {
    lease = client.acquire(REQUEST);
  }

  @Override
  public void release() {
    if (lease != null) {
      lease.close();
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
