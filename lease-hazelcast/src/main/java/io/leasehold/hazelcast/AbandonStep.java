package io.leasehold.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Gives up an attempt: frees what it got, and marks it so that a copy under way is never granted.
 * Answers abandoned, or full if too many are marked.
 */
final class AbandonStep extends Step {

  private static final long serialVersionUID = 1L;

  /** An engine repeats an abandon for ten minutes, and nothing is under way for longer. */
  static final long KEPT = TimeUnit.MINUTES.toMillis(10);

  /** They travel with the record: 100 KB of them are enough. */
  static final int MAX_ABANDONED = 2_000;

  private String owner = "";
  private String call = "";

  AbandonStep() {}

  AbandonStep(String owner, String call) {
    this.owner = owner;
    this.call = call;
  }

  @Override
  Decision decide(LeaseRecord found, long now) {
    LeaseRecord record = found.swept(now, WAITER_PATIENCE);
    boolean marked = record.isAbandoned(owner);
    boolean free = !record.isLiveOf(owner, now);
    if (marked && free) {
      return unchanged(Answer.ABANDONED);
    }
    boolean full = !marked && record.abandoned().size() >= MAX_ABANDONED;
    LeaseRecord next = marked || full ? record : record.without(owner, now + KEPT);
    if (!free) {
      next = next.vacated(LeaseRecord.VACANT, record.last(), call);
    }
    return new Decision(full ? Answer.FULL : Answer.ABANDONED, full && free ? null : next);
  }

  @Override
  public void writeData(ObjectDataOutput out) throws IOException {
    write(out, owner, call);
  }

  @Override
  public void readData(ObjectDataInput in) throws IOException {
    owner = string(in);
    call = string(in);
  }
}
