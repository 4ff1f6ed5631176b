package io.leasehold.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.servers.Ports;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that speaks TLS, and asks for the client's certificate. */
class ZooKeeperTlsTest {

  private static final String PASSWORD = "changeit";

  @TempDir private Path folder;

  @Test
  void trustsWhomItIsToldToTrustAndSaysWhoItIs() throws Exception {
    Path own = store("own", "localhost");
    Path stranger = store("stranger", "localhost");
    int port = Ports.free();
    try (ZooKeeperServer server = ZooKeepers.server(lines(port, own))) {
      assertThat(server.mode()).isEqualTo("standalone");
      String trusting = "&trust-store=" + trust(own) + "&trust-store-password=" + PASSWORD;
      String identified = "&key-store=" + own + "&key-store-password=" + PASSWORD;
      try (LeaseBackend backend =
          ZooKeepers.connect(uri(port, trusting + identified), Duration.ofSeconds(20))) {
        Grant grant = ZooKeepers.acquire(backend, "secret");
        assertThat(backend.renewIfOwner(grant)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
      }
      refused(uri(port, trusting)); // it does not say who it is
      refused(uri(port, identified)); // the JVM does not trust that server
      refused(
          uri(
              port,
              "&trust-store="
                  + trust(stranger)
                  + "&trust-store-password="
                  + PASSWORD
                  + identified));
      refused(ZooKeepers.uri("127.0.0.1:" + port, "")); // no TLS
    }
  }

  @Test
  void aCertificateForAnotherHostIsRefused() throws Exception {
    Path own = store("own", "elsewhere");
    int port = Ports.free();
    try (ZooKeeperServer server = ZooKeepers.server(lines(port, own))) {
      assertThat(server.mode()).isEqualTo("standalone");
      refused(
          uri(
              port,
              "&trust-store="
                  + trust(own)
                  + "&trust-store-password="
                  + PASSWORD
                  + "&key-store="
                  + own
                  + "&key-store-password="
                  + PASSWORD));
    }
  }

  private static String uri(int port, String rest) {
    return ZooKeepers.uri("127.0.0.1:" + port, "&tls=true" + rest);
  }

  private static void refused(String uri) {
    assertThatThrownBy(() -> ZooKeepers.connect(uri).close())
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageNotContaining(PASSWORD);
  }

  private static String[] lines(int port, Path store) {
    return new String[] {
      "secureClientPortAddress=127.0.0.1",
      "secureClientPort=" + port,
      "serverCnxnFactory=org.apache.zookeeper.server.NettyServerCnxnFactory",
      "ssl.keyStore.location=" + store,
      "ssl.keyStore.password=" + PASSWORD,
      "ssl.trustStore.location=" + trust(store),
      "ssl.trustStore.password=" + PASSWORD,
      "ssl.clientHostnameVerification=false",
    };
  }

  /**
   * A key and its certificate, which is its own authority. The driver looks for the name that
   * belongs to an address.
   */
  private Path store(String name, String host) throws Exception {
    Path store = folder.resolve(name + ".p12");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=x"));
    command.addAll(List.of("-ext", "san=dns:" + host + ",ip:127.0.0.2", "-ext", "bc=ca:true"));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    command.addAll(List.of("-storepass", PASSWORD));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    KeyStore trust = KeyStore.getInstance("PKCS12");
    trust.load(null, null);
    trust.setCertificateEntry(
        name, KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray()).getCertificate(name));
    try (OutputStream out = Files.newOutputStream(trust(store))) {
      trust.store(out, PASSWORD.toCharArray());
    }
    return store;
  }

  /** Beside it: a store in which it is one of those that are trusted. */
  private static Path trust(Path store) {
    return store.resolveSibling("trust-" + store.getFileName());
  }
}
