package io.leasehold.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;

/**
 * Frees the name if this acquisition still holds it, and wakes one waiter. Answers released, absent
 * or foreign.
 */
final class ReleaseStep extends Step {

  private static final long serialVersionUID = 1L;

  private String owner = "";
  private String call = "";

  ReleaseStep() {}

  ReleaseStep(String owner, String call) {
    this.owner = owner;
    this.call = call;
  }

  @Override
  Decision decide(LeaseRecord found, long now) {
    if (found.isLiveOf(owner, now)) {
      LeaseRecord record = found.swept(now, WAITER_PATIENCE);
      return new Decision(Answer.RELEASED, record.vacated(LeaseRecord.VACANT, record.last(), call));
    }
    boolean again = found.state() == LeaseRecord.VACANT && found.call().equals(call);
    return unchanged(again ? Answer.RELEASED : found.isLive(now) ? Answer.FOREIGN : Answer.ABSENT);
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
