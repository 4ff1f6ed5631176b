package io.leasehold.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.leasehold.spi.Grant;
import java.io.IOException;

/**
 * Lets the full ttl run again if this acquisition still holds the name. Answers renewed, absent,
 * foreign or revoked.
 */
final class RenewStep extends Step {

  private static final long serialVersionUID = 1L;

  private String owner = "";
  private long ttl;
  private String call = "";

  RenewStep() {}

  RenewStep(Grant grant, String call) {
    this.owner = grant.owner().toString();
    this.ttl = grant.ttl().toMillis();
    this.call = call;
  }

  @Override
  Decision decide(LeaseRecord record, long now) {
    if (!record.isLive(now)) {
      return unchanged(Answer.ABSENT);
    } else if (!record.owner().equals(owner)) {
      return unchanged(Answer.FOREIGN);
    } else if (record.state() == LeaseRecord.REVOKED) {
      return unchanged(Answer.of(Answer.REVOKED, 0));
    }
    return new Decision(Answer.RENEWED, record.renewed(now + 1 + ttl, call));
  }

  @Override
  public void writeData(ObjectDataOutput out) throws IOException {
    write(out, owner, ttl, call);
  }

  @Override
  public void readData(ObjectDataInput in) throws IOException {
    owner = string(in);
    ttl = in.readLong();
    call = string(in);
  }
}
