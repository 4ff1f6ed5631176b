package io.leasehold.tck.scenario;

import io.leasehold.HolderInfo;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.tck.history.Recorder;
import io.leasehold.tck.history.What;
import java.time.Duration;
import java.util.Optional;

/** Reads at the store who holds a name, by a connection that nobody disturbs. Thread-safe. */
public final class Eye implements AutoCloseable {

  private final LeaseBackend backend;
  private final Recorder recorder;

  Eye(LeaseBackend backend, Recorder recorder) {
    this.backend = backend;
    this.recorder = recorder;
  }

  /**
   * Looks once; a store that does not answer shows nothing.
   *
   * @return the holder; empty if there is none, or no answer
   */
  public Optional<HolderInfo> look(String name) {
    long asked = recorder.now();
    Optional<HolderInfo> info;
    try {
      info = backend.holder(new LeaseName(name));
    } catch (BackendUnavailableException e) {
      return Optional.empty();
    }
    recorder.note(
        "eye",
        What.STORE,
        name,
        info.map(HolderInfo::owner).orElse(""),
        "asked",
        asked,
        "token",
        info.map(HolderInfo::fencingToken).orElse(0L),
        "remaining",
        info.flatMap(HolderInfo::remaining).map(Duration::toNanos).orElse(-1L),
        "revoked",
        info.map(HolderInfo::revoked).orElse(false));
    return info;
  }

  @Override
  public void close() {
    backend.close();
  }
}
