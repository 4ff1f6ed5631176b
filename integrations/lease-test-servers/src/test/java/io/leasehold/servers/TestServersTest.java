package io.leasehold.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestServersTest {

  private static final ServerSpec REDIS = ServerSpec.redis();

  private final Map<String, String> path = Map.of("PATH", System.getenv("PATH"));

  @Test
  void aLocalProgramNeedsNoEngine() {
    TestServers servers = new TestServers(path, TestServersTest::nobodyAsks);
    try (TestServer server = servers.start(REDIS)) {
      assertThat(server).isInstanceOf(LocalServer.class);
      assertThat(server.isOwn()).isTrue();
      assertThat(RedisPing.answers(server.host(), server.port())).isTrue();
    }
  }

  @Test
  void withoutProgramAndEngineTheFailureSaysWhatToInstall() {
    TestServers nothing = new TestServers(Map.of("PATH", "/nowhere::"), () -> false);
    assertThatThrownBy(() -> nothing.start(REDIS))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll(
            "redis-server", "Docker engine", "sudo apt-get install -y redis-server");
    assertThatThrownBy(() -> nothing.givenOrStarted(REDIS))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aServerThatTheEnvironmentNamesComesFirstAndIsNotHarmed() {
    try (TestServer running = TestServers.here().start(REDIS)) {
      String address = running.host() + ":" + running.port();
      TestServers servers =
          new TestServers(Map.of("LEASEHOLD_TEST_REDIS", " " + address), () -> false);
      assertThat(servers.isGiven(REDIS)).isTrue();
      try (TestServer given = servers.givenOrStarted(REDIS)) {
        assertThat(given.isOwn()).isFalse();
        assertThat(given.host() + ":" + given.port()).isEqualTo(address);
        for (Runnable fault :
            List.<Runnable>of(given::freeze, given::thaw, given::stop, given::launch)) {
          assertThatThrownBy(fault::run)
              .isInstanceOf(UnsupportedOperationException.class)
              .hasMessageContaining("LEASEHOLD_TEST_REDIS");
        }
      }
      assertThat(RedisPing.answers(running.host(), running.port())).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"redis://localhost", "localhost", ":6379", "localhost:0", "localhost:70000"})
  void anAddressThatIsNoneIsNamed(String address) {
    TestServers servers = new TestServers(Map.of("LEASEHOLD_TEST_REDIS", address), () -> false);
    assertThatThrownBy(() -> servers.givenOrStarted(REDIS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("LEASEHOLD_TEST_REDIS", "\"" + address + "\"", "host:port");
  }

  private static boolean nobodyAsks() {
    throw new AssertionError("the engine was asked, although the program is here");
  }
}
