package io.leasehold.engine.select;

import io.leasehold.spi.LeaseBackendProvider;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The service files that announce providers, read for what ServiceLoader does not tell: which jar
 * names a class that cannot be loaded, and that two jars name the same class, of which it hides the
 * second without a word. It loads nothing.
 */
final class ServiceFiles {

  private static final String NAME = "META-INF/services/" + LeaseBackendProvider.class.getName();

  private static final int SHOWN = 60;

  private final Map<String, Set<String>> placesByClass = new TreeMap<>();
  private final Map<String, ClassLoader> loaderByClass = new LinkedHashMap<>();
  private final List<BrokenProvider> unreadable = new ArrayList<>();

  private ServiceFiles() {}

  static ServiceFiles visibleTo(List<ClassLoader> loaders) {
    ServiceFiles files = new ServiceFiles();
    Set<String> seen = new TreeSet<>();
    for (ClassLoader loader : loaders) {
      try {
        for (URL url : Collections.list(loader.getResources(NAME))) {
          if (seen.add(url.toString())) {
            files.read(url, loader);
          }
        }
      } catch (IOException e) {
        files.unreadable.add(
            BrokenProvider.broken("service files", loader.toString(), "not readable: " + e, e));
      }
    }
    return files;
  }

  private void read(URL url, ClassLoader loader) {
    String place = Locations.ofServiceFile(url, NAME);
    int named = 0;
    try {
      URLConnection connection = url.openConnection();
      // A cached jar would stay open, and would hide a jar that was exchanged since.
      connection.setUseCaches(false);
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          number++;
          String name = line.replaceFirst("#.*", "").trim(); // as ServiceLoader does
          if (!name.isEmpty() && !isClassName(name)) {
            unreadable.add(illegalLine(place, number, name));
            return; // ServiceLoader drops the whole file too
          }
          if (!name.isEmpty()) {
            named++;
            placesByClass.computeIfAbsent(name, key -> new TreeSet<>()).add(place);
            loaderByClass.putIfAbsent(name, loader);
          }
        }
      }
    } catch (IOException e) {
      unreadable.add(BrokenProvider.broken("its service file", place, "not readable: " + e, e));
      return;
    }
    if (named == 0) {
      unreadable.add(BrokenProvider.broken("its service file", place, "names no provider", null));
    }
  }

  /** The rule of ServiceLoader. */
  private static boolean isClassName(String name) {
    return Character.isJavaIdentifierStart(name.codePointAt(0))
        && name.codePoints().allMatch(c -> c == '.' || Character.isJavaIdentifierPart(c));
  }

  private static BrokenProvider illegalLine(String place, int number, String line) {
    String text = line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
    return BrokenProvider.broken(
        "its service file",
        place,
        "line "
            + number
            + " is not the name of a class: \""
            + text.replaceAll("[^\\x20-\\x7e]", "?")
            + "\"; get the jar again, or rebuild it",
        null);
  }

  Set<String> classes() {
    return placesByClass.keySet();
  }

  /** The places that name a class, in a fixed order; empty for a provider of a named module. */
  List<String> places(String className) {
    return List.copyOf(placesByClass.getOrDefault(className, Set.of()));
  }

  /** The first loader that sees the class named. */
  ClassLoader loader(String className) {
    ClassLoader loader = loaderByClass.get(className);
    return loader == null ? ClassLoader.getSystemClassLoader() : loader;
  }

  /** Service files that say nothing usable. */
  List<BrokenProvider> unreadable() {
    return unreadable;
  }

  boolean hasUnreadable(String place) {
    return unreadable.stream().anyMatch(broken -> broken.location().equals(place));
  }
}
