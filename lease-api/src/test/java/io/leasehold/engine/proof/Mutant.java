package io.leasehold.engine.proof;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * The engine with one line of its source replaced. It is compiled here and now from the sources
 * under test, so it never drifts from them: a line that is gone or stands twice is an error.
 */
public final class Mutant {

  private static final Path SOURCES = Path.of("src/main/java");
  private static final String ENGINE = "io.leasehold.engine.";
  private static final Map<Mutation, Map<String, byte[]>> COMPILED = new ConcurrentHashMap<>();

  private Mutant() {}

  /**
   * A bug planted in one class.
   *
   * @param bug what the line gets wrong, in words
   * @param type the class, relative to the engine's package
   * @param line a piece of its source that stands there once
   * @param instead what stands there in the mutant
   */
  public record Mutation(String bug, String type, String line, String instead) {
    @Override
    public String toString() {
      return bug;
    }

    String className() {
      return ENGINE + type;
    }
  }

  /** A class of the engine or of its tests, as it is where the mutation is in force. */
  public static Class<?> load(Mutation mutation, Class<?> test) {
    Map<String, byte[]> classes = COMPILED.computeIfAbsent(mutation, Mutant::compile);
    try {
      return new MutantLoader(classes).loadClass(test.getName());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private static Map<String, byte[]> compile(Mutation mutation) {
    return inFolder(mutation, Mutant::read);
  }

  /** Does something with the folder of the mutant's classes, which does not stay. */
  static <T> T inFolder(Mutation mutation, Function<Path, T> use) {
    String file = mutation.className().replace('.', '/') + ".java";
    try {
      Path folder = Files.createTempDirectory("mutant");
      try {
        Path source = folder.resolve(file);
        Files.createDirectories(source.getParent());
        Files.writeString(source, mutated(SOURCES.resolve(file), mutation));
        Path classes = Files.createDirectory(folder.resolve("classes"));
        javac(mutation, source, classes);
        return use.apply(classes);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String mutated(Path file, Mutation mutation) throws IOException {
    String source = Files.readString(file);
    int at = source.indexOf(mutation.line);
    if (at < 0 || source.indexOf(mutation.line, at + 1) >= 0) {
      throw new AssertionError(
          String.format(
              "the mutation \"%s\" needs the text \"%s\" exactly once in %s; adapt it to the new"
                  + " source",
              mutation, mutation.line, file));
    }
    return source.replace(mutation.line, mutation.instead);
  }

  private static void javac(Mutation mutation, Path source, Path classes) {
    StringWriter said = new StringWriter();
    String classPath = System.getProperty("java.class.path");
    int problems =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                new PrintWriter(said),
                new PrintWriter(said),
                "-proc:none",
                "-g",
                "-cp",
                classPath,
                "-d",
                classes.toString(),
                source.toString());
    if (problems > 0) {
      throw new AssertionError(mutation + " does not compile: " + said);
    }
  }

  private static Map<String, byte[]> read(Path classes) {
    Map<String, byte[]> read = new HashMap<>();
    try {
      for (Path file : files(classes)) {
        String path = classes.relativize(file).toString();
        if (path.endsWith(".class")) {
          String name = path.substring(0, path.length() - ".class".length());
          read.put(name.replace('/', '.'), Files.readAllBytes(file));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read;
  }

  private static void delete(Path folder) throws IOException {
    for (Path file : files(folder)) {
      Files.delete(file);
    }
  }

  /** What is in a folder and the folder itself, the deepest first. */
  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.sorted(Comparator.reverseOrder()).toList();
    }
  }

  /** Has engine classes of its own, the mutant's among them, and shares everything else. */
  private static final class MutantLoader extends ClassLoader {
    private final Map<String, byte[]> mutants;

    MutantLoader(Map<String, byte[]> mutants) {
      super(Mutant.class.getClassLoader());
      this.mutants = mutants;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(ENGINE)) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      byte[] bytes = mutants.containsKey(name) ? mutants.get(name) : original(name);
      return defineClass(name, bytes, 0, bytes.length);
    }

    private byte[] original(String name) throws ClassNotFoundException {
      try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        return in.readAllBytes();
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
