package io.leasehold.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.DockerClientFactory;

/** The same life for a local program and for a container. */
class ServerLifeTest {

  @Test
  void aLocalServerLivesThroughItsFaults() {
    livesThroughItsFaults(TestServers.here());
  }

  /** Where no engine answers this is shown as skipped, with the reason. */
  @Test
  void aContainerLivesThroughTheSame() {
    assumeTrue(DockerClientFactory.instance().isDockerAvailable(), "no Docker engine answers here");
    livesThroughItsFaults(new TestServers(Map.of(), () -> true));
  }

  private static void livesThroughItsFaults(TestServers servers) {
    try (TestServer server = servers.start(ServerSpec.redis())) {
      int port = server.port();
      server.freeze();
      assertThat(RedisPing.answers(server.host(), port)).isFalse();
      server.thaw();
      assertThat(RedisPing.answers(server.host(), port)).isTrue();

      server.stop();
      assertThat(RedisPing.answers(server.host(), port)).isFalse();
      server.launch();
      server.awaitReady();
      assertThat(server.port()).isEqualTo(port);
      assertThat(RedisPing.answers(server.host(), port)).isTrue();
      assertThat(server.log()).contains("Ready to accept connections");

      server.freeze(); // a server that stands still can be ended too
    }
  }

  @Test
  void aServerThatDoesNotStartShowsItsLog() {
    assertThatThrownBy(() -> TestServers.here().start(ServerSpec.redis("--no-such-option", "1")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("has ended", "no-such-option");
  }

  @Test
  void aServerThatRunsIsNotStartedTwice() {
    try (TestServer server = TestServers.here().start(ServerSpec.redis())) {
      assertThatThrownBy(server::launch).hasMessageContaining("stop it first");
    }
  }

  @Test
  void itsFolderIsGoneAfterwards(@TempDir Path folder) throws Exception {
    Path program = Files.writeString(folder.resolve("server"), "#!/bin/sh\npwd\nexec sleep 60\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    ServerSpec redis = ServerSpec.redis();
    ServerSpec spec =
        new ServerSpec(
            "server", "none", "NONE", "none", redis.arguments(), redis.files(), (h, p) -> true);
    TestServer server = LocalServer.start(spec, program);
    Waiting.until(() -> server.log().endsWith("\n"));
    Path own = Path.of(server.log().strip());
    assertThat(own).isDirectory();
    server.close();
    assertThat(own).doesNotExist();
  }
}
