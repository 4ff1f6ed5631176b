package io.leasehold.engine.select;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.LeaseBackendProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The refusals to choose a backend, in words: what is the matter, what was found and where, and
 * what to do, with an explicit way out each time.
 */
final class SelectionMessages {

  static final String OWN_BACKEND =
      "or make the backend yourself, which asks no classpath: LeaseClient.open(backend)";

  private static final String OWN_PROVIDER =
      "a backend of your own is found by the file META-INF/services/"
          + LeaseBackendProvider.class.getName()
          + ", which names its provider";

  private static final String FAT_JAR =
      "if the artifact is there: a fat jar must merge the files under META-INF/services";

  private final FoundProviders found;
  private final @Nullable StoreAddress address;

  SelectionMessages(FoundProviders found, @Nullable StoreAddress address) {
    this.found = found;
    this.address = address;
  }

  LeaseConfigurationException none() {
    List<String> remedies = new ArrayList<>(KnownBackends.lines());
    remedies.add("then name the store: LeaseClient.open(\"redis://localhost:6379\")");
    remedies.add(settings("redis://localhost:6379"));
    if (!found.sound().isEmpty()) {
      remedies.add("or name one that is here: " + available());
    }
    remedies.add(OWN_BACKEND);
    remedies.add(FAT_JAR);
    return refusal(
        ErrorCode.NO_BACKEND,
        "no store is named, and no backend on the classpath has a default address",
        remedies);
  }

  LeaseConfigurationException several() {
    List<String> remedies = new ArrayList<>();
    for (FoundProvider provider : found.candidates()) {
      remedies.add("say which: LeaseClient.open(\"" + provider.shownDefaultUri() + "\")");
    }
    remedies.add(settings(found.candidates().get(0).shownDefaultUri()));
    remedies.add("or keep one of the jars on the classpath");
    remedies.add(OWN_BACKEND);
    return refusal(
        ErrorCode.SEVERAL_BACKENDS,
        "several backends are on the classpath and nobody says which to use",
        remedies);
  }

  /** One scheme, served from two places; also one provider that is on the classpath twice. */
  LeaseConfigurationException contested(String scheme) {
    return refusal(
        ErrorCode.SEVERAL_BACKENDS,
        "the scheme \""
            + scheme
            + "\""
            + (address == null ? "" : " of " + who())
            + " is served from more than one place: "
            + claimants(scheme),
        List.of("keep one of these on the classpath", OWN_BACKEND));
  }

  LeaseConfigurationException unknownScheme() {
    List<String> remedies = new ArrayList<>();
    Optional<String> known = KnownBackends.remedy(scheme());
    known.ifPresent(remedies::add);
    if (looksLikeHostAndPort()) {
      remedies.add("if \"" + scheme() + "\" is a host, put a scheme before it, such as redis://");
    }
    if (!found.broken().isEmpty()) {
      remedies.add("repair what is broken: it may be the one that serves " + scheme());
    }
    if (known.isEmpty()) {
      remedies.addAll(KnownBackends.lines());
      remedies.add(OWN_PROVIDER);
    }
    if (!found.sound().isEmpty()) {
      remedies.add("or name a store whose scheme is available: " + available());
    }
    remedies.add(OWN_BACKEND);
    remedies.add(FAT_JAR);
    return refusal(
        ErrorCode.UNKNOWN_SCHEME,
        "no backend on the classpath serves the scheme \""
            + scheme()
            + "\" of "
            + who()
            + "; available are "
            + available(),
        remedies);
  }

  /** For a choice that could only fall on broken providers, or that one of them makes doubtful. */
  LeaseConfigurationException onlyBroken(List<BrokenProvider> meant) {
    boolean allMismatch =
        meant.stream().allMatch(broken -> broken.code() == ErrorCode.SPI_MISMATCH);
    List<String> remedies = new ArrayList<>();
    remedies.add(
        allMismatch
            ? "bring the versions together as said above, or remove the jar"
            : "repair or remove what is broken; its artifact, declared with Maven or Gradle, brings"
                + " its dependencies");
    if (address == null) {
      for (FoundProvider provider : found.candidates()) {
        String uri = provider.shownDefaultUri();
        remedies.add("or say that it is not meant: LeaseClient.open(\"" + uri + "\")");
        remedies.add(settings(uri));
      }
      if (found.candidates().isEmpty()) {
        remedies.addAll(KnownBackends.lines());
        remedies.add("and name the store: LeaseClient.open(\"redis://localhost:6379\")");
      }
    } else {
      KnownBackends.artifact(scheme())
          .ifPresent(
              it ->
                  remedies.add(
                      "the artifact for " + scheme() + " is " + it + KnownBackends.state(it)));
    }
    remedies.add(OWN_BACKEND);
    return refusal(
        allMismatch ? ErrorCode.SPI_MISMATCH : ErrorCode.BROKEN_BACKEND,
        subject(meant)
            + (allMismatch ? " does not fit this version of the SPI" : " cannot be used")
            + ": "
            + masked(meant.get(0)),
        remedies);
  }

  private String subject(List<BrokenProvider> meant) {
    if (address != null) {
      return "the backend for " + who();
    }
    if (!found.candidates().isEmpty()) {
      return "a backend on the classpath, which may be the one that is meant,";
    }
    return meant.size() == 1
        ? "the backend on the classpath"
        : "each of the " + meant.size() + " backends on the classpath";
  }

  private LeaseConfigurationException refusal(
      ErrorCode code, String headline, List<String> remedies) {
    String message =
        headline
            + section("found", found.sound())
            + section("broken", found.broken().stream().map(this::masked).toList())
            + section("what to do", remedies)
            + more(code);
    LeaseConfigurationException refusal =
        new LeaseConfigurationException(
            code, address == null ? message : address.secrets().maskOwn(message));
    for (BrokenProvider broken : found.broken()) {
      Throwable error = broken.error();
      if (error != null) {
        refusal.addSuppressed(address == null ? error : address.secrets().mask(error));
      }
    }
    return refusal;
  }

  /** What a provider says of itself is a text of others. */
  private String masked(BrokenProvider broken) {
    return address == null ? broken.toString() : address.secrets().mask(broken.toString());
  }

  private String scheme() {
    return address == null ? "" : address.scheme();
  }

  private String who() {
    return address == null ? "" : address.masked() + " (" + address.origin() + ")";
  }

  private String claimants(String scheme) {
    List<String> places = new ArrayList<>();
    for (FoundProvider provider : found.serving(scheme)) {
      places.addAll(provider.isListedTwice() ? provider.listedIn() : List.of(provider.location()));
    }
    for (BrokenProvider broken : found.brokenServing(scheme)) {
      places.add(broken.location());
    }
    return String.join(" and ", places);
  }

  private String available() {
    List<String> schemes =
        found.sound().stream().flatMap(p -> p.schemes().stream()).sorted().distinct().toList();
    return schemes.isEmpty() ? "none" : String.join(", ", schemes);
  }

  private boolean looksLikeHostAndPort() {
    return address != null
        && KnownBackends.artifact(scheme()).isEmpty()
        && address.config().uri().getSchemeSpecificPart().matches("\\d+(/.*)?");
  }

  private static String settings(String uri) {
    return "or in the environment: -D"
        + StoreAddress.PROPERTY
        + "="
        + uri
        + " or "
        + StoreAddress.VARIABLE
        + "="
        + uri;
  }

  /** A list under a heading; nothing if it is empty, except that an empty find is told. */
  static String section(String heading, List<?> lines) {
    if (lines.isEmpty()) {
      return heading.equals("found") ? "\n  found: nothing" : "";
    }
    StringBuilder text = new StringBuilder("\n  ").append(heading).append(':');
    for (Object line : lines) {
      text.append("\n    - ").append(line);
    }
    return text.toString();
  }

  static String more(ErrorCode code) {
    return "\n  more: docs/error-codes.md#" + code.id().toLowerCase(Locale.ROOT);
  }
}
