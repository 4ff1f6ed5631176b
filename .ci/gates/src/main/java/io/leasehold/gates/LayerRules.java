package io.leasehold.gates;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Which package may use which. Arrows run one way; one class alone opens the engine's door. */
public final class LayerRules {
  /** The only class outside the engine that may refer to it. */
  static final String BOOTSTRAP = "io.leasehold.LeaseClientBuilder";

  /** What of the engine {@link #BOOTSTRAP} may refer to: the factory and its parameters. */
  static final Set<String> ENGINE_DOOR =
      Set.of("io.leasehold.engine.Engines", "io.leasehold.engine.EngineSettings");

  private static final String ROOT = "io.leasehold";
  private static final String JUNIT_DOOR = "io.leasehold.tck";

  /** What lease-api may use beside itself. */
  private static final Set<String> FOUNDATION =
      Set.of("java", "javax", "jdk.jfr", "org.slf4j", "org.jspecify");

  private static final Set<String> LEASE_API = Set.of("api", "spi", "support", "memory", "engine");

  /**
   * Layer to the other layers that it may use. A backend or integration is not listed: see below.
   */
  private static final Map<String, Set<String>> MAY_USE =
      Map.of(
          "api", Set.of("spi"),
          "spi", Set.of("api"),
          "support", Set.of("api", "spi"),
          "memory", Set.of("api", "spi", "support"),
          "engine", Set.of("api", "spi"),
          "tck", Set.of("api", "spi", "support", "memory"),
          "servers",
              Set.of("api", "spi", "tck"), // servers for tests, and tests that each backend runs
          "examples", Set.of("api", "spi", "support", "memory", "tck"));

  /** Every other package below the root is a layer of its own, which nothing else may use. */
  private static final Set<String> BACKEND_MAY_USE = Set.of("api", "spi", "support");

  /** API and SPI share one vocabulary (names, errors, holders), so they count as one here. */
  private static final SliceAssignment SLICES =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
          return switch (layerOf(javaClass)) {
            case "" -> SliceIdentifier.ignore();
            case "api", "spi" -> SliceIdentifier.of("API and SPI");
            default -> SliceIdentifier.of(javaClass.getPackageName());
          };
        }

        @Override
        public String getDescription() {
          return "packages";
        }
      };

  private LayerRules() {}

  /** All layer rules over the classes in these folders. */
  public static List<Violation> check(Collection<Path> classFolders) {
    JavaClasses classes = new ClassFileImporter().importPaths(classFolders);
    List<Violation> found = new ArrayList<>();
    collect(found, classes, "engine-private", LayerRules::opensEngine);
    collect(found, classes, "layers", LayerRules::againstTheArrows);
    collect(found, classes, "foundation", LayerRules::leavesFoundation);
    collect(found, classes, "junit-at-the-door", LayerRules::usesJunitInside);
    found.addAll(cycles(classes));
    return found;
  }

  private static void collect(
      List<Violation> found, JavaClasses classes, String rule, Predicate<Dependency> broken) {
    for (JavaClass source : classes) {
      source.getDirectDependenciesFromSelf().stream()
          .filter(broken)
          .map(it -> new Violation(rule, source.getName(), it.getDescription()))
          .sorted((a, b) -> a.detail().compareTo(b.detail()))
          .forEach(found::add);
    }
  }

  private static boolean opensEngine(Dependency dependency) {
    return layerOf(dependency.getTargetClass()).equals("engine")
        && !layerOf(dependency.getOriginClass()).equals("engine")
        && !isBootstrap(dependency);
  }

  private static boolean isBootstrap(Dependency dependency) {
    return BOOTSTRAP.equals(topLevelName(dependency.getOriginClass()))
        && ENGINE_DOOR.contains(topLevelName(dependency.getTargetClass()));
  }

  private static boolean againstTheArrows(Dependency dependency) {
    String from = layerOf(dependency.getOriginClass());
    String to = layerOf(dependency.getTargetClass());
    return !to.isEmpty()
        && !to.equals("engine")
        && !to.equals(from)
        && !MAY_USE.getOrDefault(from, BACKEND_MAY_USE).contains(to);
  }

  private static boolean leavesFoundation(Dependency dependency) {
    JavaClass target = dependency.getTargetClass().getBaseComponentType();
    return LEASE_API.contains(layerOf(dependency.getOriginClass()))
        && !target.isPrimitive()
        && layerOf(target).isEmpty()
        && FOUNDATION.stream().noneMatch(it -> target.getPackageName().startsWith(it));
  }

  private static boolean usesJunitInside(Dependency dependency) {
    return dependency
            .getTargetClass()
            .getBaseComponentType()
            .getPackageName()
            .startsWith("org.junit")
        && !dependency.getOriginClass().getPackageName().equals(JUNIT_DOOR);
  }

  /** The layer of a class; empty when it is not one of ours. */
  private static String layerOf(JavaClass any) {
    String name = any.getBaseComponentType().getPackageName();
    if (name.equals(ROOT)) {
      return "api";
    }
    if (!name.startsWith(ROOT + ".")) {
      return "";
    }
    String inside = name.substring(ROOT.length() + 1);
    if (inside.equals("spi.support")) {
      return "support";
    }
    return inside.split("\\.", 2)[0];
  }

  private static String topLevelName(JavaClass any) {
    return any.getBaseComponentType().getName().split("\\$", 2)[0];
  }

  private static List<Violation> cycles(JavaClasses classes) {
    var rule =
        slices()
            .assignedFrom(SLICES)
            .should()
            .beFreeOfCycles()
            .ignoreDependency(named(Set.of(BOOTSTRAP)), named(ENGINE_DOOR))
            .allowEmptyShould(true);
    return rule.evaluate(classes).getFailureReport().getDetails().stream()
        .map(it -> new Violation("package-cycle", it.lines().findFirst().orElse(""), it))
        .toList();
  }

  private static DescribedPredicate<JavaClass> named(Set<String> topLevel) {
    return describe(topLevel.toString(), it -> topLevel.contains(topLevelName(it)));
  }
}
