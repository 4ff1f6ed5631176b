package io.leasehold.peers.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.peers.AdapterCheck;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdaptersTest {

  @ParameterizedTest
  @ValueSource(strings = {"spring-registry", "spring-pubsub"})
  void takesRenewsAndGivesBack(String id) throws InterruptedException {
    assertThat(AdapterCheck.faults(id)).isEmpty();
  }
}
