package io.leasehold.examples.file;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.support.UriReader;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Reads the directory out of {@code file:/path}, {@code file:///path} and {@code file:path}. */
final class FileLocation {

  private FileLocation() {}

  /**
   * The directory; a relative one starts from the working directory.
   *
   * @throws LeaseConfigurationException {@link ErrorCode#BAD_URI}
   */
  static Path of(BackendConfig config) {
    URI uri = config.uri();
    String host = uri.getRawAuthority();
    if (host != null && !host.equals("localhost")) {
      throw badUri(config, "names the host \"" + host + "\"; only file:///path is this machine");
    }
    if (uri.getRawFragment() != null) {
      throw badUri(config, "holds a '#'; write %23 for one that is part of the path");
    }
    String path = uri.isOpaque() ? opaquePath(uri) : uri.getPath();
    if (path == null || path.isEmpty()) {
      throw badUri(config, "names no directory");
    }
    Path directory;
    try {
      directory = Path.of(path).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw badUri(config, "names no possible path: " + e.getReason());
    }
    // A scheme alone arrives here as file:/ as well.
    if (directory.getNameCount() == 0) {
      throw badUri(config, "names no directory below the root");
    }
    return directory;
  }

  /** java.net.URI gives {@code file:leases?x=y} no path and no query. */
  private static String opaquePath(URI uri) {
    String raw = uri.getRawSchemeSpecificPart();
    int mark = raw.indexOf('?');
    String path = mark < 0 ? raw : raw.substring(0, mark);
    return UriReader.decoded(path);
  }

  private static LeaseConfigurationException badUri(BackendConfig config, String fault) {
    return new UriReader(config)
        .badUri(fault + "; write for instance file:/var/lib/leases or file:leases");
  }
}
