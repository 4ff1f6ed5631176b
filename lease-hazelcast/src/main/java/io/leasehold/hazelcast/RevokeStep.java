package io.leasehold.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;

/**
 * Takes the name from one acquisition: marks the record, or frees the name at once. Answers revoked
 * with the barrier token, absent, foreign, or full if no number is left.
 */
final class RevokeStep extends Step {

  private static final long serialVersionUID = 1L;

  private String owner = "";
  private boolean atOnce;
  private String call = "";

  RevokeStep() {}

  RevokeStep(String owner, boolean atOnce, String call) {
    this.owner = owner;
    this.atOnce = atOnce;
    this.call = call;
  }

  @Override
  Decision decide(LeaseRecord found, long now) {
    if (found.owner().equals(owner) && found.call().equals(call)) {
      return unchanged(Answer.of(Answer.REVOKED, found.last()));
    } else if (!found.isLiveOf(owner, now)) {
      return unchanged(found.isLive(now) ? Answer.FOREIGN : Answer.ABSENT);
    }
    LeaseRecord record = found.swept(now, WAITER_PATIENCE);
    long barrier = record.last() == Long.MAX_VALUE ? -1 : Math.max(record.last() + 1, now * 1000);
    if (barrier < 0) {
      return unchanged(Answer.FULL);
    }
    return new Decision(
        Answer.of(Answer.REVOKED, barrier),
        atOnce ? record.vacated(LeaseRecord.TAKEN, barrier, call) : record.revoked(barrier, call));
  }

  @Override
  public void writeData(ObjectDataOutput out) throws IOException {
    write(out, owner, atOnce, call);
  }

  @Override
  public void readData(ObjectDataInput in) throws IOException {
    owner = string(in);
    atOnce = in.readBoolean();
    call = string(in);
  }
}
