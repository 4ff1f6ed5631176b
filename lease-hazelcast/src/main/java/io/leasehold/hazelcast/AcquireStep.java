package io.leasehold.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import io.leasehold.hazelcast.LeaseRecord.Timed;
import io.leasehold.spi.AcquireAttempt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes the name for one attempt if nobody holds it, with an expiry and a greater token. Answers
 * granted with the token, held, abandoned, or full if no number is left.
 */
final class AcquireStep extends Step {

  private static final long serialVersionUID = 1L;

  /** Who comes later polls. */
  private static final int MAX_WAITERS = 1_000;

  private String owner = "";
  private long ttl;
  private long floor;
  private String metadata = "";
  private String client = "";
  private boolean waits;
  private String call = "";

  AcquireStep() {}

  AcquireStep(AcquireAttempt attempt, String client, boolean waits, String call) {
    this.owner = attempt.owner().toString();
    this.ttl = attempt.ttl().toMillis();
    this.floor = attempt.fenceFloor();
    this.metadata = Metadata.text(attempt.metadata());
    this.client = client;
    this.waits = waits;
    this.call = call;
  }

  @Override
  Decision decide(LeaseRecord found, long now) {
    if (found.isLive(now)) {
      boolean again = found.owner().equals(owner) && found.call().equals(call);
      return again ? unchanged(Answer.of(Answer.GRANTED, found.token())) : busy(found, now);
    }
    LeaseRecord record = found.swept(now, WAITER_PATIENCE);
    if (record.isAbandoned(owner)) {
      return unchanged(Answer.ABANDONED);
    }
    long token = nextNumber(record, floor, now);
    if (token < 0) {
      return unchanged(Answer.FULL);
    }
    List<Timed> line =
        waits
            ? record.waiters().stream().filter(it -> !it.who().equals(client)).toList()
            : record.waiters();
    return new Decision(
        Answer.of(Answer.GRANTED, token),
        new LeaseRecord(
            LeaseRecord.HELD,
            "",
            client,
            owner,
            token,
            token,
            now + 1 + ttl, // this millisecond began before now
            call,
            metadata,
            line,
            record.abandoned()));
  }

  /** The one change that somebody who is busy makes: a place in line, if it has none. */
  private Decision busy(LeaseRecord found, long now) {
    String answer = Answer.held(found, now);
    if (!waits) {
      return unchanged(answer);
    }
    LeaseRecord record = found.swept(now, WAITER_PATIENCE);
    List<Timed> line = new ArrayList<>(record.waiters());
    for (Timed waiter : line) {
      if (waiter.who().equals(client) && now - waiter.at() < WAITER_PATIENCE / 2) {
        return unchanged(answer);
      }
    }
    int place = 0;
    while (place < line.size() && !line.get(place).who().equals(client)) {
      place++;
    }
    if (place < line.size()) {
      line.set(place, new Timed(client, now));
    } else if (line.size() < MAX_WAITERS) {
      line.add(new Timed(client, now));
    }
    return new Decision(answer, record.waitedForBy(List.copyOf(line)));
  }

  @Override
  public void writeData(ObjectDataOutput out) throws IOException {
    write(out, owner, ttl, floor, metadata, client, waits, call);
  }

  @Override
  public void readData(ObjectDataInput in) throws IOException {
    owner = string(in);
    ttl = in.readLong();
    floor = in.readLong();
    metadata = string(in);
    client = string(in);
    waits = in.readBoolean();
    call = string(in);
  }
}
