package io.leasehold.examples.readme;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The Java blocks of a page at the root of the repository. */
record PageCode(String text, List<Block> blocks) {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");
  private static final Pattern TYPE =
      Pattern.compile("(?m)^(?:public |final )*(?:class|interface|record|enum) (\\w+)");

  /**
   * One whole file.
   *
   * @param place page and line, for messages
   * @param type the class that it declares
   */
  record Block(String place, String type, String code) {

    /**
     * Compiles it with all lints, beside other sources; any diagnostic fails and names the block.
     */
    URLClassLoader compile(Path folder, String... others) throws IOException {
      List<Path> sources = new ArrayList<>();
      sources.add(Files.writeString(folder.resolve(type + ".java"), code));
      for (String other : others) {
        sources.add(Files.writeString(folder.resolve(typeOf(other, place) + ".java"), other));
      }
      JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
      StringWriter said = new StringWriter();
      try (StandardJavaFileManager files = javac.getStandardFileManager(null, null, null)) {
        List<String> options =
            List.of(
                "-Xlint:all,-processing",
                "-Werror",
                "-proc:none",
                "--release",
                "17",
                "-d",
                folder.toString(),
                "-classpath",
                System.getProperty("java.class.path"));
        var units = files.getJavaFileObjectsFromPaths(sources);
        if (!javac.getTask(said, files, null, options, null, units).call()) {
          throw new AssertionError("the block at " + place + " does not compile:\n" + said);
        }
      }
      return new URLClassLoader(
          new URL[] {folder.toUri().toURL()}, PageCode.class.getClassLoader());
    }
  }

  static PageCode of(String page) {
    try {
      String text = Files.readString(Path.of("..").resolve(page));
      List<Block> blocks = new ArrayList<>();
      Matcher matcher = BLOCK.matcher(text);
      while (matcher.find()) {
        String place = page + ":" + text.substring(0, matcher.start()).lines().count();
        blocks.add(new Block(place, typeOf(matcher.group(1), place), matcher.group(1)));
      }
      return new PageCode(text, List.copyOf(blocks));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Block block(String type) {
    return blocks.stream()
        .filter(block -> block.type().equals(type))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no block declares " + type));
  }

  private static String typeOf(String code, String place) {
    Matcher type = TYPE.matcher(code);
    if (!type.find()) {
      throw new AssertionError("the block at " + place + " declares no class");
    }
    return type.group(1);
  }
}
