package io.leasehold.examples;

/** The address of a store that all clients of an example share. */
public final class SharedStore {

  private SharedStore() {}

  /** The first argument, or the default. */
  public static String uri(String[] args, String ifAbsent) {
    String uri = args.length > 0 ? args[0] : ifAbsent;
    if (uri.matches("(?i)memory:/?([?].*)?")) {
      throw new IllegalArgumentException(
          uri
              + " is a store of one client alone, which excludes no other client; give it a name that"
              + " all clients share, for instance "
              + ifAbsent);
    }
    return uri;
  }
}
