package io.leasehold.hazelcast;

import io.leasehold.servers.Examples;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same examples, unchanged, with another address and this backend's jar. */
class ExamplesOnHazelcastTest {

  @Test
  void theExamplesRunUnchanged(@TempDir Path folder) throws Exception {
    try (HazelcastServer server = HazelcastServer.start()) {
      Examples.runAll(folder, server.uri());
    }
  }
}
