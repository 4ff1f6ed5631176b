package io.leasehold.peers.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.peers.AdapterCheck;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdaptersTest {

  @ParameterizedTest
  @ValueSource(strings = {"shedlock", "shedlock-safe"})
  void takesRenewsAndGivesBack(String id) throws InterruptedException {
    assertThat(AdapterCheck.faults(id)).isEmpty();
  }
}
