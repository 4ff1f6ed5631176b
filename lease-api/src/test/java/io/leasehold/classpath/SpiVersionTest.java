package io.leasehold.classpath;

import static io.leasehold.classpath.ChildJvm.NO_URI;

import io.leasehold.classpath.ChildJvm.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Providers of another time: another number, or the shape of an older contract. */
class SpiVersionTest extends ClasspathTest {

  @Test
  void anOlderNumberIsRefusedNamingTheJarToUpgrade() {
    Path old = jar(ProviderJar.of("old").spiVersion(0));
    Run run = child(old).choose(NO_URI, "old://x", "redis://x");
    for (int i = 0; i < 2; i++) {
      run.answer(i)
          .isRefused("LEASE-104")
          .says(old, "has SPI version 0", "has SPI version 1", "lease-api in ")
          .says("upgrade jars:lease-old to the version of io.leasehold:lease-api");
    }
    run.answer(2).isRefused("LEASE-105").says(old, "has SPI version 0", "lease-redis");
  }

  @Test
  void aNewerNumberIsRefusedNamingLeaseApiToUpgrade() {
    Path young = jar(ProviderJar.of("young").spiVersion(2));
    child(young)
        .choose(NO_URI)
        .refusal()
        .isRefused("LEASE-104")
        .says(young, "has SPI version 2", "upgrade io.leasehold:lease-api to the version that");
  }

  @Test
  void anOlderShapeIsRefusedNamingWhatItLacks() {
    Path noVersion = jar(ProviderJar.of("noversion").ofAnOlderSpiWithout("spiVersion"));
    child(noVersion)
        .choose("noversion://x")
        .refusal()
        .isRefused("LEASE-104")
        .says(noVersion, "lacks spiVersion()", "upgrade jars:lease-noversion");
    Path noSchemes = jar(ProviderJar.of("noschemes").ofAnOlderSpiWithout("schemes", "artifact"));
    Run run = child(noSchemes).choose(NO_URI, "noschemes://x");
    run.answer(0).isRefused("LEASE-104").says(noSchemes, "lacks artifact(), schemes()");
    run.answer(1).isRefused("LEASE-105").says(noSchemes, "lacks artifact(), schemes()");
  }

  @Test
  void aMethodThatReturnedAnotherTypeCountsAsLacking() {
    Path lists =
        jar(
            ProviderJar.of("lists")
                .ofAnOlderSpiWithout()
                .member("schemes", "public List<String> schemes() { return List.of(\"lists\"); }"));
    child(lists).choose(NO_URI).refusal().isRefused("LEASE-104").says(lists, "lacks schemes()");
  }

  @Test
  void aMismatchBesideASoundJarIsAWarningOnlyWhenAUriDecides() {
    Path old = jar(ProviderJar.of("old").spiVersion(0));
    Path good = jar(ProviderJar.of("good"));
    Run run = child(old, good).choose(NO_URI, "good://x");
    run.answer(0).isRefused("LEASE-104").says(old, good, "LeaseClient.open(\"good://home\")");
    run.answer(1).isBackend("good");
  }

  @Test
  void anOldProviderOfTheSameSchemeContestsIt() {
    Path old = jar(ProviderJar.of("old").schemes("good").spiVersion(0));
    Path good = jar(ProviderJar.of("good"));
    child(old, good).choose("good://x").refusal().isRefused("LEASE-102").says(old, good);
  }
}
