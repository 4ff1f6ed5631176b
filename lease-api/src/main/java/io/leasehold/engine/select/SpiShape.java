package io.leasehold.engine.select;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares a class with a contract of the SPI as it is now. A class compiled against an older one
 * loads without complaint and fails with an AbstractMethodError at the first call of what it lacks,
 * which could be in the middle of a night; this finds it at the start.
 */
final class SpiShape {

  private SpiShape() {}

  /**
   * The methods of the contract that the class does not have, for instance {@code schemes()}.
   *
   * @throws LinkageError if the class names types that are missing
   */
  static List<String> missing(Class<?> implementation, Class<?> contract) {
    Set<String> present =
        Stream.of(implementation.getMethods())
            .filter(method -> !Modifier.isAbstract(method.getModifiers()))
            .map(SpiShape::descriptor)
            .collect(Collectors.toSet());
    Set<String> missing = new TreeSet<>();
    for (Method method : contract.getMethods()) {
      if (Modifier.isAbstract(method.getModifiers()) && !present.contains(descriptor(method))) {
        missing.add(
            method.getName()
                + Arrays.stream(method.getParameterTypes())
                    .map(Class::getSimpleName)
                    .collect(Collectors.joining(", ", "(", ")")));
      }
    }
    return List.copyOf(missing);
  }

  /** With the return type: the JVM links by it, and a covariant one has a bridge method besides. */
  private static String descriptor(Method method) {
    return method.getReturnType().getName()
        + " "
        + method.getName()
        + Arrays.toString(method.getParameterTypes());
  }
}
