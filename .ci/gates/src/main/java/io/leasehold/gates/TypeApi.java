package io.leasehold.gates;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** One type of the public API, its header and its visible members, for {@link ApiText}. */
final class TypeApi {
  /** Every type has them, overridden or not. */
  private static final Set<String> OF_EVERY_OBJECT =
      Set.of("equals(Object)", "hashCode()", "toString()");

  private static final Set<String> OF_EVERY_ENUM = Set.of("values()", "valueOf(String)");

  private final Class<?> type;

  private TypeApi(Class<?> type) {
    this.type = type;
  }

  static String of(Class<?> type) {
    TypeApi api = new TypeApi(type);
    StringBuilder text = new StringBuilder(api.header()).append('\n');
    api.enumConstants().forEach(it -> text.append("  constant ").append(it).append('\n'));
    api.members().forEach(it -> text.append("  ").append(it).append('\n'));
    return text.toString();
  }

  private String header() {
    StringBuilder text = new StringBuilder(deprecation(type));
    text.append(modifiers()).append(kind()).append(' ').append(type.getCanonicalName());
    text.append(TypeText.parameters(type.getTypeParameters()));
    if (type.isRecord()) {
      text.append(recordComponents());
    }
    Class<?> parent = type.getSuperclass();
    if (parent != null && parent != Object.class && !type.isRecord() && !type.isEnum()) {
      text.append(" extends ").append(TypeText.of(type.getAnnotatedSuperclass()));
    }
    String word = type.isInterface() ? " extends " : " implements ";
    text.append(TypeText.list(type.getAnnotatedInterfaces(), word, ""));
    if (type.isSealed()) {
      text.append(" permits ").append(permitted());
    }
    return text.toString();
  }

  private String modifiers() {
    List<String> words = new ArrayList<>();
    int modifiers = type.getModifiers();
    words.add(Modifier.isPublic(modifiers) ? "public" : "protected");
    if (type.getEnclosingClass() != null && Modifier.isStatic(modifiers)) {
      words.add("static");
    }
    if (Modifier.isAbstract(modifiers) && !type.isInterface() && !type.isEnum()) {
      words.add("abstract");
    }
    if (Modifier.isFinal(modifiers) && !type.isRecord() && !type.isEnum()) {
      words.add("final");
    }
    if (type.isSealed()) {
      words.add("sealed");
    }
    return String.join(" ", words) + " ";
  }

  private String kind() {
    if (type.isAnnotation()) {
      return "@interface";
    }
    if (type.isInterface()) {
      return "interface";
    }
    if (type.isRecord()) {
      return "record";
    }
    return type.isEnum() ? "enum" : "class";
  }

  private String recordComponents() {
    return Arrays.stream(type.getRecordComponents())
        .map(it -> TypeText.of(it.getAnnotatedType()) + " " + it.getName())
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private String permitted() {
    return Arrays.stream(type.getPermittedSubclasses())
        .map(Class::getCanonicalName)
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** In their order, which compareTo and switches see. */
  private List<String> enumConstants() {
    return Arrays.stream(type.getDeclaredFields())
        .filter(Field::isEnumConstant)
        .map(it -> deprecation(it) + it.getName())
        .toList();
  }

  /** Fields, constructors, methods, each sorted by name. */
  private List<String> members() {
    Map<String, String> fields = new TreeMap<>();
    Map<String, String> constructors = new TreeMap<>();
    Map<String, String> methods = new TreeMap<>();
    Arrays.stream(type.getDeclaredConstructors())
        .filter(TypeApi::isVisible)
        .forEach(it -> constructors.put(end(it), text(it)));
    for (Class<?> owner : withHiddenParents()) {
      Arrays.stream(owner.getDeclaredFields())
          .filter(it -> isVisible(it) && !it.isEnumConstant())
          .forEach(it -> fields.put(it.getName(), text(it)));
      Arrays.stream(owner.getDeclaredMethods())
          .filter(it -> isVisible(it) && !isImplied(it))
          .forEach(it -> methods.put(it.getName() + end(it), text(it)));
    }
    List<String> all = new ArrayList<>(fields.values());
    all.addAll(constructors.values());
    all.addAll(methods.values());
    return all;
  }

  /** What a package-private parent declares public is API of its public child. */
  private List<Class<?>> withHiddenParents() {
    List<Class<?>> owners = new ArrayList<>(List.of(type));
    Class<?> parent = type.getSuperclass();
    while (parent != null && !Modifier.isPublic(parent.getModifiers())) {
      owners.add(parent);
      parent = parent.getSuperclass();
    }
    return owners;
  }

  private static boolean isVisible(Member member) {
    return ApiText.isVisible(member.getModifiers()) && !member.isSynthetic();
  }

  /** Written elsewhere in the text, or the same for every type of this kind. */
  private boolean isImplied(Method method) {
    String signature =
        Arrays.stream(method.getParameterTypes())
            .map(TypeText::name)
            .collect(Collectors.joining(",", method.getName() + "(", ")"));
    return OF_EVERY_OBJECT.contains(signature)
        || (type.isEnum() && OF_EVERY_ENUM.contains(signature))
        || isComponentAccessor(method);
  }

  private boolean isComponentAccessor(Method method) {
    return type.isRecord()
        && Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getAccessor)
            .anyMatch(method::equals);
  }

  private static String text(Field field) {
    return deprecation(field)
        + words(field.getModifiers(), Modifier.fieldModifiers() & ~Modifier.VOLATILE)
        + TypeText.of(field.getAnnotatedType())
        + " "
        + field.getName();
  }

  private static String text(Constructor<?> constructor) {
    return start(constructor) + constructor.getDeclaringClass().getSimpleName() + end(constructor);
  }

  private static String text(Method method) {
    return start(method)
        + TypeText.of(method.getAnnotatedReturnType())
        + " "
        + method.getName()
        + end(method);
  }

  private static String start(Executable executable) {
    String byDefault = executable instanceof Method it && it.isDefault() ? "default " : "";
    String generic = TypeText.parameters(executable.getTypeParameters());
    return deprecation(executable)
        + words(executable.getModifiers(), mask(executable))
        + byDefault
        + (generic.isEmpty() ? "" : generic + " ");
  }

  /** Which modifiers tell a user something: in an interface only "static" does. */
  private static int mask(Executable executable) {
    return executable.getDeclaringClass().isInterface()
        ? Modifier.STATIC
        : Modifier.PUBLIC
            | Modifier.PROTECTED
            | Modifier.ABSTRACT
            | Modifier.STATIC
            | Modifier.FINAL;
  }

  private static String end(Executable executable) {
    String parameters = TypeText.list(executable.getAnnotatedParameterTypes(), "", "");
    if (executable.isVarArgs()) {
      parameters = parameters.substring(0, parameters.length() - "[]".length()) + "...";
    }
    return "("
        + parameters
        + ")"
        + TypeText.list(executable.getAnnotatedExceptionTypes(), " throws ", "");
  }

  private static String words(int modifiers, int mask) {
    String words = Modifier.toString(modifiers & mask);
    return words.isEmpty() ? "" : words + " ";
  }

  private static String deprecation(Class<?> annotated) {
    return annotated.isAnnotationPresent(Deprecated.class) ? "@Deprecated " : "";
  }

  private static String deprecation(AccessibleObject annotated) {
    return annotated.isAnnotationPresent(Deprecated.class) ? "@Deprecated " : "";
  }
}
