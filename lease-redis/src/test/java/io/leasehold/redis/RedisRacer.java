package io.leasehold.redis;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseNotAcquiredException;
import io.leasehold.LeaseRequest;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.process.ChildMain;
import io.leasehold.tck.process.HoldLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A child JVM with several contenders. Each takes a lease, holds it for a random time, lets it go,
 * and begins anew, until any command comes; with no longest hold it keeps its first for ever.
 */
final class RedisRacer {

  private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(2);

  private final HoldLog log;
  private final LeaseClock clock = LeaseClock.system();
  private final LeaseClient client;
  private final Duration ttl;
  private final int names;
  private final int longestHoldMillis;
  private volatile boolean enough;

  private RedisRacer(HoldLog log, String[] args) {
    this.log = log;
    this.ttl = Duration.ofMillis(Long.parseLong(args[1]));
    Duration callTimeout = Duration.ofMillis(Long.parseLong(args[2]));
    this.client =
        LeaseClient.builder()
            .backend(FarClient.connect(args[0], callTimeout))
            .pollInterval(ttl.dividedBy(4))
            .observer(log)
            .open();
    this.names = Integer.parseInt(args[3]);
    this.longestHoldMillis = Integer.parseInt(args[5]);
  }

  /** Arguments: URI, ttl and callTimeout in ms, names, contenders, longest hold in ms, seed. */
  public static void main(String[] args) throws InterruptedException {
    ChildMain parent = ChildMain.start();
    RedisRacer racer = new RedisRacer(new HoldLog(parent), args);
    Random seeds = new Random(Long.parseLong(args[6]));
    List<Thread> contenders = new ArrayList<>();
    for (int n = 0; n < Integer.parseInt(args[4]); n++) {
      Random random = new Random(seeds.nextLong());
      contenders.add(new Thread(() -> racer.race(random), "contender-" + n));
    }
    parent.emit("READY", "");
    contenders.forEach(Thread::start);
    while (parent.nextCommand(Duration.ofMinutes(1)).isEmpty()) {}
    racer.enough = true;
    for (Thread contender : contenders) {
      contender.join();
    }
    racer.client.close();
  }

  private void race(Random random) {
    while (!enough) {
      LeaseRequest request =
          LeaseRequest.of("name/" + random.nextInt(names)).ttl(ttl).wait(ttl.multipliedBy(2));
      long sent = clock.nanos();
      try (Lease lease = client.acquire(request)) {
        log.got(lease, sent, clock.nanos());
        hold(lease, sent, random);
      } catch (LeaseNotAcquiredException e) {
        // the others were faster for the whole wait, or this machine too slow for a call
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void hold(Lease lease, long sent, Random random) {
    long begin = clock.nanos();
    long hold =
        longestHoldMillis == 0
            ? Long.MAX_VALUE
            : TimeUnit.MILLISECONDS.toNanos(random.nextInt(longestHoldMillis));
    long heldAt = sent; // nothing is known yet: it may have ended before anybody could look
    while (lease.isHeld() && clock.nanos() - begin < hold) {
      LockSupport.parkNanos(LOOK);
      long before = clock.nanos();
      if (lease.isHeld()) {
        heldAt = before;
        log.held(lease.owner(), heldAt);
      }
    }
    log.let(lease.owner(), heldAt);
  }
}
