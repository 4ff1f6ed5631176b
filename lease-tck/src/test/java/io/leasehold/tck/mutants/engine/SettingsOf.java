package io.leasehold.tck.mutants.engine;

import io.leasehold.spi.LeaseBackend;
import io.leasehold.tck.fixture.ClientSettings;

/** Settings with one thing changed. */
final class SettingsOf {

  private SettingsOf() {}

  /** Another backend, above the kit's recorder: what it does not pass on was never sent. */
  static ClientSettings backend(ClientSettings settings, LeaseBackend backend) {
    return new ClientSettings(
        backend,
        settings.connection(),
        settings.ttl(),
        settings.pollInterval(),
        settings.observer(),
        settings.clock());
  }
}
