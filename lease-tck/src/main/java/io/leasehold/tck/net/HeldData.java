package io.leasehold.tck.net;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One piece of data that the proxy keeps back, from the moment it comes by until it is let go. What
 * follows it on its connection waits behind it; other connections go on. If the client gives up and
 * closes meanwhile, the piece still reaches the store when it is let go.
 */
public final class HeldData {

  private static final long NONE = -1;

  private final Direction direction;
  private final byte[] marker;
  private final boolean answer;
  private final AtomicLong asking = new AtomicLong(NONE);
  private final CountDownLatch caught = new CountDownLatch(1);
  private final CountDownLatch free = new CountDownLatch(1);
  private final CountDownLatch gone = new CountDownLatch(1);
  private volatile int passes = Integer.MAX_VALUE;
  private volatile boolean delivered;

  private HeldData(Direction direction, String marker, boolean answer) {
    this.direction = direction;
    this.marker = marker.getBytes(StandardCharsets.UTF_8);
    this.answer = answer;
  }

  /** The next piece that contains the marker. */
  static HeldData next(Direction direction, String marker) {
    return new HeldData(direction, marker, false);
  }

  /** What comes back first on the connection whose request contained the marker. */
  static HeldData answerTo(String marker) {
    return new HeldData(Direction.REPLIES, marker, true);
  }

  /** Whether it has come by within that time. */
  public boolean awaitCaught(Duration bound) throws InterruptedException {
    return caught.await(bound.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Lets it go; true when it was written to the other side within that time, false also as soon as
   * it is known that the other side has closed. If nothing has come by yet the order is withdrawn:
   * what comes later is left to the orders that still stand.
   */
  public boolean letGo(Duration bound) throws InterruptedException {
    free.countDown();
    return gone.await(bound.toNanos(), TimeUnit.NANOSECONDS) && delivered;
  }

  /**
   * Lets only its beginning go, and ends the connection in that direction, as a store does that is
   * killed while it answers; true when that was done within that time.
   *
   * @param bytes how many reach the other side; fewer if the piece is shorter
   */
  public boolean letGoOnly(int bytes, Duration bound) throws InterruptedException {
    passes = bytes;
    return letGo(bound);
  }

  /** How many bytes of it go on; what is less than the whole is the connection's last. */
  int passing(int length) {
    return Math.min(passes, length);
  }

  /** Whether it is this piece; pieces of one connection and direction are shown in their order. */
  boolean wants(long connection, Direction way, byte[] data) {
    if (isWithdrawn()) {
      return false;
    }
    if (!answer) {
      return way == direction && indexOf(data) >= 0;
    }
    if (way == Direction.REQUESTS && indexOf(data) >= 0) {
      asking.compareAndSet(NONE, connection); // before the request goes on: the answer comes later
    }
    return way == direction && asking.get() == connection;
  }

  private boolean isWithdrawn() {
    return free.getCount() == 0 && caught.getCount() > 0 && passes == Integer.MAX_VALUE;
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

  /** It has left the proxy, or there is nobody any more whom it could reach. */
  void gone(boolean wasDelivered) {
    delivered = wasDelivered;
    gone.countDown();
  }
}
