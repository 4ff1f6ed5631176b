package io.leasehold.examples.file;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.BackendTraits;
import io.leasehold.spi.Fault;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseBackendProvider;
import io.leasehold.spi.support.CasLeaseBackend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Leases in a directory: {@code file:/var/lib/leases}, {@code file:leases}.
 *
 * <p>Options: {@code create=true} makes the directory if it is missing (default false: a misspelt
 * path must not become a store of its own); {@code sync=false} leaves changes to the cache of the
 * operating system, which is faster on a disk but loses the latest tokens in a power cut.
 */
public final class FileBackendProvider implements LeaseBackendProvider {

  /** Their directory caches show a rename late or never: no compare-and-set is possible. */
  private static final Set<String> NETWORK_FILE_SYSTEMS =
      Set.of("nfs", "nfs4", "cifs", "smb2", "smb3", "smbfs", "afs", "fuse.sshfs");

  /** For {@link java.util.ServiceLoader}. */
  public FileBackendProvider() {}

  @Override
  public String id() {
    return "file";
  }

  @Override
  public String artifact() {
    return "io.leasehold:leasehold-examples";
  }

  @Override
  public Set<String> schemes() {
    return Set.of("file");
  }

  @Override
  public int spiVersion() {
    return 1;
  }

  /** Empty: a directory is chosen by name, never by having this class on the class path. */
  @Override
  public Optional<String> defaultUri() {
    return Optional.empty();
  }

  @Override
  public LeaseBackend connect(BackendConfig config) {
    return connect(config, FileSteps.REAL);
  }

  /** Visible for tests, which put faults in the place of system calls. */
  LeaseBackend connect(BackendConfig config, FileSteps steps) {
    config.allowOptions("create", "sync");
    Path root = FileLocation.of(config);
    boolean durable = flag(config, "sync", true);
    StoreDirectory store;
    try {
      if (flag(config, "create", false)) {
        Files.createDirectories(root);
      }
      requireSuitable(root);
      store = new StoreDirectory(root, steps, durable);
    } catch (IOException e) {
      throw new LeaseConfigurationException(
          ErrorCode.MISCONFIGURED,
          "directory "
              + root
              + " cannot be used for leases ("
              + e
              + "); give this process the right to write in it, or name another directory",
          e);
    }
    return new CasLeaseBackend(
        new FileRegister(
            root,
            store,
            steps,
            new BoundedCalls(CasLeaseBackend.stepTimeout(config.callTimeout()))),
        traits(config.callTimeout(), durable),
        config.clock());
  }

  private static BackendTraits traits(Duration callTimeout, boolean durable) {
    BackendTraits.Draft traits =
        CasLeaseBackend.traits("file", callTimeout)
            .fenceSource("a counter in the name's record, which is never deleted");
    // Without sync a power cut may bring back an earlier record, and its tokens are given again.
    return (durable ? traits : traits.fenceBrokenBy(Fault.RESTART).grantsSurviveRestart(false))
        .build();
  }

  private static void requireSuitable(Path root) throws IOException {
    if (!Files.exists(root)) {
      throw unsuitable(root, "does not exist; make it, or add the option create=true");
    }
    if (!Files.isDirectory(root)) {
      throw unsuitable(root, "is not a directory; name one that all processes share");
    }
    requireLocal(root, Files.getFileStore(root).type());
  }

  static void requireLocal(Path root, String type) {
    if (NETWORK_FILE_SYSTEMS.contains(type)) {
      throw unsuitable(
          root,
          "is on a network file system ("
              + type
              + "), where another machine sees a rename late; use a local directory for processes"
              + " of one machine, or a store such as Redis or etcd for several");
    }
  }

  private static boolean flag(BackendConfig config, String option, boolean otherwise) {
    String value = config.options().getOrDefault(option, Boolean.toString(otherwise));
    if (!value.equals("true") && !value.equals("false")) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION,
          "option \"" + option + "\" is \"" + value + "\"; it must be true or false");
    }
    return value.equals("true");
  }

  private static LeaseConfigurationException unsuitable(Path root, String fault) {
    return new LeaseConfigurationException(ErrorCode.MISCONFIGURED, "path " + root + " " + fault);
  }
}
