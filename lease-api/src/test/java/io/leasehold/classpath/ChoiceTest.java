package io.leasehold.classpath;

import static io.leasehold.classpath.ChildJvm.NO_URI;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.classpath.ChildJvm.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Sound jars: none, one, two, chosen in every way there is. */
class ChoiceTest extends ClasspathTest {

  @Test
  void withoutABackendTheRefusalNamesTheArtifactsToAdd() {
    child()
        .choose(NO_URI)
        .refusal()
        .isRefused("LEASE-101")
        .says("memory (io.leasehold:lease-api)", "only by an explicit URI")
        .says("lease-redis for redis, rediss, redis+cluster (planned), redis+sentinel (planned)")
        .says("io.leasehold:lease-redis", "io.leasehold:lease-etcd")
        .says("lease-zookeeper for zookeeper", "lease-hazelcast for hazelcast")
        .says("or name one that is here: memory")
        .says("LeaseClient.open(\"redis://localhost:6379\")", "LEASEHOLD_URI", "-Dleasehold.uri")
        .says("META-INF/services");
  }

  @Test
  void aBackendMadeByTheCallerNeedsNoChoice() {
    child(jar(ProviderJar.of("redis")), jar(ProviderJar.of("etcd")))
        .choose("instance")
        .connected()
        .isBackend("memory");
  }

  @Test
  void aSchemeThatNothingServesIsToldWithTheArtifactThatWould() {
    Run run =
        child()
            .choose(
                "rediss://localhost",
                "redis+cluster://a:1,b:2",
                "redis+sentinel://a:1/master",
                "etcd://localhost",
                "etcds://localhost",
                "zookeeper://localhost",
                "hazelcast:",
                "file:/tmp/leases",
                "nothing://user:hunter2@host",
                "localhost:6379",
                "memory:");
    String[] artifacts = {
      "lease-redis",
      "lease-redis",
      "lease-redis",
      "lease-etcd",
      "lease-etcd",
      "lease-zookeeper",
      "lease-hazelcast",
      "leasehold-examples"
    };
    for (int i = 0; i < artifacts.length; i++) {
      run.answer(i).isRefused("LEASE-105").says("io.leasehold:" + artifacts[i]);
    }
    for (int i : new int[] {0, 3, 4, 5, 6, 7}) {
      run.answer(i).says("add io.leasehold:" + artifacts[i] + " to the");
    }
    for (int i : new int[] {1, 2}) { // adding what may be there already would not help
      assertThat(run.answer(i).text())
          .contains("is planned and served by nothing yet", "redis://")
          .doesNotContain("add io.leasehold:lease-redis");
    }
    run.answer(8)
        .isRefused("LEASE-105")
        .says("\"nothing\"", "nothing://user:***@host")
        .says("META-INF/services/io.leasehold.spi.LeaseBackendProvider, which names its provider");
    run.answer(9).isRefused("LEASE-105").says("if \"localhost\" is a host", "redis://");
    run.answer(10).isBackend("memory");
    assertThat(run.output() + run.errors()).doesNotContain("hunter2");
    assertThat(run.exit()).isEqualTo(1);
  }

  @Test
  void theOnlyBackendIsTakenAtItsDefaultAddressOrAtTheOneGiven() {
    Path redis = jar(ProviderJar.of("redis").schemes("redis", "rediss"));
    Run run = child(redis).choose(NO_URI, "redis://elsewhere", "REDISS://elsewhere", "etcd://x");
    run.answer(0).isBackend("redis");
    run.answer(1).isBackend("redis");
    run.answer(2).isBackend("redis");
    run.answer(3)
        .isRefused("LEASE-105")
        .says(
            "available are memory, redis, rediss",
            "add io.leasehold:lease-etcd to the classpath",
            "jars:lease-redis")
        .says(redis, "SPI version 1");
  }

  @Test
  void theCaseOfASchemeDoesNotDependOnTheLanguage() {
    child(jar(ProviderJar.of("redis")))
        .flag("-Duser.language=tr")
        .choose("REDIS://elsewhere")
        .connected()
        .isBackend("redis");
  }

  @Test
  void twoBackendsWithoutAChoiceAreRefusedAndEachIsTakenByItsUri() {
    Path redis = jar(ProviderJar.of("redis"));
    Path etcd = jar(ProviderJar.of("etcd"));
    Run run = child(redis, etcd).choose(NO_URI, "redis://x", "etcd://x");
    run.answer(0)
        .isRefused("LEASE-102")
        .says(redis, etcd, "jars:lease-redis", "jars:lease-etcd", "SPI version 1")
        .says("LeaseClient.open(\"redis://home\")", "LeaseClient.open(\"etcd://home\")")
        .says("-Dleasehold.uri=", "LEASEHOLD_URI=");
    run.answer(1).isBackend("redis");
    run.answer(2).isBackend("etcd");
  }

  @Test
  void theSystemPropertyChoosesAndGoesBeforeTheEnvironment() {
    Path redis = jar(ProviderJar.of("redis"));
    Path etcd = jar(ProviderJar.of("etcd"));
    Run run =
        child(redis, etcd)
            .flag("-Dleasehold.uri=etcd://property")
            .environment("LEASEHOLD_URI", "redis://environment")
            .choose(NO_URI, "redis://explicit");
    run.answer(0).isBackend("etcd");
    run.answer(1).isBackend("redis");
  }

  @Test
  void theEnvironmentChooses() {
    Path redis = jar(ProviderJar.of("redis"));
    Path etcd = jar(ProviderJar.of("etcd"));
    child(redis, etcd)
        .environment("LEASEHOLD_URI", "etcd://environment")
        .choose(NO_URI)
        .connected()
        .isBackend("etcd");
  }

  @Test
  void anUnknownSchemeFromTheEnvironmentIsNotIgnored() {
    child(jar(ProviderJar.of("redis")))
        .environment("LEASEHOLD_URI", "reddis://user:hunter2@host")
        .choose(NO_URI)
        .refusal()
        .isRefused("LEASE-105")
        .says("environment variable LEASEHOLD_URI", "reddis://user:***@host");
  }

  @Test
  void aBackendForExplicitUseOnlyIsNeverTakenUnasked() {
    Path quiet = jar(ProviderJar.of("quiet").withoutDefaultAddress());
    Run run = child(quiet).choose(NO_URI, "quiet:");
    run.answer(0).isRefused("LEASE-101").says(quiet, "only by an explicit URI");
    run.answer(1).isBackend("quiet");
    child(quiet, jar(ProviderJar.of("redis"))).choose(NO_URI).connected().isBackend("redis");
  }

  @Test
  void twoProvidersOfOneSchemeAreRefusedHoweverOneChooses() {
    Path ours = jar(ProviderJar.of("redis"));
    Path theirs = jar(ProviderJar.of("other").schemes("redis", "other").withoutDefaultAddress());
    Run run = child(ours, theirs).choose("redis://x", NO_URI, "other://x");
    run.answer(0).isRefused("LEASE-102").says(ours, theirs, "more than one place", "SPI version 1");
    run.answer(1).isRefused("LEASE-102").says(ours, theirs);
    run.answer(2).isBackend("other");
  }

  @Test
  void oneProviderInTwoVersionsIsRefusedAlthoughOnlyOneCopyIsLoaded() throws Exception {
    Path first = jar(ProviderJar.of("redis"));
    Path second = Files.copy(first, folder.resolve("lease-redis-2.0.jar"));
    Run run = child(first, second, jar(ProviderJar.of("etcd"))).choose("redis://x", "etcd://x");
    run.answer(0).isRefused("LEASE-102").says(second + " and " + first, "keep one");
    run.answer(1).isBackend("etcd");
    child(first, second).choose(NO_URI).refusal().isRefused("LEASE-102").says(first, second);
  }

  @Test
  void oneJarReachedTwiceIsOneProvider() throws Exception {
    Path jar = jar(ProviderJar.of("redis"));
    Path link = Files.createSymbolicLink(folder.resolve("link.jar"), jar);
    child(jar, jar, link).choose(NO_URI).connected().isBackend("redis");
  }
}
