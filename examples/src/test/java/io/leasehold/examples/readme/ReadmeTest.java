package io.leasehold.examples.readme;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.tck.LeaseBackendTck;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.rule.RuleGroup;
import io.leasehold.tck.rules.RuleCatalogue;
import io.leasehold.tck.run.RuleResult;
import io.leasehold.tck.run.TckRun;
import io.leasehold.tck.run.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who copies a block of the README gets what the README says. */
class ReadmeTest {

  /** The backend that the second block leaves to its author. */
  private static final String MY_BACKEND =
      """
      import io.leasehold.HolderInfo;
      import io.leasehold.memory.MemoryStore;
      import io.leasehold.spi.*;
      import java.time.Duration;
      import java.util.Optional;

      final class MyBackend implements LeaseBackend {
        private static final MemoryStore STORE = new MemoryStore(LeaseClock.system());
        private final LeaseBackend real = STORE.connect(Duration.ofMillis(200));

        MyBackend(String host) {}

        @Override
        public BackendTraits traits() {
          return real.traits();
        }

        @Override
        public AcquireOutcome acquire(AcquireAttempt attempt) {
          return real.acquire(attempt);
        }

        @Override
        public RenewOutcome renewIfOwner(Grant grant) {
          return real.renewIfOwner(grant);
        }

        @Override
        public ReleaseOutcome releaseIfOwner(Grant grant) {
          return real.releaseIfOwner(grant);
        }

        @Override
        public AbandonOutcome abandon(AcquireAttempt attempt) {
          return real.abandon(attempt);
        }

        @Override
        public RevokeOutcome revoke(LeaseName name, boolean now) {
          return real.revoke(name, now);
        }

        @Override
        public Optional<HolderInfo> holder(LeaseName name) {
          return real.holder(name);
        }

        @Override
        public void close() {
          real.close();
        }
      }
      """;

  private static final Pattern PRINTS = Pattern.compile("(?m)^It prints (.*)\\.$");

  private final PageCode readme = PageCode.of("README.md");

  @TempDir Path folder;

  @Test
  void theReadmeHasTheTwoBlocksThatAreTestedHere() {
    assertThat(readme.blocks())
        .extracting(PageCode.Block::type)
        .containsExactly("Look", "MyBackendTckTest");
  }

  @Test
  void theLookCompilesRunsAndPrintsWhatItSays() throws Exception {
    Matcher prints = PRINTS.matcher(readme.text());
    assertThat(prints.find()).isTrue();
    List<String> expected = new ArrayList<>();
    Matcher line = Pattern.compile("`([^`]+)`").matcher(prints.group(1));
    while (line.find()) {
      expected.add(line.group(1));
    }
    try (URLClassLoader classes = readme.block("Look").compile(folder)) {
      Method main = classes.loadClass("Look").getMethod("main", String[].class);
      assertThat(printedBy(() -> main.invoke(null, (Object) new String[0])).lines())
          .hasSizeGreaterThan(1)
          .containsExactlyElementsOf(expected);
    }
  }

  @Test
  void theTestClassCompilesAndItsFixtureRunsTheRules() throws Exception {
    try (URLClassLoader classes = readme.block("MyBackendTckTest").compile(folder, MY_BACKEND)) {
      Constructor<?> constructor = classes.loadClass("MyBackendTckTest").getDeclaredConstructor();
      constructor.setAccessible(true);
      LeaseBackendTck test = (LeaseBackendTck) constructor.newInstance();
      Method fixture = test.getClass().getDeclaredMethod("fixture");
      fixture.setAccessible(true);
      try (TckFixture store = (TckFixture) fixture.invoke(test)) {
        var releasing =
            RuleCatalogue.rules().stream().filter(rule -> rule.group() == RuleGroup.REL).toList();
        assertThat(new TckRun(store, releasing).run())
            .hasSizeGreaterThan(5)
            .extracting(RuleResult::verdict)
            .containsOnly(Verdict.PASS, Verdict.NOT_OFFERED)
            .contains(Verdict.PASS);
      }
    }
  }

  private interface Running {
    void run() throws Exception;
  }

  private static String printedBy(Running action) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      action.run();
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
