package io.leasehold.tck.scenario;

import io.leasehold.tck.history.Recorder;
import io.leasehold.tck.history.What;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A guarded resource. Fenced, it refuses a token lower than the highest it has seen, and an equal
 * one of another owner; unfenced, it takes any write: that is what happens without fencing tokens.
 * Thread-safe.
 */
public final class Register {

  private final String name;
  private final boolean fenced;
  private final Recorder recorder;
  private final ReentrantLock lock = new ReentrantLock();
  private long highest = Long.MIN_VALUE;
  private String last = "";

  /**
   * An untouched resource.
   *
   * @param name the lease that guards it
   * @param fenced whether it looks at tokens
   * @param recorder writes down each write
   */
  public Register(String name, boolean fenced, Recorder recorder) {
    this.name = name;
    this.fenced = fenced;
    this.recorder = recorder;
  }

  /**
   * A write.
   *
   * @param by the contender
   * @param owner its acquisition
   * @param token its fencing token
   * @return whether it was accepted
   */
  public boolean write(String by, String owner, long token) {
    lock.lock();
    try {
      boolean accepted = !fenced || token > highest || (token == highest && last.equals(owner));
      recorder.note(
          by,
          What.WRITE,
          name,
          owner,
          "resource",
          fenced ? "fenced" : "unfenced",
          "token",
          token,
          "accepted",
          accepted);
      if (accepted) {
        highest = Math.max(highest, token);
        last = owner;
      }
      return accepted;
    } finally {
      lock.unlock();
    }
  }
}
