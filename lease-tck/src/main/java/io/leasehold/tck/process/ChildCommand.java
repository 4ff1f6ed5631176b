package io.leasehold.tck.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How to start a child JVM: by default this JVM's own {@code java.home} and class path, with what
 * {@link #CLASSPATH_PROPERTY} adds to it, and options that make a small JVM start fast. Immutable.
 */
public final class ChildCommand {

  /** The system property with more entries of the children's class path. */
  public static final String CLASSPATH_PROPERTY = "leasehold.tck.classpath";

  private static final List<String> SMALL_AND_FAST =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xmx256m");

  private final String mainClass;
  private final String classPath;
  private final List<String> jvmOptions;
  private final List<String> arguments;
  private final Map<String, String> environment;

  private ChildCommand(
      String mainClass,
      String classPath,
      List<String> jvmOptions,
      List<String> arguments,
      Map<String, String> environment) {
    this.mainClass = mainClass;
    this.classPath = classPath;
    this.jvmOptions = List.copyOf(jvmOptions);
    this.arguments = List.copyOf(arguments);
    this.environment = Map.copyOf(environment);
  }

  /** A child that runs a class's main method. It should begin with {@link ChildMain#start()}. */
  public static ChildCommand main(Class<?> mainClass) {
    return main(mainClass.getName());
  }

  /** {@link #main(Class)} for a class that may not be loaded here. */
  public static ChildCommand main(String mainClass) {
    return new ChildCommand(mainClass, classPathHere(), SMALL_AND_FAST, List.of(), Map.of());
  }

  private static String classPathHere() {
    String more = System.getProperty(CLASSPATH_PROPERTY, "");
    String own = System.getProperty("java.class.path");
    return more.isEmpty() ? own : own + File.pathSeparator + more;
  }

  /** Another class path than this JVM's. */
  public ChildCommand classPath(List<Path> entries) {
    String joined = String.join(File.pathSeparator, entries.stream().map(Path::toString).toList());
    return new ChildCommand(mainClass, joined, jvmOptions, arguments, environment);
  }

  /** Options for the JVM, after the default ones. */
  public ChildCommand jvmOptions(String... options) {
    List<String> all = new ArrayList<>(jvmOptions);
    all.addAll(List.of(options));
    return new ChildCommand(mainClass, classPath, all, arguments, environment);
  }

  /** The arguments of the main method. */
  public ChildCommand args(String... values) {
    return new ChildCommand(mainClass, classPath, jvmOptions, List.of(values), environment);
  }

  /** A variable added to the inherited environment. */
  public ChildCommand environment(String name, String value) {
    Map<String, String> all = new TreeMap<>(environment);
    all.put(name, value);
    return new ChildCommand(mainClass, classPath, jvmOptions, arguments, all);
  }

  /**
   * Starts the child; does not wait until it does anything.
   *
   * @throws UnsupportedOperationException if this system is not Linux
   * @throws ChildFailedException if no process could be started
   */
  public ChildJvm start() {
    requireLinux(System.getProperty("os.name"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.add("-cp");
    command.add(classPath);
    command.add(mainClass);
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    try {
      return new ChildJvm(mainClass, builder.start());
    } catch (IOException e) {
      throw new ChildFailedException("child JVM " + mainClass + " did not start: " + command, e);
    }
  }

  static void requireLinux(String system) {
    if (!system.equals("Linux")) {
      throw new UnsupportedOperationException(
          "child JVMs are stopped by SIGSTOP and their state is read from /proc, which this system"
              + " (\""
              + system
              + "\") does not have; run this on Linux, for instance in a container");
    }
  }

  @Override
  public String toString() {
    return "ChildCommand[" + mainClass + " " + arguments + "]";
  }
}
