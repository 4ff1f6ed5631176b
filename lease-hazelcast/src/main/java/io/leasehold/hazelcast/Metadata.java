package io.leasehold.hazelcast;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a holder says of itself, as one word without blanks. */
final class Metadata {

  private Metadata() {}

  static String text(Map<String, String> metadata) {
    return new TreeMap<>(metadata)
        .entrySet().stream()
            .map(it -> encode(it.getKey()) + "=" + encode(it.getValue()))
            .collect(Collectors.joining("&"));
  }

  static Map<String, String> read(String text) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : text.split("&")) {
      int eq = pair.indexOf('=');
      if (eq > 0) {
        pairs.put(decode(pair.substring(0, eq)), decode(pair.substring(eq + 1)));
      }
    }
    return pairs;
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
