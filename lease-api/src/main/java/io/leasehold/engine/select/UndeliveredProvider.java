package io.leasehold.engine.select;

import io.leasehold.spi.LeaseBackendProvider;
import java.lang.reflect.Modifier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds out why a class that a service file names was not delivered by ServiceLoader. */
final class UndeliveredProvider {

  private UndeliveredProvider() {}

  static BrokenProvider diagnose(String className, ServiceFiles files) {
    String place = String.join(" and ", files.places(className));
    ClassLoader loader = files.loader(className);
    try {
      return BrokenProvider.broken(
          className, place, fault(Class.forName(className, false, loader)), null);
    } catch (ClassNotFoundException e) {
      return BrokenProvider.broken(
          className,
          place,
          "the service file names it and the class is missing; get the jar again, or rebuild it",
          e);
    } catch (LinkageError e) {
      return BrokenProvider.broken(className, place, linkage(e), e);
    }
  }

  /** What a linkage error means for the person who put the jars together. */
  static String linkage(Throwable error) {
    if (error instanceof UnsupportedClassVersionError) {
      return error
          + "; it was compiled for a newer Java than this one ("
          + Runtime.version().feature()
          + "): run a newer Java, or take an older jar";
    }
    if (error instanceof NoClassDefFoundError) {
      return error
          + "; a dependency of the jar is not on the classpath: declare the artifact with Maven or"
          + " Gradle, so that its dependencies come with it";
    }
    if (error instanceof IncompatibleClassChangeError) {
      return error
          + "; it was compiled against another version of a library than the one on the classpath";
    }
    return String.valueOf(error);
  }

  private static String fault(Class<?> type) {
    String contract = LeaseBackendProvider.class.getName();
    if (!LeaseBackendProvider.class.isAssignableFrom(type)) {
      Class<?> namesake = namesake(type);
      return namesake == null
          ? "it does not implement " + contract
          : "it implements the "
              + contract
              + " of another copy of lease-api, in "
              + Locations.ofClass(namesake)
              + "; ours is in "
              + Locations.ofClass(LeaseBackendProvider.class)
              + ": keep one copy";
    }
    if (type.getModule().isNamed()) {
      return "its module "
          + type.getModule().getName()
          + " does not declare \"provides "
          + contract
          + "\"; the service file counts only on the class path";
    }
    if (Modifier.isAbstract(type.getModifiers())
        || !Modifier.isPublic(type.getModifiers())
        || Stream.of(type.getConstructors()).noneMatch(c -> c.getParameterCount() == 0)) {
      return "it is not a public class with a public constructor without arguments";
    }
    return "ServiceLoader does not deliver it";
  }

  private static @Nullable Class<?> namesake(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Class<?> implemented : c.getInterfaces()) {
        if (implemented.getName().equals(LeaseBackendProvider.class.getName())) {
          return implemented;
        }
      }
    }
    return null;
  }
}
