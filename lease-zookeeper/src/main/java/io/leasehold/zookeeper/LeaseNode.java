package io.leasehold.zookeeper;

import io.leasehold.HolderInfo;
import io.leasehold.spi.LeaseName;
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
 * The data of a lease's node as text: owner, {@code h}eld or {@code r}evoked, and what the holder
 * said of itself. Part of the format that running clients agree on.
 *
 * @param owner the acquisition
 * @param revoked whether the holder was asked to let go
 * @param metadata what it said of itself
 */
record LeaseNode(OwnerToken owner, boolean revoked, Map<String, String> metadata) {

  private static final Pattern FORM = Pattern.compile("([0-9a-f]{32}) ([hr]) (.*)", Pattern.DOTALL);

  LeaseNode {
    metadata = Map.copyOf(metadata);
  }

  byte[] bytes() {
    StringBuilder text = new StringBuilder(owner + (revoked ? " r " : " h "));
    String[] comma = {""};
    new TreeMap<>(metadata)
        .forEach(
            (key, value) -> {
              text.append(comma[0]).append(encoded(key)).append('=').append(encoded(value));
              comma[0] = "&";
            });
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads it.
   *
   * @return empty if the data is none of ours
   */
  static Optional<LeaseNode> of(String data) {
    Matcher form = FORM.matcher(data);
    if (!form.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new LeaseNode(
              OwnerToken.parse(form.group(1)), form.group(2).equals("r"), pairs(form.group(3))));
    } catch (IllegalArgumentException e) { // a broken escape
      return Optional.empty();
    }
  }

  LeaseNode asRevoked() {
    return new LeaseNode(owner, true, metadata);
  }

  /** How long it still lasts, ZooKeeper does not tell. */
  HolderInfo holder(LeaseName name, long token) {
    return new HolderInfo(
        name.value(), owner.toString(), token, Optional.empty(), revoked, metadata);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static Map<String, String> pairs(String text) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : text.split("&")) {
      int eq = pair.indexOf('=');
      if (eq > 0) {
        pairs.put(decoded(pair.substring(0, eq)), decoded(pair.substring(eq + 1)));
      }
    }
    return pairs;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
