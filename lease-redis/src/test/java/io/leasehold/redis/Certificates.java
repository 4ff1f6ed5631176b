package io.leasehold.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import redis.clients.jedis.SslOptions;

/**
 * A certificate of a test's own, for both sides: made by keytool, in the forms that the JVM and the
 * server read.
 */
record Certificates(Path store, Path pem, Path key) {

  private static final String PASSWORD = "changeit";

  static Certificates make(Path folder) {
    return make(folder, "ip:127.0.0.1");
  }

  /**
   * Makes one.
   *
   * @param subject the host that it is for, as keytool's ext option wants it
   */
  static Certificates make(Path folder, String subject) {
    Path store = folder.resolve("store.p12");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-alias", "redis", "-keyalg", "EC", "-dname", "CN=x"));
    command.addAll(List.of("-ext", "san=" + subject, "-ext", "bc=ca:true"));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    command.addAll(List.of("-storepass", PASSWORD));
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("keytool.log").toFile())
              .start();
      if (process.waitFor() != 0) {
        throw new AssertionError(Files.readString(folder.resolve("keytool.log")));
      }
      KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
      Path pem = folder.resolve("cert.pem");
      Path key = folder.resolve("key.pem");
      Files.writeString(pem, pem("CERTIFICATE", keys.getCertificate("redis").getEncoded()));
      Files.writeString(
          key, pem("PRIVATE KEY", keys.getKey("redis", PASSWORD.toCharArray()).getEncoded()));
      return new Certificates(store, pem, key);
    } catch (Exception e) {
      throw new AssertionError("no certificate was made", e);
    }
  }

  private static String pem(String what, byte[] data) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(data);
    return "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n";
  }

  List<String> serverOptions() {
    return List.of(
        "--tls-cert-file",
        pem.toString(),
        "--tls-key-file",
        key.toString(),
        "--tls-ca-cert-file",
        pem.toString());
  }

  /** What the options name. */
  List<Path> serverFiles() {
    return List.of(pem, key);
  }

  String trustOptions() {
    return "trust-store=" + trust() + "&trust-store-password=" + PASSWORD;
  }

  /** The same for the driver's own clients. */
  SslOptions trustForDriver() {
    return SslOptions.builder()
        .truststore(trust().toFile(), PASSWORD.toCharArray())
        .trustStoreType("PKCS12")
        .build();
  }

  String keyOptions() {
    return "key-store=" + store + "&key-store-password=" + PASSWORD;
  }

  /** The certificate alone: a store with a private key trusts nobody. */
  private Path trust() {
    Path file = store.resolveSibling("trust.p12");
    try {
      KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
      KeyStore trust = KeyStore.getInstance("PKCS12");
      trust.load(null, null);
      trust.setCertificateEntry("redis", keys.getCertificate("redis"));
      try (var out = Files.newOutputStream(file)) {
        trust.store(out, PASSWORD.toCharArray());
      }
      return file;
    } catch (Exception e) {
      throw new AssertionError("no trust store was made", e);
    }
  }
}
