package io.leasehold.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;

/** Reads who holds the name, where it is decided. Answers held or absent. */
final class LookStep extends Step {

  private static final long serialVersionUID = 1L;

  LookStep() {}

  @Override
  Decision decide(LeaseRecord record, long now) {
    return unchanged(record.isLive(now) ? Answer.held(record, now) : Answer.ABSENT);
  }

  @Override
  public void writeData(ObjectDataOutput out) {
    // it says nothing
  }

  @Override
  public void readData(ObjectDataInput in) {
    // it says nothing
  }
}
