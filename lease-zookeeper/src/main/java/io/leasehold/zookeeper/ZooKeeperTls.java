package io.leasehold.zookeeper;

import io.leasehold.spi.support.UriReader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.zookeeper.client.ZKClientConfig;
import org.jspecify.annotations.Nullable;

/**
 * The driver's settings: TLS with key stores of PKCS#12, JKS or PEM, and how long a close waits.
 */
final class ZooKeeperTls {

  private ZooKeeperTls() {}

  /** Refuses passwords of no store, and files that cannot be read. */
  static void check(UriReader reader, Map<String, String> options) {
    reader.refusePasswordsOfNoStore("trust-store", "key-store");
    for (String store : List.of("trust-store", "key-store")) {
      String file = options.get(store);
      if (file != null && !isReadable(file)) {
        throw reader.badOption(store + "=" + file, "names no file that can be read");
      }
    }
  }

  private static boolean isReadable(String file) {
    try {
      return Files.isReadable(Path.of(file)) && !Files.isDirectory(Path.of(file));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  static ZKClientConfig settings(ZooKeeperOptions options, Duration callTimeout) {
    ZKClientConfig settings = new ZKClientConfig();
    settings.setProperty(
        ZKClientConfig.ZOOKEEPER_REQUEST_TIMEOUT, "" + Math.max(1, callTimeout.toMillis()));
    if (options.tls()) {
      settings.setProperty(ZKClientConfig.SECURE_CLIENT, "true");
      settings.setProperty(
          ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET,
          "org.apache.zookeeper.ClientCnxnSocketNetty");
      set(settings, "zookeeper.ssl.hostnameVerification", "" + options.verifyHost());
      Map<String, String> given = options.options();
      set(settings, "zookeeper.ssl.trustStore.location", given.get("trust-store"));
      set(settings, "zookeeper.ssl.trustStore.password", given.get("trust-store-password"));
      set(settings, "zookeeper.ssl.keyStore.location", given.get("key-store"));
      set(settings, "zookeeper.ssl.keyStore.password", given.get("key-store-password"));
    }
    return settings;
  }

  private static void set(ZKClientConfig settings, String name, @Nullable String value) {
    if (value != null) {
      settings.setProperty(name, value);
    }
  }
}
