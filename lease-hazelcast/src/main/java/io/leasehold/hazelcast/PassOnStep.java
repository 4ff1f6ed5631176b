package io.leasehold.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import java.io.IOException;

/** Passes on a wake-up that nobody in the woken client needs any more. Answers absent. */
final class PassOnStep extends Step {

  private static final long serialVersionUID = 1L;

  private String client = "";

  PassOnStep() {}

  PassOnStep(String client) {
    this.client = client;
  }

  @Override
  Decision decide(LeaseRecord found, long now) {
    LeaseRecord record = found.swept(now, WAITER_PATIENCE);
    boolean ours = !record.isLive(now) && record.wake().equals(client);
    return new Decision(
        Answer.ABSENT,
        ours && !record.waiters().isEmpty()
            ? record.vacated(record.state(), record.last(), record.call())
            : null);
  }

  @Override
  public void writeData(ObjectDataOutput out) throws IOException {
    write(out, client);
  }

  @Override
  public void readData(ObjectDataInput in) throws IOException {
    client = string(in);
  }
}
