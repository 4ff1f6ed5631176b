package io.leasehold.redis;

import io.leasehold.tck.LeaseBackendTck;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.TckFixture;
import java.util.Set;

/** The kit's rules on a real redis-server. */
class RedisBackendTckTest extends LeaseBackendTck {

  @Override
  protected TckFixture fixture() {
    return new RedisFixture();
  }

  @Override
  protected Set<Ability> notOffered() {
    return RedisFixture.notOffered();
  }

  /** Its ttl belongs to each lease; nothing is promised over a restart without persistence. */
  @Override
  protected Set<String> notApplicable() {
    return Set.of("TRT-28", "TRT-29", "TRT-30", "TRT-35", "TRT-36", "KILL-24");
  }
}
