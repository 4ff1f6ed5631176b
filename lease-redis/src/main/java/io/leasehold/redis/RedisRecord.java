package io.leasehold.redis;

import io.leasehold.HolderInfo;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The value of a lease's key: {@code <owner> <h|r> <token> <metadata>}. The owner comes first and
 * has a fixed length, so that the scripts compare it and nothing else; {@code r} marks a revoked
 * one.
 */
final class RedisRecord {

  private static final Pattern FORM =
      Pattern.compile("([0-9a-f]{32}) ([hr]) ([0-9]{1,19}) (.*)", Pattern.DOTALL);

  /** 2^53; see next-token.lua. */
  private static final long END_OF_TOKENS = 1L << 53;

  private RedisRecord() {}

  /** The part after the token. */
  static String metadata(Map<String, String> metadata) {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(metadata)
        .forEach(
            (key, value) ->
                text.append(text.length() == 0 ? "" : "&")
                    .append(URLEncoder.encode(key, StandardCharsets.UTF_8))
                    .append('=')
                    .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
    return text.toString();
  }

  /**
   * Reads a record.
   *
   * @param millis what PTTL said; negative if the key has no expiry
   * @return empty if the value is none of ours
   */
  static Optional<HolderInfo> read(LeaseName name, String value, long millis) {
    Matcher form = FORM.matcher(value);
    if (!form.matches()) {
      return Optional.empty();
    }
    try {
      if (Long.parseLong(form.group(3)) >= END_OF_TOKENS) {
        return Optional.empty(); // no counter of ours comes there; others would have to follow it
      }
      return Optional.of(
          new HolderInfo(
              name.value(),
              OwnerToken.parse(form.group(1)).toString(),
              Long.parseLong(form.group(3)),
              millis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(millis)),
              form.group(2).equals("r"),
              pairs(form.group(4))));
    } catch (IllegalArgumentException e) { // a token beyond long, a broken escape
      return Optional.empty();
    }
  }

  private static Map<String, String> pairs(String text) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : text.split("&")) {
      int eq = pair.indexOf('=');
      if (eq > 0) {
        pairs.put(
            URLDecoder.decode(pair.substring(0, eq), StandardCharsets.UTF_8),
            URLDecoder.decode(pair.substring(eq + 1), StandardCharsets.UTF_8));
      }
    }
    return pairs;
  }
}
