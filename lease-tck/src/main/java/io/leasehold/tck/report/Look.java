package io.leasehold.tck.report;

import io.leasehold.tck.run.Verdict;

/**
 * How a console can show things.
 *
 * @param colours whether it understands escape sequences
 * @param signs whether it shows signs beyond ASCII
 */
public record Look(boolean colours, boolean signs) {

  /** For files and pipes. */
  public static final Look PLAIN = new Look(false, false);

  private static final String RESET = "\u001b[0m";

  /** One character for a verdict. */
  String sign(Verdict verdict) {
    return switch (verdict) {
      case PASS -> signs ? "✓" : "+";
      case FAIL -> signs ? "✗" : "X";
      case UNKNOWN -> "?";
      case NOT_APPLICABLE -> signs ? "·" : "-";
      case NOT_OFFERED -> signs ? "○" : "o";
      case WAIVED -> signs ? "~" : "w";
    };
  }

  /** A text in the colour of a verdict. */
  String coloured(Verdict verdict, String text) {
    return switch (verdict) {
      case PASS -> in("32", text);
      case FAIL -> in("1;31", text);
      case UNKNOWN, WAIVED -> in("33", text);
      case NOT_APPLICABLE, NOT_OFFERED -> in("2", text);
    };
  }

  /** A heading. */
  String bold(String text) {
    return in("1", text);
  }

  private String in(String code, String text) {
    return colours ? "\u001b[" + code + "m" + text + RESET : text;
  }
}
