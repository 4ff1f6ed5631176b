package io.leasehold.etcd;

import io.leasehold.servers.Examples;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same examples, unchanged, with another address and this backend's jar. */
class ExamplesOnEtcdTest {

  @Test
  void theExamplesRunUnchanged(@TempDir Path folder) throws Exception {
    try (EtcdServer server = EtcdServer.givenOrStarted()) {
      Examples.runAll(folder, server.uri());
    }
  }
}
