package io.leasehold.gates;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The public API of compiled classes as text: the same classes always give the same text. */
public final class ApiText {
  private ApiText() {}

  /** The exported packages (every package, where there is no module-info) below a class folder. */
  public static String of(Path classFolder) {
    Optional<ModuleDescriptor> module = module(classFolder);
    StringBuilder text = new StringBuilder();
    module.ifPresent(it -> text.append(text(it)).append('\n'));
    packages(classFolder)
        .forEach(
            (name, types) -> {
              if (module.isEmpty() || exports(module.get()).contains(name)) {
                text.append("package ").append(name).append("\n\n");
                types.stream()
                    .sorted(Comparator.comparing(Class::getName))
                    .forEach(type -> text.append(TypeApi.of(type)).append('\n'));
              }
            });
    return text.toString().stripTrailing() + "\n";
  }

  private static Map<String, List<Class<?>>> packages(Path classFolder) {
    Map<String, List<Class<?>>> packages = new TreeMap<>();
    // left open: the classes load what they refer to while they are being described
    ClassLoader loader =
        new URLClassLoader(new URL[] {url(classFolder)}, ApiText.class.getClassLoader());
    for (Path file : Modules.files(classFolder, ".class")) {
      String name = classFolder.relativize(file).toString().replaceAll("[/\\\\]", ".");
      if (!name.endsWith("-info.class")) {
        Class<?> type = load(loader, name.substring(0, name.length() - ".class".length()));
        if (isVisible(type)) {
          packages.computeIfAbsent(type.getPackageName(), it -> new ArrayList<>()).add(type);
        }
      }
    }
    return packages;
  }

  private static Class<?> load(ClassLoader loader, String name) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(name + " cannot be loaded", e);
    }
  }

  private static boolean isVisible(Class<?> type) {
    Class<?> outer = type.getEnclosingClass();
    boolean named = !type.isSynthetic() && !type.isAnonymousClass() && !type.isLocalClass();
    return named && isVisible(type.getModifiers()) && (outer == null || isVisible(outer));
  }

  /** Whether a user can reach something with these modifiers. */
  static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static String text(ModuleDescriptor module) {
    StringBuilder text = new StringBuilder("module ").append(module.name()).append('\n');
    exports(module).forEach(it -> text.append("  exports ").append(it).append('\n'));
    module.requires().stream()
        .filter(it -> !it.name().equals("java.base"))
        .map(it -> "  requires " + words(it.modifiers()) + it.name() + "\n")
        .sorted()
        .forEach(text::append);
    module.uses().stream().sorted().forEach(it -> text.append("  uses ").append(it).append('\n'));
    module.provides().stream()
        .sorted()
        .map(it -> "  provides " + it.service() + " with " + String.join(", ", it.providers()))
        .forEach(it -> text.append(it).append('\n'));
    return text.toString();
  }

  private static String words(Set<ModuleDescriptor.Requires.Modifier> modifiers) {
    return modifiers.stream()
        .sorted()
        .map(it -> it.name().toLowerCase(Locale.ROOT) + " ")
        .collect(Collectors.joining());
  }

  private static Set<String> exports(ModuleDescriptor module) {
    return module.exports().stream()
        .filter(it -> !it.isQualified())
        .map(ModuleDescriptor.Exports::source)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Optional<ModuleDescriptor> module(Path classFolder) {
    Path file = classFolder.resolve("module-info.class");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(file)) {
      return Optional.of(ModuleDescriptor.read(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static URL url(Path folder) {
    try {
      return folder.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new UncheckedIOException(e);
    }
  }
}
