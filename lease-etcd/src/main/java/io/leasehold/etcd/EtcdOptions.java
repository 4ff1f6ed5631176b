package io.leasehold.etcd;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
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

  private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9._-]{1,64}");
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
    refuseStrayAt(config);
    config.allowOptions(NAMES.toArray(String[]::new));
    URI uri = config.uri();
    String authority = uri.getRawAuthority();
    if (authority == null || uri.getRawFragment() != null) {
      throw badUri(
          config,
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
      throw new LeaseConfigurationException(
          ErrorCode.BAD_URI,
          "backend URI \""
              + uri.getScheme()
              + "://***@"
              + authority.substring(at + 1)
              + "\" needs both before the @: user:password@");
    }
    boolean tls = uri.getScheme().equals("etcds");
    checkTlsOptions(config, tls);
    return new EtcdOptions(
        members(config, authority.substring(at + 1)),
        tls,
        at < 0 ? "" : decode(info.substring(0, colon)),
        at < 0 ? "" : decode(info.substring(colon + 1)),
        namespace(config),
        config.options());
  }

  /** A password with a raw "/" or "?" moves its rest into path or options, which are shown. */
  private static void refuseStrayAt(BackendConfig config) {
    URI uri = config.uri();
    String rest = uri.getRawPath() + "?" + uri.getRawQuery() + "#" + uri.getRawFragment();
    if (rest.contains("@")) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_URI,
          "backend URI \""
              + uri.getScheme()
              + "://***\" has an @ behind its members; in user and password write %40 for @, %3A"
              + " for :, %2F for /, %3F for ? and %23 for #");
    }
  }

  private static List<String> members(BackendConfig config, String text) {
    List<String> members = new ArrayList<>();
    for (String member : text.split(",", -1)) {
      Matcher form = MEMBER.matcher(member);
      if (!form.matches()) {
        throw badUri(
            config,
            "names a member \"" + member + "\"; write host:port, several with commas between");
      }
      int port = form.group(2) == null ? PORT : Integer.parseInt(form.group(2));
      if (port == 0 || port > 65_535) {
        throw badUri(config, "has port " + port + "; give one from 1 to 65535");
      }
      members.add(form.group(1) + ":" + port);
    }
    return members;
  }

  private static String namespace(BackendConfig config) {
    String path = Optional.ofNullable(config.uri().getPath()).orElse("");
    if (path.isEmpty() || path.equals("/")) {
      return EtcdBackends.NAMESPACE;
    }
    String namespace = path.substring(1);
    if (!NAMESPACE.matcher(namespace).matches()) {
      throw badUri(config, "has namespace \"" + namespace + "\", which must match " + NAMESPACE);
    }
    return namespace;
  }

  /** Refuses a namespace that would not keep names apart. */
  static void checkNamespace(String namespace) {
    if (!NAMESPACE.matcher(namespace).matches()) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION, "namespace \"" + namespace + "\" must match " + NAMESPACE);
    }
  }

  private static void checkTlsOptions(BackendConfig config, boolean tls) {
    Map<String, String> options = config.options();
    for (String name : NAMES) {
      if (!tls && options.containsKey(name)) {
        throw badOption(config, "option " + name, "is for TLS; write etcds:// or leave it out");
      }
    }
    if (options.containsKey("cert") != options.containsKey("key")) {
      throw badOption(config, "cert and key", "go together; give both or none");
    }
  }

  private static String decode(String raw) {
    // In user and password a plus is a plus, unlike in a query.
    return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static LeaseConfigurationException badUri(BackendConfig config, String fault) {
    return new LeaseConfigurationException(
        ErrorCode.BAD_URI, "backend URI \"" + config.masked() + "\" " + fault);
  }

  private static LeaseConfigurationException badOption(
      BackendConfig config, String what, String fault) {
    return new LeaseConfigurationException(
        ErrorCode.BAD_OPTION, what + " of " + config.masked() + " " + fault);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return (tls ? "etcds://" : "etcd://") + String.join(",", members) + "/" + namespace;
  }
}
