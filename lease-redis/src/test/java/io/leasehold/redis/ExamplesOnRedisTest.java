package io.leasehold.redis;

import io.leasehold.servers.Examples;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same examples, unchanged, with another address and this backend's jar. */
class ExamplesOnRedisTest {

  @Test
  void theExamplesRunUnchanged(@TempDir Path folder) throws Exception {
    try (RedisServer server = RedisServer.givenOrStarted()) {
      Examples.runAll(folder, server.uri());
    }
  }
}
