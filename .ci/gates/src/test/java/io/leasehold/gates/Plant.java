package io.leasehold.gates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/** Small sources with a planted violation, written and compiled in a folder of the test. */
final class Plant {
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern TYPE =
      Pattern.compile("(?m)^(?:public |final |sealed )*(?:class|interface|record|enum) (\\w+)");

  private final Path sources;
  private final Path classes;

  Plant(Path folder) {
    sources = folder.resolve("sources");
    classes = folder.resolve("classes");
  }

  /** Compiles these sources, one top-level type each, and answers the class folder. */
  Path classes(String... texts) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-d", "" + classes));
    arguments.addAll(List.of("-cp", System.getProperty("surefire.test.class.path")));
    for (String text : texts) {
      arguments.add(write(text).toString());
    }
    compile(arguments);
    return classes;
  }

  /** Adds a module-info to what has been compiled so far. */
  void module(String text) throws IOException {
    Path file = Files.writeString(sources.resolve("module-info.java"), text);
    compile(List.of("-d", "" + classes, "" + file));
  }

  /** The folder of what has been written so far. */
  Path sources() {
    return sources;
  }

  Path write(String text) throws IOException {
    Path folder = sources.resolve(first(PACKAGE, text).replace('.', '/'));
    Path file = folder.resolve(first(TYPE, text) + ".java");
    Files.createDirectories(folder);
    return Files.writeString(file, text);
  }

  private static void compile(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("--release", "17", "-nowarn", "-proc:none"));
    command.addAll(arguments);
    int exit =
        ToolProvider.getSystemJavaCompiler().run(null, null, null, command.toArray(String[]::new));
    assertThat(exit).as("the plant itself compiles").isZero();
  }

  private static String first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.find()).as(pattern + " in " + text).isTrue();
    return matcher.group(1);
  }
}
