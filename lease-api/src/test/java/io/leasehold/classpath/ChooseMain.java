package io.leasehold.classpath;

import io.leasehold.LeaseClient;
import io.leasehold.LeaseException;
import io.leasehold.memory.MemoryStore;
import io.leasehold.spi.LeaseClock;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The program that the classpath tests run in a JVM of their own: chooses a backend once per
 * argument ("-" for: no URI given, "instance" for a backend made by hand), prints what came of it,
 * and ends with the last error.
 */
public final class ChooseMain {

  private ChooseMain() {}

  /** Chooses for each argument. */
  public static void main(String[] uris) throws MalformedURLException {
    String context = System.getProperty("choose.context");
    if (context != null) {
      Thread.currentThread().setContextClassLoader(loader(context));
    }
    LeaseException last = null;
    for (int i = 0; i < uris.length; i++) {
      System.out.println("== " + i);
      try (LeaseClient client = open(uris[i])) {
        System.out.println("connected " + client.traits().backend());
      } catch (LeaseException e) {
        last = e;
        System.out.println("refused " + e.getClass().getSimpleName() + " " + e.code());
        System.out.println(e.getMessage());
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
          System.out.println("caused by " + cause);
        }
      }
    }
    System.out.println("== end");
    if (last != null) {
      throw last;
    }
  }

  private static LeaseClient open(String uri) {
    return switch (uri) {
      case "-" -> LeaseClient.open();
      case "instance" ->
          LeaseClient.open(new MemoryStore(LeaseClock.system()).connect(Duration.ofSeconds(1)));
      default -> LeaseClient.open(uri);
    };
  }

  /** A loader of these jars, above which is the application's loader or, with "alone:", none. */
  private static ClassLoader loader(String jars) throws MalformedURLException {
    boolean alone = jars.startsWith("alone:");
    List<URL> urls = new ArrayList<>();
    for (String jar : jars.substring(jars.indexOf(':') + 1).split(File.pathSeparator)) {
      urls.add(new File(jar).toURI().toURL());
    }
    return new URLClassLoader(
        urls.toArray(URL[]::new), alone ? null : ChooseMain.class.getClassLoader());
  }
}
