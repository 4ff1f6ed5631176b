package io.leasehold.engine.select;

import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseBackendProvider;
import io.leasehold.spi.LeaseClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the backend: by the URI that the caller gave, else by the system property {@code
 * leasehold.uri}, else by the environment variable {@code LEASEHOLD_URI}, else the one provider on
 * the classpath that has a default address.
 *
 * <p>A guess would be a lease in the wrong store, held by everybody at once. So whatever leaves a
 * doubt refuses to start, with everything that was found and what to do about it: the first
 * provider never wins, and there is no backend that does nothing. Beside an explicit URI that one
 * sound provider serves, a broken jar is only a warning, because then it cannot be the one meant.
 *
 * <p><b>Class loaders.</b> Providers are looked for through the loader of Leasehold itself and
 * through the calling thread's context class loader, and the findings are united. The first alone
 * misses a backend in a web application whose server shares lease-api; the second alone would make
 * the choice depend on the thread (the common pool's threads have the system loader, which does not
 * see into a web application or a nested jar). What both see counts once; a copy of a provider that
 * only one of them sees counts as another one, and is refused as such. An application in a
 * container with a loader of its own kind makes the backend itself: {@link
 * io.leasehold.LeaseClient#open(LeaseBackend)} looks for nothing.
 */
public final class ProviderSelector {

  private static final Logger log = LoggerFactory.getLogger(ProviderSelector.class);

  private ProviderSelector() {}

  /**
   * Chooses a provider and connects it.
   *
   * @param uri null if the caller gave none
   * @throws LeaseConfigurationException if there is no choice, more than one, a broken one, or the
   *     store refuses this client
   */
  public static LeaseBackend connect(@Nullable String uri, Duration callTimeout, LeaseClock clock) {
    Optional<StoreAddress> given =
        StoreAddress.find(uri, System::getProperty, System::getenv, callTimeout, clock);
    FoundProviders found = FoundProviders.search(loaders());
    if (given.isPresent()) {
      StoreAddress address = given.get();
      FoundProvider provider = byScheme(found, address);
      warnOfBroken(found, address);
      return BackendConnector.connect(provider, address);
    }
    FoundProvider provider = theOnlyCandidate(found);
    return BackendConnector.connect(provider, StoreAddress.ofDefault(provider, callTimeout, clock));
  }

  static FoundProvider byScheme(FoundProviders found, StoreAddress address) {
    SelectionMessages messages = new SelectionMessages(found, address);
    String scheme = address.scheme();
    List<FoundProvider> serving = found.serving(scheme);
    List<BrokenProvider> brokenServing = found.brokenServing(scheme);
    if (serving.isEmpty() && brokenServing.isEmpty()) {
      throw messages.unknownScheme();
    }
    if (serving.isEmpty()) {
      throw messages.onlyBroken(brokenServing);
    }
    if (serving.size() > 1 || serving.get(0).isListedTwice() || !brokenServing.isEmpty()) {
      throw messages.contested(scheme);
    }
    return serving.get(0);
  }

  static FoundProvider theOnlyCandidate(FoundProviders found) {
    SelectionMessages messages = new SelectionMessages(found, null);
    List<FoundProvider> candidates = found.candidates();
    if (candidates.size() > 1) {
      throw messages.several();
    }
    if (!found.broken().isEmpty()) {
      throw messages.onlyBroken(found.broken());
    }
    if (candidates.isEmpty()) {
      throw messages.none();
    }
    FoundProvider only = candidates.get(0);
    // Another provider may serve the same scheme and have no default address itself.
    if (only.isListedTwice() || found.serving(only.defaultScheme()).size() > 1) {
      throw messages.contested(only.defaultScheme());
    }
    return only;
  }

  private static void warnOfBroken(FoundProviders found, StoreAddress address) {
    for (BrokenProvider broken : found.broken()) {
      log.warn(
          "{}: a backend on the classpath is not usable; {} is served by another one, so this one"
              + " is left out: {}",
          broken.code(),
          address.masked(),
          address.secrets().mask(broken.toString()));
    }
  }

  private static List<ClassLoader> loaders() {
    List<ClassLoader> loaders = new ArrayList<>();
    ClassLoader own = LeaseBackendProvider.class.getClassLoader();
    loaders.add(own == null ? ClassLoader.getSystemClassLoader() : own);
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    if (context != null && !loaders.contains(context)) {
      loaders.add(context);
    }
    return loaders;
  }
}
