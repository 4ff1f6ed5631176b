package io.leasehold.redis;

import io.leasehold.Lease;
import io.leasehold.Loss;
import io.leasehold.spi.LeaseClock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A lease, and what its holder was told of its loss. */
final class Told {

  /** When it was told, and what. */
  record Word(long at, Loss loss) {}

  final Lease lease;
  final List<Word> words = new CopyOnWriteArrayList<>();

  Told(Lease lease) {
    this.lease = lease;
    LeaseClock clock = LeaseClock.system();
    lease.onLost(loss -> words.add(new Word(clock.nanos(), loss)));
  }
}
