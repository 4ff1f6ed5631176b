package io.leasehold.engine.select;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;

/** Where classes and service files come from, in one form, so that equal places compare equal. */
final class Locations {

  private Locations() {}

  static String ofClass(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    String place =
        source == null || source.getLocation() == null
            ? "an unknown place"
            : plain(source.getLocation().toString());
    return type.getModule().isNamed()
        ? place + " (module " + type.getModule().getName() + ")"
        : place;
  }

  static String ofServiceFile(URL file, String name) {
    String text = file.toString();
    return plain(text.endsWith(name) ? text.substring(0, text.length() - name.length()) : text);
  }

  /**
   * The jar or folder as a path where it is one: {@code jar:file:/a/b.jar!/} and {@code
   * file:/a/b.jar} are the same place, and so is what a link or ".." leads to. Nested jars keep
   * their URL.
   */
  private static String plain(String url) {
    String text = url.startsWith("jar:") ? url.substring("jar:".length()) : url;
    if (text.endsWith("!/")) {
      text = text.substring(0, text.length() - 2);
    }
    if (!text.startsWith("file:") || text.contains("!/")) {
      return text;
    }
    try {
      return Path.of(URI.create(text)).toRealPath().toString();
    } catch (IOException | RuntimeException e) {
      return text;
    }
  }
}
