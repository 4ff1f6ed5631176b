package io.leasehold.gates;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedTypeVariable;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Writes types as in source, with their nullness, for {@link ApiText}. */
final class TypeText {
  private TypeText() {}

  static String of(AnnotatedType type) {
    String nullness = nullness(type);
    if (type instanceof AnnotatedArrayType array) {
      String mark = nullness.isEmpty() ? "" : " " + nullness;
      return of(array.getAnnotatedGenericComponentType()) + mark + "[]";
    }
    if (type instanceof AnnotatedWildcardType wildcard) {
      return nullness + wildcard(wildcard);
    }
    if (type instanceof AnnotatedTypeVariable variable) {
      return nullness + ((TypeVariable<?>) variable.getType()).getName();
    }
    if (type instanceof AnnotatedParameterizedType generic) {
      Class<?> raw = (Class<?>) ((ParameterizedType) generic.getType()).getRawType();
      return nullness + name(raw) + list(generic.getAnnotatedActualTypeArguments(), "<", ">");
    }
    return nullness + name((Class<?>) type.getType());
  }

  /** Comma-separated types in brackets; nothing at all for none. */
  static String list(AnnotatedType[] types, String open, String close) {
    return types.length == 0
        ? ""
        : Arrays.stream(types).map(TypeText::of).collect(Collectors.joining(", ", open, close));
  }

  /** Declared type parameters with their bounds; nothing at all for none. */
  static String parameters(TypeVariable<?>[] variables) {
    return variables.length == 0
        ? ""
        : Arrays.stream(variables)
            .map(it -> it.getName() + bounds(" extends ", it.getAnnotatedBounds()))
            .collect(Collectors.joining(", ", "<", ">"));
  }

  /** Full name, but java.lang is left out as in source. */
  static String name(Class<?> type) {
    String prefix = "java.lang.";
    String name = type.getCanonicalName();
    boolean isLang = type.getPackageName().equals("java.lang") && name.startsWith(prefix);
    return isLang ? name.substring(prefix.length()) : name;
  }

  private static String wildcard(AnnotatedWildcardType wildcard) {
    AnnotatedType[] lower = wildcard.getAnnotatedLowerBounds();
    return lower.length > 0
        ? "?" + bounds(" super ", lower)
        : "?" + bounds(" extends ", wildcard.getAnnotatedUpperBounds());
  }

  private static String bounds(String word, AnnotatedType[] bounds) {
    List<String> written =
        Arrays.stream(bounds).map(TypeText::of).filter(it -> !it.equals("Object")).toList();
    return written.isEmpty() ? "" : word + String.join(" & ", written);
  }

  private static String nullness(AnnotatedElement type) {
    for (Annotation annotation : type.getAnnotations()) {
      Class<?> kind = annotation.annotationType();
      if (kind.getPackageName().equals("org.jspecify.annotations")) {
        return "@" + kind.getSimpleName() + " ";
      }
    }
    return "";
  }
}
