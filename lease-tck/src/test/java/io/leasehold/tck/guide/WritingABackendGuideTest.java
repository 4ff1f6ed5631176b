package io.leasehold.tck.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.Cause;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseBackendProvider;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.ReleaseOutcome;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.LeaseBackendTck;
import io.leasehold.tck.rules.RuleCatalogue;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** A reader who copies the guide's blocks gets a backend that works. */
class WritingABackendGuideTest {

  /** The store itself, which the guide leaves to its vendor; one key is behind a cut line. */
  private static final String VENDOR =
      """
      package com.example.vendor;

      import com.example.shelf.Shelf;
      import java.net.URI;
      import java.time.Duration;
      import java.util.concurrent.ConcurrentHashMap;

      public final class MapDriver implements Shelf.Driver {
        public static final ConcurrentHashMap<String, String> VALUES = new ConcurrentHashMap<>();

        @Override
        public Shelf connect(URI server, Duration timeout) {
          if (!timeout.equals(Duration.ofMillis(400))) {
            throw new IllegalArgumentException("not two fifths of a second: " + timeout);
          }
          return new Shelf() {
            @Override
            public String get(String key) throws ShelfException {
              if (key.endsWith("cut")) {
                throw new ShelfException("the line was cut", true);
              }
              return VALUES.get(key);
            }

            @Override
            public boolean putIfAbsent(String key, String value) {
              return VALUES.putIfAbsent(key, value) == null;
            }

            @Override
            public boolean replace(String key, String expected, String value) {
              return VALUES.replace(key, expected, value);
            }

            @Override
            public void close() {}
          };
        }
      }
      """;

  private final GuideCode guide = GuideCode.of("writing-a-backend.md");

  @TempDir private Path dir;

  @Test
  void the_example_compiles_and_its_backend_grants_renews_and_releases() throws Exception {
    withTheExample(loader -> use(provider(loader)));
  }

  @Test
  void the_test_class_is_green_as_it_is_printed() throws Exception {
    withTheExample(
        loader -> {
          List<String> skipped = new ArrayList<>();
          int green = run(test(loader), skipped);
          assertThat(green + skipped.size()).isEqualTo(RuleCatalogue.rules().size() + 1);
          assertThat(skipped).allMatch(why -> why.contains("as stated")).hasSizeLessThan(green);
        });
  }

  @Test
  void the_pom_takes_the_plugins_and_the_version_of_this_build() throws Exception {
    String pom = guide.blocks("xml").get(0);
    String own = Files.readString(Path.of("..", "pom.xml"));
    for (String plugin : List.of("maven-compiler-plugin", "maven-surefire-plugin")) {
      assertThat(versionAfter(plugin, pom)).as(plugin).isEqualTo(versionAfter(plugin, own));
    }
    for (String artifact : List.of("lease-api", "lease-tck")) {
      assertThat(versionAfter(artifact, pom))
          .as(artifact)
          .isEqualTo(versionAfter("leasehold-parent", own));
    }
    assertThat(pom).containsPattern("lease-tck</artifactId>\\s+<version>.*\\s+<scope>test");
  }

  private static String versionAfter(String artifact, String pom) {
    Matcher version =
        Pattern.compile(artifact + "</artifactId>\\s+<version>([^<]+)</version>").matcher(pom);
    assertThat(version.find()).as(artifact).isTrue();
    return version.group(1);
  }

  private interface Reader {
    void use(ClassLoader example) throws Exception;
  }

  /** Compiles the guide's files and puts them where the thread finds providers. */
  private void withTheExample(Reader reader) throws Exception {
    Map<String, String> files = new HashMap<>(guide.javaFiles());
    assertThat(files.keySet())
        .containsExactlyInAnyOrder(
            "com/example/shelf/Shelf.java",
            "com/example/shelf/ShelfRegister.java",
            "com/example/shelf/ShelfBackendProvider.java",
            "com/example/shelf/ShelfBackendTckTest.java");
    files.put("com/example/vendor/MapDriver.java", VENDOR);
    Path services = Files.createDirectories(dir.resolve("classes/META-INF/services"));
    Files.writeString(
        services.resolve("io.leasehold.spi.LeaseBackendProvider"), guide.blocks("text").get(0));
    Files.writeString(
        services.resolve("com.example.shelf.Shelf$Driver"), "com.example.vendor.MapDriver");

    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = GuideCode.compile(files, dir)) {
      thread.setContextClassLoader(loader);
      reader.use(loader);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static LeaseBackendTck test(ClassLoader loader) throws Exception {
    Constructor<?> constructor =
        loader.loadClass("com.example.shelf.ShelfBackendTckTest").getDeclaredConstructor();
    constructor.setAccessible(true);
    return (LeaseBackendTck) constructor.newInstance();
  }

  /** Runs what JUnit would run; the first red test is thrown. */
  private static int run(LeaseBackendTck test, List<String> skipped) throws Exception {
    Method factory = LeaseBackendTck.class.getDeclaredMethod("rules");
    factory.setAccessible(true);
    int green = 0;
    List<DynamicTest> tests =
        ((Stream<?>) factory.invoke(test)).flatMap(WritingABackendGuideTest::tests).toList();
    for (DynamicTest rule : tests) {
      try {
        rule.getExecutable().execute();
        green++;
      } catch (TestAbortedException e) {
        skipped.add(e.getMessage());
      } catch (Throwable e) {
        throw new AssertionError(rule.getDisplayName(), e);
      }
    }
    return green;
  }

  private static Stream<DynamicTest> tests(Object node) {
    return node instanceof DynamicContainer container
        ? container.getChildren().flatMap(WritingABackendGuideTest::tests)
        : Stream.of((DynamicTest) node);
  }

  private static LeaseBackendProvider provider(ClassLoader loader) {
    List<LeaseBackendProvider> found =
        ServiceLoader.load(LeaseBackendProvider.class, loader).stream()
            .map(ServiceLoader.Provider::get)
            .filter(provider -> provider.schemes().contains("shelf"))
            .toList();
    assertThat(found).hasSize(1);
    assertThat(found.get(0).spiVersion()).isEqualTo(LeaseBackendProvider.SPI_VERSION);
    return found.get(0);
  }

  private static void use(LeaseBackendProvider provider) {
    BackendConfig config =
        BackendConfig.of(
            "shelf://shelf.example:4711?prefix=jobs/", Duration.ofSeconds(1), LeaseClock.system());
    try (LeaseBackend backend = provider.connect(config)) {
      AcquireOutcome first = backend.acquire(attempt("a"));
      assertThat(first).isInstanceOf(AcquireOutcome.Granted.class);
      Grant grant = ((AcquireOutcome.Granted) first).grant();
      assertThat(grant.fencingToken()).isEqualTo(1);
      assertThat(backend.acquire(attempt("a"))).isInstanceOf(AcquireOutcome.Busy.class);
      assertThat(backend.renewIfOwner(grant)).isEqualTo(RenewOutcome.Renewed.NOW);
      assertThat(backend.releaseIfOwner(grant)).isEqualTo(new ReleaseOutcome.Released());
      AcquireOutcome next = backend.acquire(attempt("a"));
      assertThat(((AcquireOutcome.Granted) next).grant().fencingToken()).isEqualTo(2);
      AcquireOutcome cut = backend.acquire(attempt("cut"));
      assertThat(((AcquireOutcome.Refused) cut).cause().kind()).isEqualTo(Cause.Kind.UNAVAILABLE);
    }
  }

  private static AcquireAttempt attempt(String name) {
    return new AcquireAttempt(
        new LeaseName(name), OwnerToken.random(), Duration.ofSeconds(30), 0, Map.of());
  }
}
