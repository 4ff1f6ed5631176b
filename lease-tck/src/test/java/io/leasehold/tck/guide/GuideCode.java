package io.leasehold.tck.guide;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;

/** The code blocks of a guide in docs/, compiled as a reader would who copies them. */
final class GuideCode {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern TYPE =
      Pattern.compile("(?m)^(?:public |final |abstract )*(?:class|interface|record|enum) (\\w+)");

  private final String text;

  private GuideCode(String file) throws IOException {
    Path dir = Path.of("").toAbsolutePath();
    while (!Files.exists(dir.resolve("docs").resolve(file))) {
      dir = dir.getParent();
      if (dir == null) {
        throw new IOException("no docs/" + file + " above " + Path.of("").toAbsolutePath());
      }
    }
    text = Files.readString(dir.resolve("docs").resolve(file));
  }

  static GuideCode of(String file) {
    try {
      return new GuideCode(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Blocks of one language, in their order. */
  List<String> blocks(String language) {
    List<String> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(text);
    while (matcher.find()) {
      if (matcher.group(1).equals(language)) {
        blocks.add(matcher.group(2));
      }
    }
    return blocks;
  }

  /** Java blocks that are whole files, by their paths. */
  Map<String, String> javaFiles() {
    Map<String, String> files = new LinkedHashMap<>();
    for (String block : blocks("java")) {
      Matcher pkg = PACKAGE.matcher(block);
      Matcher type = TYPE.matcher(block);
      if (pkg.find() && type.find()) {
        files.put(pkg.group(1).replace('.', '/') + "/" + type.group(1) + ".java", block);
      }
    }
    return files;
  }

  /** Compiles with all lints; any diagnostic fails. */
  static URLClassLoader compile(Map<String, String> files, Path dir) throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Map.Entry<String, String> file : files.entrySet()) {
      Path source = dir.resolve("src").resolve(file.getKey());
      Files.createDirectories(source.getParent());
      sources.add(Files.writeString(source, file.getValue()));
    }
    Path classes = Files.createDirectories(dir.resolve("classes"));
    List<String> arguments =
        new ArrayList<>(List.of("-Xlint:all,-processing", "-Werror", "-proc:none"));
    arguments.addAll(List.of("--release", "17", "-d", classes.toString()));
    arguments.addAll(List.of("-classpath", System.getProperty("java.class.path")));
    sources.forEach(source -> arguments.add(source.toString()));
    // By its name, because javax.tools is in a module that this one does not read.
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    StringWriter out = new StringWriter();
    PrintWriter printer = new PrintWriter(out, true);
    if (javac.run(printer, printer, arguments.toArray(String[]::new)) != 0) {
      throw new AssertionError("the guide's code does not compile:\n" + out);
    }
    return new URLClassLoader(new URL[] {url(classes)}, GuideCode.class.getClassLoader());
  }

  private static URL url(Path dir) throws MalformedURLException {
    return dir.toUri().toURL();
  }
}
