package io.leasehold.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.hazelcast.LeaseRecord.Timed;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeaseRecordTest {

  private static final String OWNER = "0123456789abcdef0123456789abcdef";

  private static LeaseRecord held() {
    return new LeaseRecord(
        LeaseRecord.HELD,
        "",
        "00000000000000aa",
        OWNER,
        7,
        9,
        1_000,
        "00000000000000cc",
        Metadata.text(Map.of("host", "a b", "pid", "1&2=3")),
        List.of(new Timed("00000000000000dd", 5), new Timed("00000000000000ee", 400_000)),
        List.of(new Timed(OWNER, 600_000)));
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    for (LeaseRecord record : List.of(held(), LeaseRecord.NEVER, held().bare())) {
      assertThat(LeaseRecord.read(record.text())).isEqualTo(record);
    }
    assertThat(Metadata.read(held().metadata())).isEqualTo(Map.of("host", "a b", "pid", "1&2=3"));
  }

  @Test
  void anythingElseIsNoRecord() {
    String text = held().text();
    for (Object value :
        List.of("", "x", 1, text + " ", text.replace(" h ", " q "), text.replace(" 7 ", " . "))) {
      assertThat(LeaseRecord.read(value)).as("%s", value).isNull();
    }
    assertThat(LeaseRecord.read(text.replace(":5,", ","))).isNull();
  }

  @Test
  void itIsLiveUntilItsExpiryAndNotAtIt() {
    assertThat(held().isLive(999)).isTrue();
    assertThat(held().isLive(1_000)).isFalse();
    assertThat(held().isLiveOf(OWNER, 999)).isTrue();
    assertThat(held().isLiveOf("other", 999)).isFalse();
  }

  @Test
  void aReleaseNamesTheFirstInLineAndKeepsTheNumber() {
    LeaseRecord vacant = held().vacated(LeaseRecord.VACANT, 9, "call");
    assertThat(vacant.wake()).isEqualTo("00000000000000dd");
    assertThat(vacant.waiters()).hasSize(1);
    assertThat(vacant.last()).isEqualTo(9);
    assertThat(vacant.isLive(0)).isFalse();
  }

  @Test
  void whoHasNotAskedForLongIsSweptOut() {
    LeaseRecord swept = held().swept(600_000, Step.WAITER_PATIENCE);
    assertThat(swept.waiters()).isEmpty();
    assertThat(swept.abandoned()).isEmpty();
    assertThat(held().swept(500_000, Step.WAITER_PATIENCE).waiters())
        .containsExactly(new Timed("00000000000000ee", 400_000));
    assertThat(held().swept(500_000, Step.WAITER_PATIENCE).isAbandoned(OWNER)).isTrue();
  }
}
