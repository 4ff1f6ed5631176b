package io.leasehold.classpath;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A folder for the jars of one case. */
abstract class ClasspathTest {

  @TempDir Path folder;

  Path jar(ProviderJar jar) {
    return jar.in(folder);
  }

  ChildJvm child(Path... jars) {
    return ChildJvm.in(folder).with(jars);
  }
}
