package io.leasehold.redis;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Whom a {@code rediss:} connection trusts and who it says it is: key stores of PKCS#12 or JKS. */
final class RedisTls {

  private RedisTls() {}

  /**
   * Makes the factory; without options it is the one of the JVM.
   *
   * @throws LeaseConfigurationException BAD_OPTION if a store cannot be read
   */
  static SSLSocketFactory factory(Map<String, String> options) {
    String trust = options.get("trust-store");
    String key = options.get("key-store");
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          key == null ? null : keys("key-store", key, password(options, "key-store-password")),
          trust == null
              ? null
              : trusted("trust-store", trust, password(options, "trust-store-password")),
          null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new LeaseConfigurationException(
          ErrorCode.MISCONFIGURED, "TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static char @Nullable [] password(Map<String, String> options, String name) {
    String text = options.get(name);
    return text == null ? null : text.toCharArray();
  }

  private static KeyManager[] keys(String option, String file, char @Nullable [] password)
      throws GeneralSecurityException {
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(load(option, file, password), password);
    return factory.getKeyManagers();
  }

  private static TrustManager[] trusted(String option, String file, char @Nullable [] password)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(load(option, file, password));
    return factory.getTrustManagers();
  }

  private static KeyStore load(String option, String file, char @Nullable [] password)
      throws GeneralSecurityException {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, password);
      return store;
    } catch (IOException e) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION,
          option
              + "="
              + file
              + " cannot be read: "
              + e.getMessage()
              + "; it must be a PKCS#12 file, and "
              + option
              + "-password its password",
          e);
    }
  }
}
