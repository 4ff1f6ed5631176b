package io.leasehold.engine.select;

import io.leasehold.spi.LeaseBackendProvider;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;

/**
 * Everything that announces a backend, sound or broken. One broken jar hides no other: each error
 * is kept with its place, and the search goes on.
 */
record FoundProviders(List<FoundProvider> sound, List<BrokenProvider> broken) {

  static FoundProviders search(List<ClassLoader> loaders) {
    ServiceFiles files = ServiceFiles.visibleTo(loaders);
    Set<String> delivered = new TreeSet<>();
    Map<String, Finding> findings = new LinkedHashMap<>();
    Set<String> failures = new LinkedHashSet<>();
    for (ClassLoader loader : loaders) {
      for (ServiceLoader.Provider<LeaseBackendProvider> listed : load(loader, failures)) {
        String name = listed.type().getName();
        delivered.add(name);
        // Two loaders that see one jar find one provider, whether or not they share its class.
        findings.computeIfAbsent(
            name + " " + Locations.ofClass(listed.type()),
            key -> ProviderProbe.probe(listed, files.places(name)));
      }
    }
    List<FoundProvider> sound = new ArrayList<>();
    List<BrokenProvider> broken = new ArrayList<>(files.unreadable());
    for (String name : files.classes()) {
      boolean told = files.places(name).stream().allMatch(files::hasUnreadable);
      if (!delivered.contains(name) && !told) {
        broken.add(UndeliveredProvider.diagnose(name, files));
      }
    }
    addUnexplained(failures, broken);
    for (Finding finding : findings.values()) {
      if (finding instanceof FoundProvider provider) {
        sound.add(provider);
      } else if (finding instanceof BrokenProvider provider) {
        broken.add(provider);
      }
    }
    broken.addAll(UnreadableJars.onClassPath());
    return new FoundProviders(List.copyOf(sound), List.copyOf(broken));
  }

  /** Everything the loader delivers without making it; its errors go to the failures. */
  private static List<ServiceLoader.Provider<LeaseBackendProvider>> load(
      ClassLoader loader, Set<String> failures) {
    List<ServiceLoader.Provider<LeaseBackendProvider>> all = new ArrayList<>();
    Iterator<ServiceLoader.Provider<LeaseBackendProvider>> listed =
        ServiceLoader.load(LeaseBackendProvider.class, loader).stream().iterator();
    String previous = "";
    while (true) {
      try {
        if (!listed.hasNext()) {
          return all;
        }
        all.add(listed.next());
      } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
        String failure = e.toString();
        if (failure.equals(previous)) {
          return all; // it stands still; what it did not deliver is found by the service files
        }
        previous = failure;
        failures.add(failure);
      }
    }
  }

  /** Errors of ServiceLoader beyond those that the service files explain. */
  private static void addUnexplained(Set<String> failures, List<BrokenProvider> broken) {
    if (failures.size() <= broken.size()) {
      return;
    }
    for (String failure : failures) {
      if (broken.stream().noneMatch(known -> names(failure, known))) {
        broken.add(BrokenProvider.broken("a provider", "a place that is not known", failure, null));
      }
    }
  }

  private static boolean names(String failure, BrokenProvider known) {
    return failure.contains(known.what())
        || failure.contains(known.what().replace('.', '/'))
        || failure.contains(known.location());
  }

  /** The sound providers that serve a scheme. */
  List<FoundProvider> serving(String scheme) {
    return sound.stream().filter(provider -> provider.schemes().contains(scheme)).toList();
  }

  /** The broken ones that are known to serve a scheme. */
  List<BrokenProvider> brokenServing(String scheme) {
    return broken.stream().filter(provider -> provider.schemes().contains(scheme)).toList();
  }

  /** The sound providers that may be chosen without a URI. */
  List<FoundProvider> candidates() {
    return sound.stream().filter(provider -> provider.defaultUri().isPresent()).toList();
  }
}
