package io.leasehold.redis;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Whom a {@code rediss:} connection trusts and who it says it is: key stores of PKCS#12 or JKS. */
final class RedisTls {

  private static final String PEM = "-----BEGIN";

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
          key == null ? null : keys(key, password(options, "key-store")),
          trust == null ? null : trusted(trust, password(options, "trust-store")),
          null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new LeaseConfigurationException(
          ErrorCode.MISCONFIGURED, "TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static char @Nullable [] password(Map<String, String> options, String store) {
    String text = options.get(store + "-password");
    return text == null ? null : text.toCharArray();
  }

  private static KeyManager[] keys(String file, char @Nullable [] password)
      throws GeneralSecurityException {
    KeyStore store = load("key-store", file, password);
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    try {
      if (!holdsKey(store)) {
        throw unreadable("key-store", file, "no private key was found in it", null);
      }
      factory.init(store, password);
    } catch (UnrecoverableKeyException e) {
      throw unreadable("key-store", file, "its private key is not readable", e);
    }
    return factory.getKeyManagers();
  }

  private static TrustManager[] trusted(String file, char @Nullable [] password)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(load("trust-store", file, password));
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509TrustManager x509 && x509.getAcceptedIssuers().length > 0) {
        return factory.getTrustManagers();
      }
    }
    // Without its password the JDK reads a file as if it were empty.
    String why =
        password == null
            ? "without trust-store-password no trusted certificate is found in it"
            : "no trusted certificate was found in it";
    throw unreadable("trust-store", file, why, null);
  }

  private static boolean holdsKey(KeyStore store) throws KeyStoreException {
    for (String alias : Collections.list(store.aliases())) {
      if (store.isKeyEntry(alias)) {
        return true;
      }
    }
    return false;
  }

  private static KeyStore load(String option, String file, char @Nullable [] password)
      throws GeneralSecurityException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(Path.of(file)))) {
      refusePem(option, file, in);
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, password);
      return store;
    } catch (NoSuchFileException | InvalidPathException e) {
      throw unreadable(option, file, "there is no such file", e);
    } catch (IOException e) {
      throw unreadable(option, file, e.getMessage(), e);
    }
  }

  private static void refusePem(String option, String file, InputStream in) throws IOException {
    in.mark(PEM.length());
    String begin = new String(in.readNBytes(PEM.length()), StandardCharsets.ISO_8859_1);
    in.reset();
    if (begin.equals(PEM)) {
      throw refused(
          option,
          file,
          "it is a PEM file",
          option.equals("trust-store")
              ? "make a PKCS#12 file of it: keytool -importcert -noprompt -alias redis -file FILE"
                  + " -keystore trust.p12 -storetype PKCS12 -storepass PASSWORD"
              : "make a PKCS#12 file of certificate and key: openssl pkcs12 -export -in"
                  + " CERTIFICATE -inkey KEY -out key.p12",
          null);
    }
  }

  private static LeaseConfigurationException unreadable(
      String option, String file, @Nullable String why, @Nullable Exception cause) {
    return refused(
        option,
        file,
        why,
        "it must be a PKCS#12 file, and its password be given with " + option + "-password",
        cause);
  }

  private static LeaseConfigurationException refused(
      String option, String file, @Nullable String why, String remedy, @Nullable Exception cause) {
    return new LeaseConfigurationException(
        ErrorCode.BAD_OPTION,
        option + "=" + file + " cannot be used: " + why + "; " + remedy,
        cause);
  }
}
