package io.leasehold.examples.file;

import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.LeaseBackendTck;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.TckFixture;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

class FileBackendTckTest extends LeaseBackendTck {

  @TempDir Path root;

  @Override
  protected TckFixture fixture() {
    return () ->
        new FileBackendProvider()
            .connect(BackendConfig.of("file:" + root, Duration.ofSeconds(1), LeaseClock.system()));
  }

  @Override
  protected Set<String> notApplicable() {
    // A ttl runs out only under the eyes of a contender, and nobody tells what is left of it; no
    // hints, no session.
    return Set.of(
        "RNW-06", "REL-05", "INS-04", "INS-06", "TRT-10", "TRT-13", "TRT-14", "TRT-28", "TTL-02",
        "TTL-05");
  }

  @Override
  protected Set<Ability> notOffered() {
    return EnumSet.allOf(Ability.class);
  }
}
