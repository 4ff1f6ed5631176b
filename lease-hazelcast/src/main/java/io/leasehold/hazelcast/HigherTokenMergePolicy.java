package io.leasehold.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.spi.merge.MergingValue;
import com.hazelcast.spi.merge.SplitBrainMergePolicy;
import org.jspecify.annotations.Nullable;

/**
 * Of two records of one name that a split left behind, keeps the one with the higher number, so
 * that later tokens rise above both. The other one's holder is told at its next renewal. See {@link
 * HazelcastBackends#prepare}.
 */
public final class HigherTokenMergePolicy
    implements SplitBrainMergePolicy<Object, MergingValue<Object>, Object> {

  private static final long serialVersionUID = 1L;

  /** For Hazelcast. */
  public HigherTokenMergePolicy() {}

  @Override
  public @Nullable Object merge(
      MergingValue<Object> merging, @Nullable MergingValue<Object> existing) {
    Object ours = merging.getDeserializedValue();
    Object theirs = existing == null ? null : existing.getDeserializedValue();
    return number(theirs) >= number(ours) ? theirs : ours;
  }

  private static long number(@Nullable Object value) {
    LeaseRecord record = value == null ? null : LeaseRecord.read(value);
    return record == null ? -1 : record.last();
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
