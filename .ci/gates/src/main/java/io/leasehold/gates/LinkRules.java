package io.leasehold.gates;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Links between the pages of the repository, as GitHub resolves them. */
public final class LinkRules {
  private static final Pattern LINK = Pattern.compile("\\]\\(\\s*<?([^)>\\s]+)>?[^)]*\\)");
  private static final Pattern DEFINITION =
      Pattern.compile("^ {0,3}\\[[^\\]]+\\]:\\s*<?(\\S+?)>?$");
  private static final Pattern ELSEWHERE = Pattern.compile("^(?:[a-z][a-z0-9+.-]*:|//)");
  private static final Pattern HEADING = Pattern.compile("^#{1,6} +(.*?)(?: +#+)? *$");
  private static final Pattern NAMED = Pattern.compile("docs/[\\w./-]*\\w\\.md");

  private LinkRules() {}

  /** Links of these pages that lead to no file below the root, or to no heading of it. */
  public static List<Violation> broken(Path root, List<Path> pages) {
    List<Violation> found = new ArrayList<>();
    for (Path page : pages) {
      List<String> lines = prose(page);
      for (int i = 0; i < lines.size(); i++) {
        for (String target : targets(lines.get(i))) {
          String fault = faultOf(root, page, target);
          if (fault != null) {
            String place = root.relativize(page) + ":" + (i + 1);
            found.add(new Violation("link", place, target + ": " + fault));
          }
        }
      }
    }
    return found;
  }

  /** Pages named in sources (comments, messages) that do not exist. */
  public static List<Violation> missingPages(Path root, Path sources) {
    List<Violation> found = new ArrayList<>();
    for (Path source : Modules.files(sources, ".java")) {
      Matcher named = NAMED.matcher(read(source));
      Set<String> seen = new HashSet<>();
      while (named.find()) {
        if (seen.add(named.group()) && !Files.isRegularFile(root.resolve(named.group()))) {
          String place = root.relativize(source).toString();
          found.add(new Violation("link", place, named.group() + ": no such page"));
        }
      }
    }
    return found;
  }

  private static List<String> targets(String line) {
    List<String> targets = new ArrayList<>();
    for (Pattern pattern : List.of(LINK, DEFINITION)) {
      Matcher link = pattern.matcher(line);
      while (link.find()) {
        if (!ELSEWHERE.matcher(link.group(1)).find()) {
          targets.add(link.group(1));
        }
      }
    }
    return targets;
  }

  private static @org.jspecify.annotations.Nullable String faultOf(
      Path root, Path page, String target) {
    int hash = target.indexOf('#');
    String path = hash < 0 ? target : target.substring(0, hash);
    Path file = path.isEmpty() ? page : page.resolveSibling(path).normalize();
    if (!file.startsWith(root)) {
      return "leads out of the repository";
    } else if (!Files.exists(file)) {
      return "no such file";
    } else if (hash < 0) {
      return null;
    } else if (!file.toString().endsWith(".md")) {
      return "an anchor in something that is no page";
    }
    return anchors(file).contains(target.substring(hash + 1)) ? null : "no such heading";
  }

  /** The anchors that GitHub gives to a page's headings; a repeated one gets a number. */
  static Set<String> anchors(Path page) {
    Map<String, Integer> seen = new HashMap<>();
    Set<String> anchors = new HashSet<>();
    for (String line : prose(page)) {
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        String anchor = anchor(heading.group(1));
        int before = seen.merge(anchor, 1, Integer::sum) - 1;
        anchors.add(before == 0 ? anchor : anchor + "-" + before);
      }
    }
    return anchors;
  }

  private static String anchor(String heading) {
    return heading
        .replaceAll("!?\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{M}\\p{N}\\p{Pc} -]", "")
        .replace(' ', '-');
  }

  /** The lines of a page; those in code blocks are empty, code in a line is kept without links. */
  private static List<String> prose(Path page) {
    List<String> lines = new ArrayList<>();
    String fence = "";
    for (String line : read(page).split("\\R", -1)) {
      String start = line.strip();
      if (fence.isEmpty() && (start.startsWith("```") || start.startsWith("~~~"))) {
        fence = start.substring(0, 3);
        lines.add("");
      } else if (!fence.isEmpty()) {
        fence = start.startsWith(fence) ? "" : fence;
        lines.add("");
      } else {
        lines.add(withoutCode(line));
      }
    }
    return lines;
  }

  /** A link written as code is none; a heading's code counts for its anchor. */
  private static String withoutCode(String line) {
    return line.startsWith("#") ? line : line.replaceAll("`[^`]*`", "");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
