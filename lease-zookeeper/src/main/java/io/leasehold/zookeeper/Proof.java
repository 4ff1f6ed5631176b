package io.leasehold.zookeeper;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * From when a session's timeout provably runs at the leader.
 *
 * <p>The server that a client talks to answers for itself: neither a read nor a heartbeat that it
 * answered has reached the leader, whose clock ends the session. A confirmed write has, but only as
 * a request: the leader does not count it as a sign of life. It counts what the server reports when
 * it is pinged, every half tick. So a write proves nothing until a later one has been confirmed
 * that was sent at least three quarters of a tick after the first one's answer: in between lay a
 * ping, which told the leader of a sign of life that is not older than the first write. Making the
 * session counts at once, for the leader itself does it. Thread-safe.
 */
final class Proof {

  /** So many writes of one gap are remembered; more would prove little more. */
  private static final int GRAINS = 32;

  private record Write(long sentAt, long confirmedAt) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final long gap;
  private final Deque<Write> writes = new ArrayDeque<>();
  private long proven;

  /**
   * A session was made.
   *
   * @param sentAt before its making began
   * @param tickNanos the server's tickTime
   */
  Proof(long sentAt, long tickNanos) {
    this.proven = sentAt;
    this.gap = tickNanos / 4 * 3;
  }

  /**
   * A write of this session was confirmed.
   *
   * @param sentAt before it was sent
   * @param now after its answer came
   * @return from when the session's timeout provably runs
   */
  long confirmed(long sentAt, long now) {
    lock.lock();
    try {
      for (Write oldest = writes.peekFirst();
          oldest != null && sentAt - oldest.confirmedAt >= gap;
          oldest = writes.peekFirst()) {
        proven = oldest.sentAt - proven > 0 ? oldest.sentAt : proven;
        writes.removeFirst();
      }
      Write newest = writes.peekLast();
      if (newest == null || sentAt - newest.sentAt >= gap / GRAINS) {
        writes.addLast(new Write(sentAt, now));
      }
      return proven;
    } finally {
      lock.unlock();
    }
  }
}
