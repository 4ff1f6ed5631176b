package io.leasehold.engine.select;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;

/**
 * Jars of the class path that exist and cannot be opened, such as a download cut short. The JVM
 * skips them in silence, so a backend in one would just seem not to be there.
 */
final class UnreadableJars {

  private UnreadableJars() {}

  static List<BrokenProvider> onClassPath() {
    List<BrokenProvider> unreadable = new ArrayList<>();
    String classPath = System.getProperty("java.class.path", "");
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      File jar = new File(entry);
      if (entry.endsWith(".jar") && jar.isFile()) {
        try {
          new ZipFile(jar).close();
        } catch (IOException e) {
          unreadable.add(
              BrokenProvider.broken(
                  "the jar itself", entry, "cannot be opened (" + e + "); get it again", e));
        }
      }
    }
    return unreadable;
  }
}
