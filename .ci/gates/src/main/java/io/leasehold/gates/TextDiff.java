package io.leasehold.gates;

import java.util.ArrayList;
import java.util.List;

/** A line diff for people: removed lines, added lines, and the heading above each. */
final class TextDiff {
  private TextDiff() {}

  /** Lines that differ, in order; empty when the texts are the same. */
  static List<String> of(String expected, String actual) {
    List<String> left = expected.lines().toList();
    List<String> right = actual.lines().toList();
    int[][] common = commonLengths(left, right);
    List<String> diff = new ArrayList<>();
    String heading = "";
    int i = 0;
    int j = 0;
    while (i < left.size() || j < right.size()) {
      String line;
      if (i < left.size() && j < right.size() && left.get(i).equals(right.get(j))) {
        heading = isHeading(left.get(i)) ? left.get(i) : heading;
        i++;
        j++;
        continue;
      }
      if (j == right.size() || (i < left.size() && common[i + 1][j] >= common[i][j + 1])) {
        line = "- " + left.get(i++);
      } else {
        line = "+ " + right.get(j++);
      }
      if (!heading.isEmpty() && !isHeading(line.substring(2))) {
        diff.add("  " + heading);
      }
      heading = "";
      diff.add(line);
    }
    return diff;
  }

  private static boolean isHeading(String line) {
    return !line.isEmpty() && !line.startsWith(" ");
  }

  /** common[i][j] = length of the longest common subsequence of left from i and right from j. */
  private static int[][] commonLengths(List<String> left, List<String> right) {
    int[][] common = new int[left.size() + 1][right.size() + 1];
    for (int i = left.size() - 1; i >= 0; i--) {
      for (int j = right.size() - 1; j >= 0; j--) {
        common[i][j] =
            left.get(i).equals(right.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    return common;
  }
}
