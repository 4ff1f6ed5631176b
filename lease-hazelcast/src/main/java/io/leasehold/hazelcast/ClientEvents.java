package io.leasehold.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.DataSerializable;
import com.hazelcast.query.Predicate;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;

/**
 * Which events a member sends to one client: that the name it waits for is free, or that a name it
 * holds was taken from it. Everybody's renewals are none of its business. Run by the members on
 * every change, so it reads no more than the beginning of a record.
 */
final class ClientEvents implements Predicate<String, Object>, DataSerializable {

  private static final long serialVersionUID = 1L;

  private static final int WAKE = LeaseRecord.FORMAT.length() + 2;

  private String client = "";
  private boolean removals;

  ClientEvents() {}

  /**
   * @param removals true: of records that vanished; false: of records that changed
   */
  ClientEvents(String client, boolean removals) {
    this.client = client;
    this.removals = removals;
  }

  @Override
  public boolean apply(Map.Entry<String, Object> entry) {
    if (!(entry.getValue() instanceof String text) || !text.startsWith(LeaseRecord.FORMAT)) {
      return false;
    }
    char state = text.charAt(WAKE - 2);
    boolean held = state == LeaseRecord.HELD || state == LeaseRecord.REVOKED;
    if (removals) {
      return held && isHolder(text);
    }
    return switch (state) {
      case LeaseRecord.VACANT -> isWoken(text);
      case LeaseRecord.TAKEN -> isWoken(text) || isHolder(text);
      case LeaseRecord.REVOKED -> isHolder(text);
      default -> false;
    };
  }

  private boolean isWoken(String text) {
    return text.startsWith(client + " ", WAKE);
  }

  private boolean isHolder(String text) {
    return text.startsWith(client + " ", text.indexOf(' ', WAKE) + 1);
  }

  @Override
  public void writeData(ObjectDataOutput out) throws IOException {
    out.writeString(client);
    out.writeBoolean(removals);
  }

  @Override
  public void readData(ObjectDataInput in) throws IOException {
    client = Objects.requireNonNullElse(in.readString(), "");
    removals = in.readBoolean();
  }
}
