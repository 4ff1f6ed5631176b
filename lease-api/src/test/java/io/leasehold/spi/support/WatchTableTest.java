package io.leasehold.spi.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.support.CasRecord.Mark;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a client has watched is kept, and bounded. */
class WatchTableTest {

  private static final Duration TTL = Duration.ofSeconds(10);
  private static final long TTL_NANOS = TTL.toNanos();
  private static final CasRecord HELD =
      new CasRecord(Mark.HELD, new OwnerToken(1, 1), 1, 1, TTL, new OwnerToken(1, 1), Map.of());

  private final WatchTable table = new WatchTable();

  private static LeaseName name(int i) {
    return new LeaseName("n" + i);
  }

  @Test
  void a_watch_is_over_after_the_ttl_also_across_the_overflow_of_the_clock() {
    long start = Long.MAX_VALUE - TTL_NANOS / 2;
    assertThat(table.look(name(0), HELD, start).isOver()).isFalse();
    assertThat(table.look(name(0), HELD, start + TTL_NANOS - 1).isOver()).isFalse();
    assertThat(table.look(name(0), HELD, start + TTL_NANOS).isOver()).isTrue();
  }

  @Test
  void a_name_that_nobody_asks_about_is_dropped() {
    table.look(name(0), HELD, 0);
    table.look(name(1), HELD, 1);
    table.look(name(0), HELD, 2);
    long idle = WatchTable.IDLE.toNanos();
    table.look(name(2), HELD, idle + 2);
    assertThat(table.size()).isEqualTo(2);
    assertThat(table.look(name(1), HELD, idle + 2).isOver()).isFalse();
    assertThat(table.look(name(0), HELD, idle + 2).isOver()).isTrue();
  }

  @Test
  void a_full_table_keeps_the_names_that_are_asked_about_and_so_they_get_done() {
    for (int i = 0; i < WatchTable.MAX_NAMES; i++) {
      table.look(name(i), HELD, 0);
    }
    table.look(name(-1), HELD, 1);
    assertThat(table.size()).isEqualTo(WatchTable.MAX_NAMES);
    assertThat(table.look(name(-1), HELD, TTL_NANOS + 1).isOver()).isFalse();
    assertThat(table.look(name(0), HELD, TTL_NANOS + 1).isOver()).isTrue();
  }

  @Test
  void a_full_table_makes_room_where_nobody_asked_for_two_ttls() {
    for (int i = 0; i < WatchTable.MAX_NAMES; i++) {
      table.look(name(i), HELD, 0);
    }
    long later = 2 * TTL_NANOS + 1;
    table.look(name(-1), HELD, later);
    assertThat(table.size()).isEqualTo(WatchTable.MAX_NAMES);
    assertThat(table.look(name(-1), HELD, later + TTL_NANOS).isOver()).isTrue();
    assertThat(table.look(name(1), HELD, later + TTL_NANOS).isOver()).isTrue();
    assertThat(table.look(name(0), HELD, later + TTL_NANOS).isOver()).isFalse();
  }

  @Test
  void a_vacant_name_is_forgotten() {
    table.look(name(0), HELD, 0);
    table.forget(name(0));
    assertThat(table.size()).isZero();
    assertThat(table.look(name(0), HELD, TTL_NANOS).isOver()).isFalse();
  }
}
