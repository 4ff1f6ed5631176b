package io.leasehold.tck.report.html;

import io.leasehold.tck.run.Verdict;

/**
 * How a verdict is shown: by a sign, a word and a colour, so that none of them is needed alone.
 *
 * @param css the end of its classes' names
 * @param sign one character
 * @param word what it is called
 * @param means what it means, in a sentence
 */
record Sign(String css, String sign, String word, String means) {

  static Sign of(Verdict verdict) {
    return switch (verdict) {
      case PASS -> new Sign("pass", "✓", "pass", "Kept, in at least one decisive observation.");
      case FAIL -> new Sign("fail", "✕", "fail", "Broken.");
      case UNKNOWN ->
          new Sign("unknown", "?", "unknown", "Not one decisive observation: nothing is proved.");
      case NOT_APPLICABLE ->
          new Sign("na", "–", "does not apply", "The rule says nothing about this backend.");
      case NOT_OFFERED ->
          new Sign(
              "no", "○", "not offered", "The fixture cannot make the fault that the rule needs.");
      case WAIVED ->
          new Sign("waived", "!", "waived", "Broken, and accepted for a while, with a reason.");
    };
  }

  /** The sign and the word. */
  String badge() {
    return "<span class=\"badge b-"
        + css
        + "\"><span class=\"sign\" aria-hidden=\"true\">"
        + sign
        + "</span>"
        + word
        + "</span>";
  }
}
