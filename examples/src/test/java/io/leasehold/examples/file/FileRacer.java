package io.leasehold.examples.file;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.tck.process.ChildMain;
import io.leasehold.tck.process.HoldLog;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A child JVM that takes and releases the same few names as its rivals, as fast as it can. */
final class FileRacer {

  private FileRacer() {}

  /** Arguments: the URI, the ttl in milliseconds, the number of names, a seed. */
  public static void main(String[] args) throws InterruptedException {
    ChildMain parent = ChildMain.start();
    Duration ttl = Duration.ofMillis(Long.parseLong(args[1]));
    int names = Integer.parseInt(args[2]);
    Random random = new Random(Long.parseLong(args[3]));
    LeaseClock clock = LeaseClock.system();
    HoldLog log = new HoldLog(parent);
    try (LeaseBackend backend =
        new FileBackendProvider()
            .connect(BackendConfig.of(args[0], Duration.ofSeconds(5), clock))) {
      parent.emit("READY", "");
      while (parent.nextCommand(Duration.ZERO).isEmpty()) {
        race(
            parent,
            log,
            backend,
            clock,
            new LeaseName("name/" + random.nextInt(names)),
            ttl,
            random);
      }
    }
  }

  private static void race(
      ChildMain parent,
      HoldLog log,
      LeaseBackend backend,
      LeaseClock clock,
      LeaseName name,
      Duration ttl,
      Random random) {
    AcquireAttempt attempt = new AcquireAttempt(name, OwnerToken.random(), ttl, 0, Map.of());
    long sent = clock.nanos();
    AcquireOutcome outcome = backend.acquire(attempt);
    long acknowledged = clock.nanos();
    if (outcome instanceof AcquireOutcome.Granted granted) {
      String owner = attempt.owner().toString();
      log.got(name.value(), granted.grant().fencingToken(), owner, sent, acknowledged);
      pause(random, 3_000);
      log.let(owner, clock.nanos());
      backend.releaseIfOwner(granted.grant());
    } else if (outcome instanceof AcquireOutcome.Unknown unknown) {
      parent.emit("UNKNOWN", unknown.cause());
      backend.abandon(attempt);
    }
    pause(random, 1_000);
  }

  private static void pause(Random random, int maxMicros) {
    LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(maxMicros)));
  }
}
