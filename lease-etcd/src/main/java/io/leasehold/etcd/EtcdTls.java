package io.leasehold.etcd;

import io.grpc.netty.GrpcSslContexts;
import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.net.ssl.SSLException;

/**
 * Whom an {@code etcds:} connection trusts and who it says it is: PEM files, as etcdctl has them.
 */
final class EtcdTls {

  private EtcdTls() {}

  /**
   * Makes the context; without options it trusts what the JVM trusts.
   *
   * @throws LeaseConfigurationException BAD_OPTION if a file cannot be read
   */
  static SslContext context(Map<String, String> files) {
    SslContextBuilder builder = GrpcSslContexts.forClient();
    try {
      if (files.containsKey("ca")) {
        builder.trustManager(file(files, "ca"));
      }
      if (files.containsKey("cert")) {
        builder.keyManager(file(files, "cert"), file(files, "key"));
      }
      return builder.build();
    } catch (IllegalArgumentException | SSLException e) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION,
          "TLS cannot be set up with "
              + files.keySet()
              + ": "
              + e.getMessage()
              + "; certificates are PEM, the key is an unencrypted PKCS#8 PEM",
          e);
    }
  }

  private static File file(Map<String, String> files, String option) {
    Path file = Path.of(files.getOrDefault(option, ""));
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION, "option " + option + " names " + file + ", which is not readable");
    }
    return file.toFile();
  }
}
