package io.leasehold.tck.report.html;

import java.util.Locale;

/** Text that goes into the page. Names of leases are anybody's: nothing of them may be markup. */
final class Html {

  private Html() {}

  /** Any text, as text or as a quoted attribute. */
  static String text(String raw) {
    StringBuilder out = new StringBuilder();
    for (char c : visible(raw).toCharArray()) {
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(c);
      }
    }
    return out.toString();
  }

  /**
   * The same text with everything visible that a reader would not see, or that would turn the text
   * around: control characters, marks of direction, halves of characters.
   */
  static String visible(String raw) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < raw.length()
              && Character.isLowSurrogate(raw.charAt(i + 1));
      if (pair) {
        out.append(c).append(raw.charAt(++i));
      } else if (isHidden(c)) {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  private static boolean isHidden(char c) {
    return (Character.isISOControl(c) && c != '\n' && c != '\t')
        || Character.isSurrogate(c)
        || Character.getType(c) == Character.FORMAT
        || Character.getType(c) == Character.LINE_SEPARATOR
        || Character.getType(c) == Character.PARAGRAPH_SEPARATOR;
  }

  /** A count with its noun. */
  static String count(long count, String one, String many) {
    return String.format(Locale.ROOT, "%,d ", count).replace(',', '\u2009')
        + (count == 1 ? one : many);
  }

  /** A length of time or an instant. */
  static String time(long nanos) {
    boolean seconds = Math.abs(nanos) >= 1_000_000_000;
    return seconds
        ? String.format(Locale.ROOT, "%.3f s", nanos / 1e9)
        : String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
  }
}
