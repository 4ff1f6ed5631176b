package io.leasehold.spi.support;

import io.leasehold.ErrorCode;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.spi.BackendConfig;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads what the URI of a backend says, and refuses it in the words that all backends use: the URI
 * without its secrets, and what to write instead. Immutable.
 */
public final class UriReader {

  /** What a namespace may be, so that it keeps names apart on any store. */
  public static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private final BackendConfig config;

  /**
   * Reads that one.
   *
   * @param config what the provider was given
   */
  public UriReader(BackendConfig config) {
    this.config = config;
  }

  /**
   * Refuses an {@code @} behind the addresses: a password with a raw "/" or "?" in it moves its
   * rest into path or options, from where messages would show it.
   *
   * @param fault how to say it, without any part of the URI
   * @throws LeaseConfigurationException BAD_URI
   */
  public void refuseAtBehindAddresses(String fault) {
    URI uri = config.uri();
    String rest = uri.getRawPath() + "?" + uri.getRawQuery() + "#" + uri.getRawFragment();
    if (rest.contains("@")) {
      throw hidden("", fault);
    }
  }

  /**
   * Refuses options that do not go with the rest.
   *
   * @param names of the options
   * @param fault why not, and what to write instead
   * @throws LeaseConfigurationException BAD_OPTION
   */
  public void refuse(Collection<String> names, String fault) {
    for (String name : names) {
      if (config.options().containsKey(name)) {
        throw badOption("option " + name, fault);
      }
    }
  }

  /**
   * Refuses the password of a store of keys without the store; the option of the password is called
   * as that of the store, and {@code -password} behind.
   *
   * @param stores names of the options for files
   * @throws LeaseConfigurationException BAD_OPTION
   */
  public void refusePasswordsOfNoStore(String... stores) {
    for (String store : stores) {
      if (config.options().containsKey(store + "-password")
          && !config.options().containsKey(store)) {
        throw badOption(
            "option " + store + "-password",
            "is given without " + store + "; name the file with " + store + "=/path/of.p12");
      }
    }
  }

  /**
   * An option that must match.
   *
   * @param name of the option
   * @param standard what counts if it is not given
   * @param pattern for the whole value
   * @throws LeaseConfigurationException BAD_OPTION
   */
  public String matching(String name, String standard, Pattern pattern) {
    String text = text(name, standard);
    if (!pattern.matcher(text).matches()) {
      throw badOption(name + "=" + text, "must match " + pattern);
    }
    return text;
  }

  /**
   * An option that is one of some words.
   *
   * @param name of the option
   * @param standard the word that counts if it is not given
   * @param values what each word means
   * @throws LeaseConfigurationException BAD_OPTION
   */
  public <T> T choice(String name, String standard, Map<String, T> values) {
    String text = text(name, standard);
    T value = values.get(text);
    if (value == null) {
      throw badOption(
          name + "=" + text,
          "must be " + String.join(" or ", values.keySet().stream().sorted().toList()));
    }
    return value;
  }

  /**
   * An option that is {@code true} or {@code false}.
   *
   * @param name of the option
   * @param standard what counts if it is not given
   * @throws LeaseConfigurationException BAD_OPTION
   */
  public boolean flag(String name, boolean standard) {
    String text = text(name, Boolean.toString(standard));
    if (!text.equals("true") && !text.equals("false")) {
      throw badOption(name + "=" + text, "must be true or false");
    }
    return text.equals("true");
  }

  /**
   * An option that is a whole number.
   *
   * @param name of the option
   * @param standard what counts if it is not given
   * @throws LeaseConfigurationException BAD_OPTION
   */
  public int number(String name, int standard, int min, int max) {
    String text = text(name, Integer.toString(standard));
    return number(name + "=" + text, text, min, max);
  }

  /**
   * A whole number that stands anywhere in the URI.
   *
   * @param what is meant, for the message
   * @throws LeaseConfigurationException BAD_OPTION
   */
  public int number(String what, String text, int min, int max) {
    try {
      int value = Integer.parseInt(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw badOption(what, "must be a whole number from " + min + " to " + max);
  }

  /**
   * A port; empty text stands for the usual one.
   *
   * @throws LeaseConfigurationException BAD_URI
   */
  public int port(String text, int usual) {
    int port = text.isEmpty() ? usual : -1;
    if (text.matches("[0-9]{1,5}")) {
      port = Integer.parseInt(text);
    }
    if (port <= 0 || port > 65_535) {
      throw badUri("has port " + text + "; give one from 1 to 65535");
    }
    return port;
  }

  private String text(String name, String standard) {
    return config.options().getOrDefault(name, standard);
  }

  /**
   * A namespace, as it is given to a factory method.
   *
   * @throws LeaseConfigurationException BAD_OPTION
   */
  public static void checkNamespace(String namespace) {
    if (!NAMESPACE.matcher(namespace).matches()) {
      throw new LeaseConfigurationException(
          ErrorCode.BAD_OPTION, "namespace \"" + namespace + "\" must match " + NAMESPACE);
    }
  }

  /** A part of a URI before its query: there a plus is a plus. */
  public static String decoded(String raw) {
    return URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /** The refusal of the URI, which is shown without its secrets. */
  public LeaseConfigurationException badUri(String fault) {
    return new LeaseConfigurationException(
        ErrorCode.BAD_URI, "backend URI \"" + config.masked() + "\" " + fault);
  }

  /**
   * The refusal of a URI whose secrets may stand where they are not known as such.
   *
   * @param shown what of it may be shown behind the secrets, for instance the address; may be empty
   */
  public LeaseConfigurationException hidden(String shown, String fault) {
    return new LeaseConfigurationException(
        ErrorCode.BAD_URI,
        "backend URI \"" + config.uri().getScheme() + "://***" + shown + "\" " + fault);
  }

  /**
   * The refusal of an option.
   *
   * @param what the option as it was given
   */
  public LeaseConfigurationException badOption(String what, String fault) {
    return new LeaseConfigurationException(
        ErrorCode.BAD_OPTION, what + " of " + config.masked() + " " + fault);
  }
}
