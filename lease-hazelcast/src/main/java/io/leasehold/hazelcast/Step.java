package io.leasehold.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.ExtendedMapEntry;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.DataSerializable;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One step on one record, run by the member that owns it, alone: it reads, decides by the cluster's
 * clock, and writes. Its answer is a word and what belongs to it, see {@link Answer}.
 *
 * <p>Members keep copies of what was written. A copy is never judged again: a clock that is read
 * twice gives two records.
 */
abstract class Step
    implements EntryProcessor<String, Object, String>, HazelcastInstanceAware, DataSerializable {

  private static final long serialVersionUID = 1L;

  /**
   * How long a record that nobody holds is kept: until the clock is so much past its last token, so
   * that the next token, which is at least the clock's time, is above it.
   */
  static final long KEPT_MILLIS = TimeUnit.HOURS.toMillis(1);

  /** Places in a line that were not asked for again are given up. */
  static final long WAITER_PATIENCE = TimeUnit.MINUTES.toMillis(3);

  private transient @Nullable HazelcastInstance member;
  private transient @Nullable WriteRecord written;

  Step() {}

  /**
   * Decides.
   *
   * @param now the cluster's clock, in milliseconds
   * @return what to answer and to write
   */
  abstract Decision decide(LeaseRecord record, long now);

  /**
   * What comes of a step.
   *
   * @param answer to the caller
   * @param next to be written; null if the record stays as it is
   */
  record Decision(String answer, @Nullable LeaseRecord next) {}

  static Decision unchanged(String answer) {
    return new Decision(answer, null);
  }

  @Override
  public final String process(Map.Entry<String, Object> entry) {
    written = null; // run again by the driver: what was computed before is void
    long now = Objects.requireNonNull(member, "member").getCluster().getClusterTime();
    Object value = entry.getValue();
    LeaseRecord record = value == null ? LeaseRecord.NEVER : LeaseRecord.read(value);
    if (record == null) {
      return Answer.NO_LEASE;
    }
    Decision decision = decide(record, now);
    if (decision.next() != null) {
      WriteRecord write = new WriteRecord(decision.next().text(), kept(decision.next(), now));
      write.process(entry);
      written = write;
    }
    return decision.answer();
  }

  private static long kept(LeaseRecord record, long now) {
    long until = Math.max(record.expiry(), record.last() / 1000);
    return Math.max(0, until - now) + KEPT_MILLIS;
  }

  /**
   * A number above all that were given, above the floor and not below the clock's microseconds.
   *
   * @return negative if there is none
   */
  static long nextNumber(LeaseRecord record, long floor, long now) {
    long last = Math.max(record.last(), floor);
    // One more is needed to revoke what is granted now.
    return last >= Long.MAX_VALUE - 1 ? -1 : Math.max(last + 1, now * 1000);
  }

  @Override
  public final @Nullable EntryProcessor<String, Object, String> getBackupProcessor() {
    return written;
  }

  @Override
  public final void setHazelcastInstance(HazelcastInstance instance) {
    member = instance;
  }

  static void write(ObjectDataOutput out, Object... fields) throws IOException {
    for (Object field : fields) {
      if (field instanceof Long number) {
        out.writeLong(number);
      } else if (field instanceof Boolean flag) {
        out.writeBoolean(flag);
      } else {
        out.writeString((String) field);
      }
    }
  }

  static String string(ObjectDataInput in) throws IOException {
    return Objects.requireNonNullElse(in.readString(), "");
  }

  /** Writes a record that was computed already: what the owning member does, and its copies. */
  static final class WriteRecord
      implements EntryProcessor<String, Object, String>, DataSerializable {

    private static final long serialVersionUID = 1L;

    private String text = "";
    private long keptMillis;

    WriteRecord() {}

    WriteRecord(String text, long keptMillis) {
      this.text = text;
      this.keptMillis = keptMillis;
    }

    @Override
    public @Nullable String process(Map.Entry<String, Object> entry) {
      ((ExtendedMapEntry<String, Object>) entry).setValue(text, keptMillis, TimeUnit.MILLISECONDS);
      return null;
    }

    @Override
    public @Nullable EntryProcessor<String, Object, String> getBackupProcessor() {
      return null;
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
      write(out, text, keptMillis);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
      text = string(in);
      keptMillis = in.readLong();
    }
  }
}
