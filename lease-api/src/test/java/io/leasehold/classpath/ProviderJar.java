package io.leasehold.classpath;

import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseBackendProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A jar with a provider, compiled here and now from the templates among the test resources, and
 * broken on demand. Each provider has a package of its own, {@code jars.<id>}.
 */
final class ProviderJar {

  static final String SERVICE_FILE = "META-INF/services/" + LeaseBackendProvider.class.getName();

  private static final Map<Map<String, String>, Map<String, byte[]>> COMPILED =
      new ConcurrentHashMap<>();

  private final String id;
  private final Map<String, String> members = new LinkedHashMap<>();
  private final List<UnaryOperator<byte[]>> classPatches = new ArrayList<>();
  private String heritage = "implements io.leasehold.spi.LeaseBackendProvider";
  private String constructor = "";
  private String schemes;
  private String services;
  private boolean oldSpi;
  private boolean modular;
  private String provides =
      "provides io.leasehold.spi.LeaseBackendProvider with ${package}.Provider;";
  private @Nullable String lacking;
  private final List<String> dropped = new ArrayList<>();

  private ProviderJar(String id) {
    this.id = id;
    services = providerClass() + "\n";
    schemes = '"' + id + '"';
    members.put("id", "public String id() { return \"" + id + "\"; }");
    members.put("artifact", "public String artifact() { return \"jars:lease-" + id + "\"; }");
    members.put("spiVersion", "public int spiVersion() { return 1; }");
    members.put(
        "defaultUri",
        "public Optional<String> defaultUri() { return Optional.of(\"" + id + "://home\"); }");
    members.put(
        "connect",
        "public LeaseBackend connect(BackendConfig config) {"
            + " return new Backend(config.callTimeout()); }");
  }

  static ProviderJar of(String id) {
    return new ProviderJar(id);
  }

  String providerClass() {
    return "jars." + id + ".Provider";
  }

  ProviderJar schemes(String... served) {
    schemes = Stream.of(served).map(s -> '"' + s + '"').collect(Collectors.joining(", "));
    return this;
  }

  ProviderJar constructor(String body) {
    constructor = body;
    return this;
  }

  /** Gives a method, by its name, another text. */
  ProviderJar member(String name, String source) {
    members.put(name, source);
    return this;
  }

  ProviderJar withoutDefaultAddress() {
    return member(
        "defaultUri", "public Optional<String> defaultUri() { return Optional.empty(); }");
  }

  ProviderJar spiVersion(int version) {
    return member("spiVersion", "public int spiVersion() { return " + version + "; }");
  }

  ProviderJar heritage(String clause) {
    heritage = clause;
    return this;
  }

  /** Compiles against an SPI that has only the methods of this provider. */
  ProviderJar ofAnOlderSpiWithout(String... names) {
    oldSpi = true;
    for (String name : names) {
      members.put(name, "");
    }
    return this;
  }

  ProviderJar serviceFile(String content) {
    services = content;
    return this;
  }

  ProviderJar modular() {
    modular = true;
    return this;
  }

  ProviderJar modularWithoutProvides() {
    provides = "";
    return modular();
  }

  /** Makes the backend one of a time when its contract did not have this method. */
  ProviderJar ofAnOlderBackendWithout(String declaration) {
    lacking = declaration;
    return this;
  }

  /** Leaves a class, by its simple name, out of the jar. */
  ProviderJar drop(String simpleName) {
    dropped.add("jars/" + id + "/" + simpleName + ".class");
    return this;
  }

  ProviderJar patchProvider(UnaryOperator<byte[]> patch) {
    classPatches.add(patch);
    return this;
  }

  /** Compiles, unless an equal provider was compiled before, and writes the jar. */
  Path in(Path folder) {
    Map<String, byte[]> entries = new TreeMap<>(COMPILED.computeIfAbsent(sources(), this::compile));
    for (String name : dropped) {
      if (entries.remove(name) == null) {
        throw new IllegalArgumentException("no " + name + " to drop");
      }
    }
    for (UnaryOperator<byte[]> patch : classPatches) {
      entries.computeIfPresent("jars/" + id + "/Provider.class", (name, b) -> patch.apply(b));
    }
    entries.put(SERVICE_FILE, services.getBytes(StandardCharsets.UTF_8));
    return write(folder.resolve("lease-" + id + ".jar"), entries);
  }

  private static Path write(Path jar, Map<String, byte[]> entries) {
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
        zip.closeEntry();
      }
      return jar;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of each source file by the name of its class. */
  private Map<String, String> sources() {
    members.putIfAbsent(
        "schemes", "public Set<String> schemes() { return Set.of(" + schemes + "); }");
    Map<String, String> sources = new TreeMap<>();
    sources.put("Backend", template("Backend"));
    sources.put("Missing", "package ${package}; public class Missing {}");
    sources.put("Provider", template("Provider"));
    if (oldSpi) {
      sources.put("LeaseBackendProvider", template("OldSpi"));
    }
    if (lacking != null) {
      sources.put("LeaseBackend", without(lacking, source(LeaseBackend.class), ";"));
      sources.put("Backend", without(lacking, template("Backend"), "\n  }"));
    }
    if (modular) {
      sources.put("module-info", "module jars.${id} { requires io.leasehold;" + provides + " }");
    }
    sources.replaceAll((name, text) -> fill(name, text));
    return sources;
  }

  /** A source without one method. */
  private static String without(String declaration, String source, String end) {
    int from = source.indexOf(declaration);
    if (from < 0) {
      throw new IllegalArgumentException("no " + declaration + " to leave out");
    }
    int to = source.indexOf(end, from) + end.length();
    return source.substring(0, from).replaceFirst("public\\s+$", "") + source.substring(to);
  }

  private static String source(Class<?> type) {
    try {
      return Files.readString(Path.of("src/main/java", type.getName().replace('.', '/') + ".java"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String fill(String name, String text) {
    String body =
        members.values().stream()
            .filter(member -> !member.isEmpty())
            .map(member -> name.equals("LeaseBackendProvider") ? declaration(member) : member)
            .collect(Collectors.joining("\n"));
    return text.replace("${heritage}", heritage)
        .replace("${constructor}", constructor)
        .replace("${members}", body)
        .replace("${package}", "jars." + id)
        .replace("${id}", id);
  }

  /** The head of a method, as an interface declares it. */
  private static String declaration(String method) {
    return method.substring(0, method.indexOf('{')).strip() + ";";
  }

  /** The class files by their name in the jar. */
  private Map<String, byte[]> compile(Map<String, String> sources) {
    try {
      Path folder = Files.createTempDirectory("provider");
      Path classes = folder.resolve("classes");
      List<String> arguments = new ArrayList<>(List.of("-d", classes.toString(), "-proc:none"));
      arguments.addAll(List.of(modular ? "--module-path" : "-cp", ChildJvm.libraries()));
      for (Map.Entry<String, String> source : sources.entrySet()) {
        Path file = folder.resolve(source.getKey() + ".java");
        arguments.add(Files.writeString(file, source.getValue()).toString());
      }
      StringWriter output = new StringWriter();
      PrintWriter printer = new PrintWriter(output);
      ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
      if (javac.run(printer, printer, arguments.toArray(String[]::new)) != 0) {
        throw new IllegalStateException("the provider of the test does not compile: " + output);
      }
      return contentOf(folder, classes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, byte[]> contentOf(Path folder, Path classes) throws IOException {
    Map<String, byte[]> entries = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (file.toString().endsWith(".class")) {
          String name = classes.relativize(file).toString().replace('\\', '/');
          entries.put(name, Files.readAllBytes(file));
        }
        Files.delete(file);
      }
    }
    // The interface of an older SPI is compiled against and never packed.
    entries.keySet().removeIf(name -> name.startsWith("io/leasehold/"));
    return Map.copyOf(entries);
  }

  private static String template(String name) {
    try (InputStream in =
        ProviderJar.class.getResourceAsStream("/classpath/" + name + ".java.template")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
