package io.leasehold.classpath;

import static io.leasehold.classpath.ChildJvm.NO_URI;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.classpath.ChildJvm.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Providers that load and then do not connect as the SPI says, and addresses that are wrong. */
class ConnectTest extends ClasspathTest {

  private static final String CONNECT =
      """
      public LeaseBackend connect(BackendConfig config) {
        String secret = "hunter2";
        switch (config.uri().getHost()) {
          case "nothing": return null;
          case "driver":
            throw new IllegalStateException("WRONGPASS " + config.uri() + " refused " + secret,
                new java.io.IOException("AUTH default " + secret));
          case "lease":
            throw new io.leasehold.LeaseConfigurationException(
                io.leasehold.ErrorCode.MISCONFIGURED, "no right for " + config.uri());
          case "linkage": new Missing(); return null;
          case "slow": return new Backend(Duration.ofSeconds(9));
          case "traits": return new Backend(config.callTimeout()) {
            public io.leasehold.spi.BackendTraits traits() { throw new Error("no traits"); }
          };
          default: return new Backend(config.callTimeout());
        }
      }
      """;

  @Test
  void aProviderThatDoesNotConnectIsToldWithoutItsPassword() {
    Path jar = jar(ProviderJar.of("db").member("connect", CONNECT).drop("Missing"));
    Run run =
        child(jar)
            .choose(
                "db://user:hunter2@nothing",
                "db://user:hunter2@driver",
                "db://user:hunter2@lease",
                "db://user:hunter2@linkage",
                "db://user:hunter2@slow",
                "db://user:hunter2@traits",
                "DB://user:hunter2@fine");
    run.answer(0).isRefused("LEASE-103").says("db://user:***@nothing", "returned no backend", jar);
    run.answer(1)
        .isRefused("LEASE-108")
        .says("could not connect", "WRONGPASS db://user:***@driver refused ***")
        .says("caused by", "java.io.IOException: AUTH default ***");
    assertThat(run.answer(2).text())
        .contains("LEASE-108: no right for db://user:***@lease")
        .doesNotContain("LEASE-108: LEASE-108");
    run.answer(3).isRefused("LEASE-103").says("NoClassDefFoundError: jars/db/Missing", jar);
    run.answer(4).isRefused("LEASE-103").says("PT9S", "PT1S", "closed db");
    run.answer(5).isRefused("LEASE-103").says("no traits", "closed db");
    run.answer(6).isBackend("db");
    assertThat(run.output() + run.errors()).doesNotContain("hunter2");
  }

  @Test
  void aBackendThatLacksAStepIsRefusedAndClosed() {
    Path jar =
        jar(
            ProviderJar.of("db")
                .ofAnOlderBackendWithout("AbandonOutcome abandon(AcquireAttempt attempt)"));
    child(jar)
        .choose(NO_URI)
        .refusal()
        .isRefused("LEASE-104")
        .says(jar, "a backend that lacks abandon(AcquireAttempt)", "closed db")
        .says("upgrade jars:lease-db to the version of io.leasehold:lease-api");
  }

  @Test
  void aWrongAddressIsToldWithItsOrigin() {
    Path redis = jar(ProviderJar.of("redis"));
    Run run =
        child(redis)
            .choose(
                "", "  ", "redis", "redis://lo cal:6379", " redis://x", "//host", "redis://x\n");
    String[] told = {
      "is empty",
      "is blank",
      "has no scheme",
      "Illegal character",
      "white space",
      "no scheme",
      "white space"
    };
    for (int i = 0; i < told.length; i++) {
      assertThat(run.answer(i).text())
          .contains("LEASE-106: the uri given to LeaseClient")
          .contains(told[i]);
    }
  }

  @Test
  void aBlankSettingIsAMistakeAndNotNoSetting() {
    Path redis = jar(ProviderJar.of("redis"));
    assertThat(child(redis).environment("LEASEHOLD_URI", "").choose(NO_URI).refusal().text())
        .contains("LEASE-106: environment variable LEASEHOLD_URI is empty", "redis://");
    assertThat(
            child(redis)
                .flag("-Dleasehold.uri= ")
                .environment("LEASEHOLD_URI", "redis://x")
                .choose(NO_URI)
                .refusal()
                .text())
        .contains("LEASE-106: system property leasehold.uri is blank");
  }
}
