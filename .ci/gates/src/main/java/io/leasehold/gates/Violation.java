package io.leasehold.gates;

/**
 * One broken rule at one place.
 *
 * @param rule short stable name of the rule
 * @param place class, method with line, or file
 * @param detail what is wrong there
 */
public record Violation(String rule, String place, String detail) {
  @Override
  public String toString() {
    return "[" + rule + "] " + place + ": " + detail;
  }
}
