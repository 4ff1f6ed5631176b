package io.leasehold.etcd;

import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.support.UriReader;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an {@code etcd:} or {@code etcds:} URI says.
 *
 * @param members host and port of each, an IPv6 address in brackets
 * @param user empty for none
 * @param password empty for none
 * @param files the PEM files for TLS, by option
 */
record EtcdOptions(
    List<String> members,
    boolean tls,
    String user,
    String password,
    String namespace,
    Map<String, String> files) {

  private static final Pattern MEMBER =
      Pattern.compile("(\\[[0-9A-Fa-f:.%]+\\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?");
  private static final int PORT = 2379;

  /** All options; each is for TLS. */
  static final List<String> NAMES = List.of("ca", "cert", "key");

  /**
   * Reads the URI.
   *
   * @throws LeaseConfigurationException BAD_URI, BAD_OPTION
   */
  static EtcdOptions of(BackendConfig config) {
    UriReader reader = new UriReader(config);
    reader.refuseAtBehindAddresses(
        "has an @ behind its members; in user and password write %40 for @, %3A for :, %2F for /,"
            + " %3F for ? and %23 for #");
    config.allowOptions(NAMES.toArray(String[]::new));
    URI uri = config.uri();
    String authority = uri.getRawAuthority();
    if (authority == null || uri.getRawFragment() != null) {
      throw reader.badUri(
          "must look like "
              + uri.getScheme()
              + "://[user:password@]host[:port][,host:port...][/namespace][?option=value]; in user"
              + " and password write %40 for @, %3A for :, %2F for / and %23 for #");
    }
    int at = authority.lastIndexOf('@');
    String info = at < 0 ? "" : authority.substring(0, at);
    int colon = info.indexOf(':');
    if (at >= 0 && (colon <= 0 || colon == info.length() - 1)) {
      // Perhaps it is the password: it is not shown.
      throw reader.hidden(authority.substring(at), "needs both before the @: user:password@");
    }
    boolean tls = uri.getScheme().equals("etcds");
    if (!tls) {
      reader.refuse(NAMES, "is for TLS; write etcds:// or leave it out");
    } else if (config.options().containsKey("cert") != config.options().containsKey("key")) {
      throw reader.badOption("cert and key", "go together; give both or none");
    }
    return new EtcdOptions(
        members(reader, authority.substring(at + 1)),
        tls,
        at < 0 ? "" : UriReader.decoded(info.substring(0, colon)),
        at < 0 ? "" : UriReader.decoded(info.substring(colon + 1)),
        namespace(reader, Optional.ofNullable(uri.getPath()).orElse("")),
        config.options());
  }

  private static List<String> members(UriReader reader, String text) {
    List<String> members = new ArrayList<>();
    for (String member : text.split(",", -1)) {
      Matcher form = MEMBER.matcher(member);
      if (!form.matches()) {
        throw reader.badUri(
            "names a member \"" + member + "\"; write host:port, several with commas between");
      }
      String port = Optional.ofNullable(form.group(2)).orElse("");
      members.add(form.group(1) + ":" + reader.port(port, PORT));
    }
    return members;
  }

  private static String namespace(UriReader reader, String path) {
    if (path.isEmpty() || path.equals("/")) {
      return EtcdBackends.NAMESPACE;
    }
    String namespace = path.substring(1);
    if (!UriReader.NAMESPACE.matcher(namespace).matches()) {
      throw reader.badUri(
          "has namespace \"" + namespace + "\", which must match " + UriReader.NAMESPACE);
    }
    return namespace;
  }

  /** Without the password. */
  @Override
  public String toString() {
    return (tls ? "etcds://" : "etcd://") + String.join(",", members) + "/" + namespace;
  }
}
