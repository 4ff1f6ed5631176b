package io.leasehold.examples.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.Fault;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseBackendProvider;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileBackendProviderTest {

  @TempDir Path root;
  private final FileBackendProvider provider = new FileBackendProvider();

  private static BackendConfig config(String uri) {
    return BackendConfig.of(uri, Duration.ofSeconds(1), LeaseClock.system());
  }

  private void refuses(String uri, ErrorCode code, String... texts) {
    assertThatThrownBy(() -> provider.connect(config(uri)).close())
        .isInstanceOfSatisfying(
            LeaseConfigurationException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContainingAll(texts);
  }

  @Test
  void isFoundOnTheClassPathAndNeverChosenByItself() {
    assertThat(ServiceLoader.load(LeaseBackendProvider.class))
        .anySatisfy(
            found -> {
              assertThat(found).isInstanceOf(FileBackendProvider.class);
              assertThat(found.defaultUri()).isEmpty();
              assertThat(found.id()).isEqualTo("file");
              assertThat(found.spiVersion()).isEqualTo(LeaseBackendProvider.SPI_VERSION);
            });
  }

  @ParameterizedTest
  @CsvSource({
    "file:/var/leases, /var/leases",
    "file:///var/leases, /var/leases",
    "file://localhost/var/leases, /var/leases",
    "file:/var/leases?sync=false, /var/leases",
    "file:///with%20space/a%23b%2Bc+d, /with space/a#b+c+d",
    "file:/a/../b/./c/, /b/c"
  })
  void aUriNamesADirectory(String uri, String path) {
    assertThat(FileLocation.of(config(uri))).isEqualTo(Path.of(path));
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:some/leases", "file:some/leases?sync=false", "file:some/./leases"})
  void aRelativePathStartsFromTheWorkingDirectory(String uri) {
    assertThat(FileLocation.of(config(uri))).isEqualTo(Path.of("some/leases").toAbsolutePath());
  }

  @Test
  void aUriThatNamesNoDirectoryOfThisMachineIsRefused() {
    refuses("file:", ErrorCode.BAD_URI, "file:", "write for instance");
    refuses("file:/", ErrorCode.BAD_URI, "below the root");
    refuses("file:?sync=true", ErrorCode.BAD_URI, "names no directory");
    refuses("file://server/leases", ErrorCode.BAD_URI, "\"server\"", "this machine");
    refuses("file:/tmp/a#b", ErrorCode.BAD_URI, "%23");
    refuses("file:/a%00b", ErrorCode.BAD_URI, "no possible path");
  }

  @Test
  void aMissingDirectoryIsRefusedUnlessItIsToBeMade() {
    Path missing = root.resolve("not/there");
    refuses("file:" + missing, ErrorCode.MISCONFIGURED, missing.toString(), "create=true", "exist");
    assertThat(missing).doesNotExist();

    provider.connect(config("file:" + missing + "?create=true")).close();
    assertThat(missing).isDirectory();
  }

  @Test
  void aFileInPlaceOfTheDirectoryIsRefused() throws IOException {
    Path file = Files.createFile(root.resolve("leases"));
    refuses("file:" + file, ErrorCode.MISCONFIGURED, file.toString(), "not a directory");
    refuses("file:" + file + "/x?create=true", ErrorCode.MISCONFIGURED, file.toString());
  }

  @Test
  void aDirectoryThatCannotBeWrittenIsRefused() {
    // Not even the superuser can make a directory there.
    refuses("file:/proc", ErrorCode.MISCONFIGURED, "/proc", "right to write", "another directory");
  }

  @Test
  void aFileWhereADirectoryOfTheStoreShouldBeIsRefused() throws IOException {
    Files.createFile(root.resolve(".tmp"));
    refuses("file:" + root, ErrorCode.MISCONFIGURED, ".tmp");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nfs", "nfs4", "cifs", "fuse.sshfs"})
  void aNetworkFileSystemIsRefused(String type) {
    assertThatThrownBy(() -> FileBackendProvider.requireLocal(root, type))
        .isInstanceOf(LeaseConfigurationException.class)
        .hasMessageContainingAll(type, root.toString(), "use a local directory");
    FileBackendProvider.requireLocal(root, "ext4");
  }

  @Test
  void unknownOptionsAndImpossibleValuesAreRefused() {
    refuses("file:" + root + "?synch=true", ErrorCode.BAD_OPTION, "synch");
    refuses("file:" + root + "?sync=maybe", ErrorCode.BAD_OPTION, "maybe", "true or false");
    refuses("file:" + root + "?create=", ErrorCode.BAD_OPTION, "create");
  }

  @Test
  void withoutSyncTheTraitsSayWhatAPowerCutBreaks() {
    try (LeaseBackend durable = provider.connect(config("file:" + root));
        LeaseBackend fast = provider.connect(config("file:" + root + "?sync=false"))) {
      assertThat(durable.traits().fenceBrokenBy()).isEmpty();
      assertThat(durable.traits().grantsSurviveRestart()).isTrue();
      assertThat(fast.traits().fenceBrokenBy()).containsExactly(Fault.RESTART);
      assertThat(fast.traits().grantsSurviveRestart()).isFalse();
      assertThat(durable.holder(new LeaseName("nobody"))).isEmpty();
    }
  }
}
