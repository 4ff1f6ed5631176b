package io.leasehold.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.servers.ServerSpec;
import io.leasehold.servers.TestServer;
import io.leasehold.servers.TestServers;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that speaks TLS, and asks for the client's certificate. */
class EtcdTlsTest {

  private static final String PASSWORD = "changeit";

  @TempDir private Path folder;

  @Test
  void trustsWhomItIsToldToTrustAndSaysWhoItIs() throws Exception {
    Path cert = folder.resolve("cert.pem");
    Path key = folder.resolve("key.pem");
    makeCertificate(cert, key);
    try (TestServer server = TestServers.here().start(spec(cert, key))) {
      String uri = "etcds://127.0.0.1:" + server.port() + "?";
      String own = "&cert=" + cert + "&key=" + key;
      EtcdServer.until("it serves", () -> serves(uri + "ca=" + cert + own));
      try (LeaseBackend backend = Etcds.connect(uri + "ca=" + cert + own)) {
        Grant grant = Etcds.acquire(backend, "secret");
        assertThat(backend.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);
        assertThat(backend.releaseIfOwner(grant)).isInstanceOf(ReleaseOutcome.Released.class);
      }
      assertThatThrownBy(() -> Etcds.connect(uri + own.substring(1)))
          .hasMessageContaining("LEASE-108")
          .hasMessageContaining("certificate is not trusted");
      assertThatThrownBy(() -> Etcds.connect(uri + "ca=" + cert)).hasMessageContaining("LEASE-");
      assertThatThrownBy(() -> Etcds.connect("etcd://127.0.0.1:" + server.port()))
          .hasMessageContaining("LEASE-202");
    }
  }

  private static boolean serves(String uri) {
    try (LeaseBackend backend = Etcds.connect(uri)) {
      return backend.traits().vacancyHints();
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static ServerSpec spec(Path cert, Path key) {
    ServerSpec plain =
        ServerSpec.etcd(
            "--cert-file",
            cert.toString(),
            "--key-file",
            key.toString(),
            "--client-cert-auth",
            "--trusted-ca-file",
            cert.toString());
    return new ServerSpec(
        plain.program(),
        plain.debianPackage(),
        plain.variable(),
        plain.image(),
        port -> {
          List<String> line = new ArrayList<>(plain.arguments().apply(port));
          line.replaceAll(word -> word.equals(plainUrl(port)) ? tlsUrl(port) : word);
          return line;
        },
        List.of(cert, key),
        EtcdTlsTest::listens);
  }

  private static String plainUrl(int port) {
    return "http://127.0.0.1:" + port;
  }

  private static String tlsUrl(int port) {
    return "https://127.0.0.1:" + port;
  }

  private static boolean listens(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), 1_000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void makeCertificate(Path cert, Path key) throws Exception {
    Path store = folder.resolve("store.p12");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-alias", "etcd", "-keyalg", "EC", "-dname", "CN=x"));
    command.addAll(List.of("-ext", "san=ip:127.0.0.1", "-ext", "bc=ca:true"));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    command.addAll(List.of("-storepass", PASSWORD));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    Files.writeString(cert, pem("CERTIFICATE", keys.getCertificate("etcd").getEncoded()));
    Files.writeString(
        key, pem("PRIVATE KEY", keys.getKey("etcd", PASSWORD.toCharArray()).getEncoded()));
  }

  private static String pem(String what, byte[] data) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(data);
    return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
  }
}
