package io.leasehold.zookeeper;

import io.leasehold.servers.Examples;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same examples, unchanged, with another address and this backend's jar. */
class ExamplesOnZooKeeperTest {

  /** The shortest ttl is three of these; the examples ask for 6 s, and for the default of 30 s. */
  private static final Duration TICK = Duration.ofMillis(500);

  private static final Duration LONGEST = Duration.ofSeconds(40);

  @Test
  void theExamplesRunUnchanged(@TempDir Path folder) throws Exception {
    try (ZooKeeperServer server = ZooKeeperServer.start(TICK, LONGEST)) {
      Examples.runAll(folder, "zookeeper://127.0.0.1:" + server.port() + "?tick=500ms&max-ttl=40s");
    }
  }
}
