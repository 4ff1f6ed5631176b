package io.leasehold.tck.mutants.engine.tcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasehold.HolderInfo;
import io.leasehold.spi.LeaseName;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** How names and holders are written in the lines of the store with a network. */
final class TcpText {

  private TcpText() {}

  static String name(LeaseName name) {
    return encoded(name.value());
  }

  static LeaseName name(String word) {
    return new LeaseName(decoded(word));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, UTF_8);
  }

  static String metadata(Map<String, String> metadata) {
    return metadata.entrySet().stream()
        .map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
        .collect(Collectors.joining("&"));
  }

  static Map<String, String> metadata(String word) {
    Map<String, String> metadata = new HashMap<>();
    for (String pair : word.split("&", -1)) {
      int eq = pair.indexOf('=');
      if (eq >= 0) {
        metadata.put(decoded(pair.substring(0, eq)), decoded(pair.substring(eq + 1)));
      }
    }
    return metadata;
  }

  static String held(HolderInfo info) {
    return String.join(
        " ",
        "held",
        info.owner(),
        "" + info.fencingToken(),
        "" + info.remaining().orElse(Duration.ZERO).toNanos(),
        "" + info.revoked(),
        metadata(info.metadata()));
  }

  static HolderInfo held(LeaseName name, List<String> words) {
    return new HolderInfo(
        name.value(),
        words.get(1),
        Long.parseLong(words.get(2)),
        Optional.of(Duration.ofNanos(Long.parseLong(words.get(3)))),
        Boolean.parseBoolean(words.get(4)),
        metadata(words.get(5)));
  }
}
