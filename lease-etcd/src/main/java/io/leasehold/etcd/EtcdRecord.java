package io.leasehold.etcd;

import com.google.protobuf.ByteString;
import io.leasehold.spi.OwnerToken;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The value of a lease's key: {@code <owner> <h|r> <ttl in seconds> <metadata>}; {@code r} marks a
 * revoked one. Token and store lease are the key's own create revision and lease.
 */
record EtcdRecord(String owner, boolean revoked, long ttlSeconds, String metadata) {

  private static final Pattern FORM =
      Pattern.compile("([0-9a-f]{32}) ([hr]) ([0-9]{1,10}) (.*)", Pattern.DOTALL);

  static EtcdRecord held(OwnerToken owner, long ttlSeconds, Map<String, String> metadata) {
    return new EtcdRecord(owner.toString(), false, ttlSeconds, text(metadata));
  }

  EtcdRecord asRevoked() {
    return new EtcdRecord(owner, true, ttlSeconds, metadata);
  }

  ByteString toBytes() {
    return ByteString.copyFromUtf8(owner + (revoked ? " r " : " h ") + ttlSeconds + " " + metadata);
  }

  /**
   * Reads a value.
   *
   * @return empty if it is none of ours
   */
  static Optional<EtcdRecord> read(ByteString value) {
    Matcher form = FORM.matcher(value.toStringUtf8());
    if (!form.matches()) {
      return Optional.empty();
    }
    EtcdRecord record =
        new EtcdRecord(
            form.group(1), form.group(2).equals("r"), Long.parseLong(form.group(3)), form.group(4));
    try {
      record.pairs();
      return Optional.of(record);
    } catch (IllegalArgumentException e) { // a broken escape
      return Optional.empty();
    }
  }

  private static String text(Map<String, String> metadata) {
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

  /** The metadata, decoded. */
  Map<String, String> pairs() {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : metadata.split("&")) {
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
