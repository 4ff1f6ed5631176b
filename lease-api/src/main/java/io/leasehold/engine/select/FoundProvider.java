package io.leasehold.engine.select;

import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.LeaseBackendProvider;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A sound provider, with what it says of itself read once.
 *
 * @param location the jar, folder or module that its class comes from
 * @param listedIn the places whose service file names the class; more than one means that a copy is
 *     hidden behind the one that was loaded
 */
record FoundProvider(
    LeaseBackendProvider provider,
    String id,
    String artifact,
    Set<String> schemes,
    Optional<String> defaultUri,
    String location,
    List<String> listedIn)
    implements Finding {

  boolean isListedTwice() {
    return listedIn.size() > 1;
  }

  /** The default address for messages. */
  String shownDefaultUri() {
    return BackendConfig.mask(defaultUri.orElseThrow());
  }

  String defaultScheme() {
    return ProviderProbe.schemeOf(defaultUri.orElseThrow());
  }

  @Override
  public String toString() {
    return id
        + " ("
        + artifact
        + "): schemes "
        + String.join(", ", schemes)
        + "; "
        + (defaultUri.isPresent()
            ? "default address " + shownDefaultUri()
            : "only by an explicit URI")
        + "; SPI version "
        + LeaseBackendProvider.SPI_VERSION
        + "; "
        + provider.getClass().getName()
        + " in "
        + location
        + (isListedTwice() ? "; and again in " + String.join(", ", others()) : "");
  }

  private List<String> others() {
    List<String> others = listedIn.stream().filter(place -> !place.equals(location)).toList();
    // Class and service file may lie in different folders of one build; then all are told.
    return others.size() == listedIn.size() ? listedIn : others;
  }
}
