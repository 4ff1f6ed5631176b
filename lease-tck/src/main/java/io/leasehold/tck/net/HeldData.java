package io.leasehold.tck.net;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One piece of data that the proxy keeps back, from the moment it comes by until it is let go. What
 * follows it on its connection waits behind it; other connections go on. If the client gives up and
 * closes meanwhile, the piece still reaches the store when it is let go.
 */
public final class HeldData {

  private final Direction direction;
  private final byte[] marker;
  private final CountDownLatch caught = new CountDownLatch(1);
  private final CountDownLatch free = new CountDownLatch(1);
  private final CountDownLatch gone = new CountDownLatch(1);

  HeldData(Direction direction, String marker) {
    this.direction = direction;
    this.marker = marker.getBytes(StandardCharsets.UTF_8);
  }

  /** Whether it has come by within that time. */
  public boolean awaitCaught(Duration bound) throws InterruptedException {
    return caught.await(bound.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Lets it go; true when it was written to the other side within that time. */
  public boolean letGo(Duration bound) throws InterruptedException {
    free.countDown();
    return gone.await(bound.toNanos(), TimeUnit.NANOSECONDS);
  }

  boolean matches(Direction way, byte[] data) {
    return way == direction && indexOf(data) >= 0;
  }

  private int indexOf(byte[] data) {
    for (int i = 0; i + marker.length <= data.length; i++) {
      int j = 0;
      while (j < marker.length && data[i + j] == marker[j]) {
        j++;
      }
      if (j == marker.length) {
        return i;
      }
    }
    return -1;
  }

  void caught() {
    caught.countDown();
  }

  void awaitFree() throws InterruptedException {
    free.await();
  }

  void gone() {
    gone.countDown();
  }
}
