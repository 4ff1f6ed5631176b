package io.leasehold.engine.select;

import io.leasehold.ErrorCode;
import io.leasehold.spi.LeaseBackendProvider;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Makes one provider and asks what it is. Foreign code runs here, perhaps of another time: whatever
 * it throws becomes a finding, so that it cannot spoil the choice between the others.
 */
final class ProviderProbe {

  private ProviderProbe() {}

  static Finding probe(ServiceLoader.Provider<LeaseBackendProvider> listed, List<String> places) {
    String name = listed.type().getName();
    String location = Locations.ofClass(listed.type());
    try {
      LeaseBackendProvider provider = listed.get();
      List<String> missing = SpiShape.missing(provider.getClass(), LeaseBackendProvider.class);
      if (!missing.isEmpty()) {
        return mismatch(provider, location, "lacks " + String.join(", ", missing));
      }
      int version = provider.spiVersion();
      if (version != LeaseBackendProvider.SPI_VERSION) {
        return mismatch(provider, location, "has SPI version " + version);
      }
      return describe(provider, location, places);
    } catch (Throwable e) {
      Throwable error = rethrowFatal(e);
      if (error instanceof ServiceConfigurationError && error.getCause() != null) {
        error = error.getCause();
      }
      return BrokenProvider.broken(name, location, UndeliveredProvider.linkage(error), error);
    }
  }

  private static Finding describe(
      LeaseBackendProvider provider, String location, List<String> places) {
    String id = provider.id();
    String artifact = provider.artifact();
    Set<String> schemes = new TreeSet<>(provider.schemes());
    Optional<String> defaultUri = provider.defaultUri();
    String name = provider.getClass().getName();
    if (id.isBlank() || artifact.isBlank() || schemes.isEmpty()) {
      return BrokenProvider.broken(
          name, location, "its id, artifact or schemes are empty, against the SPI", null);
    }
    for (String scheme : schemes) {
      if (!scheme.equals(scheme.toLowerCase(Locale.ROOT))) {
        return BrokenProvider.broken(
            name, location, "its scheme \"" + scheme + "\" is not in lower case", null);
      }
    }
    if (defaultUri.isPresent() && !schemes.contains(schemeOf(defaultUri.get()))) {
      return BrokenProvider.broken(
          name,
          location,
          "its default address " + defaultUri.get() + " has none of its schemes " + schemes,
          null);
    }
    return new FoundProvider(
        provider, id, artifact, Set.copyOf(schemes), defaultUri, location, places);
  }

  private static BrokenProvider mismatch(
      LeaseBackendProvider provider, String location, String fault) {
    String artifact = ask(provider::artifact, "");
    int version = ask(provider::spiVersion, 0);
    String ours = "io.leasehold:lease-api";
    String theirs = artifact.isBlank() ? "the jar" : artifact;
    String remedy =
        version > LeaseBackendProvider.SPI_VERSION
            ? "upgrade " + ours + " to the version that " + theirs + " was built for"
            : "upgrade " + theirs + " to the version of " + ours + " in use";
    return new BrokenProvider(
        ErrorCode.SPI_MISMATCH,
        provider.getClass().getName() + (artifact.isBlank() ? "" : " (" + artifact + ")"),
        location,
        "it "
            + fault
            + ", and lease-api in "
            + Locations.ofClass(LeaseBackendProvider.class)
            + " has SPI version "
            + LeaseBackendProvider.SPI_VERSION
            + ": "
            + remedy,
        Set.copyOf(ask(provider::schemes, Set.of())),
        null);
  }

  /** What a provider of another version answers, if it can answer at all. */
  private static <T> T ask(Supplier<T> question, T otherwise) {
    try {
      T answer = question.get();
      return answer == null ? otherwise : answer;
    } catch (Throwable e) {
      rethrowFatal(e);
      return otherwise;
    }
  }

  /** Gives the error back unless it is one of the JVM itself, such as lack of memory. */
  static Throwable rethrowFatal(Throwable error) {
    if (error instanceof VirtualMachineError fatal && !(error instanceof StackOverflowError)) {
      throw fatal;
    }
    return error;
  }

  static String schemeOf(String uri) {
    return uri.substring(0, Math.max(0, uri.indexOf(':'))).toLowerCase(Locale.ROOT);
  }
}
