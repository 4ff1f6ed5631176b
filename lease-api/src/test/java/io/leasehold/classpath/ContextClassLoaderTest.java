package io.leasehold.classpath;

import static io.leasehold.classpath.ChildJvm.NO_URI;

import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Two class loaders look: the one of Leasehold and the one of the calling thread. */
class ContextClassLoaderTest extends ClasspathTest {

  @Test
  void aBackendThatOnlyTheContextLoaderSeesIsFound() {
    Path inside = jar(ProviderJar.of("inside"));
    child().flag("-Dchoose.context=below:" + inside).choose(NO_URI).connected().isBackend("inside");
  }

  @Test
  void aBackendThatTheContextLoaderDoesNotSeeIsFound() {
    Path own = jar(ProviderJar.of("own"));
    child(own).flag("-Dchoose.context=alone:/").choose(NO_URI).connected().isBackend("own");
  }

  @Test
  void whatBothLoadersFindInOneJarIsOneProvider() {
    Path both = jar(ProviderJar.of("both"));
    child(both).flag("-Dchoose.context=below:" + both).choose(NO_URI).connected().isBackend("both");
  }

  @Test
  void oneBackendPerLoaderIsNoChoice() {
    Path inside = jar(ProviderJar.of("inside"));
    Path own = jar(ProviderJar.of("own"));
    child(own)
        .flag("-Dchoose.context=below:" + inside)
        .choose(NO_URI)
        .refusal()
        .isRefused("LEASE-102")
        .says(inside, own);
  }

  @Test
  void aProviderOfAnotherCopyOfLeaseApiIsToldAsOne() {
    Path inside = jar(ProviderJar.of("inside"));
    child()
        .flag("-Dchoose.context=alone:" + inside + File.pathSeparator + ChildJvm.libraries())
        .choose("inside://x")
        .refusal()
        .isRefused("LEASE-105")
        .says(inside, "of another copy of lease-api, in ", "keep one copy");
  }
}
