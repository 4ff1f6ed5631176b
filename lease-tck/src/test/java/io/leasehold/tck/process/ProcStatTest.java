package io.leasehold.tck.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcStatTest {

  private static final String REST =
      "1 42 42 0 -1 4194304 100 0 0 0 5 2 0 0 20 0 17 0 98765 3000000 900 18446744073709551615";

  @Test
  void readsPidNameStateAndStartTime() {
    assertThat(ProcStat.parse("42 (java) T " + REST))
        .isEqualTo(new ProcStat(42, "java", 'T', 98765));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", ") S 1 2", "(", ")", "x) T (y", "", " ", "tmux: server", ") ) )"})
  void aNameMayHoldSpacesAndParentheses(String comm) {
    ProcStat stat = ProcStat.parse("7 (" + comm + ") S " + REST + "\n");

    assertThat(stat).isEqualTo(new ProcStat(7, comm, 'S', 98765));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "42",
        "42 (java)",
        "42 (java) T 1 2 3",
        "42 java T 1",
        "x (java) T 1 42 42 0 -1 4194304 100 0 0 0 5 2 0 0 20 0 17 0 98765 3",
        "42 (java) TT 1 42 42 0 -1 4194304 100 0 0 0 5 2 0 0 20 0 17 0 98765 3",
        "42 (java) T 1 42 42 0 -1 4194304 100 0 0 0 5 2 0 0 20 0 17 0 soon 3"
      })
  void anythingElseIsRefusedAndShown(String line) {
    assertThatThrownBy(() -> ProcStat.parse(line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"" + line + "\"");
  }

  @Test
  void onlyTheSignalStopCountsAsStopped() {
    assertThat(ProcStat.parse("1 (a) T " + REST).isStopped()).isTrue();
    assertThat(ProcStat.parse("1 (a) t " + REST).isStopped()).isFalse();
    assertThat(ProcStat.parse("1 (a) S " + REST).isStopped()).isFalse();
    assertThat(ProcStat.parse("1 (a) Z " + REST).hasEnded()).isTrue();
    assertThat(ProcStat.parse("1 (a) T " + REST).hasEnded()).isFalse();
  }

  @Test
  void thisProcessIsThereAndNotStopped() {
    long self = ProcessHandle.current().pid();

    assertThat(ProcStat.of(self))
        .hasValueSatisfying(
            stat -> {
              assertThat(stat.pid()).isEqualTo(self);
              assertThat(stat.isStopped()).isFalse();
              assertThat(stat.startTime()).isPositive();
            });
    assertThat(ProcStat.threadsOf(self)).hasSizeGreaterThan(1);
  }

  @Test
  void aPidThatNobodyHasIsEmpty() {
    assertThat(ProcStat.of(Long.MAX_VALUE)).isEmpty();
    assertThat(ProcStat.threadsOf(Long.MAX_VALUE)).isEmpty();
  }
}
