package io.leasehold.peers;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * A library, or one kind of lock of it, in its best configuration for a lock that is held for as
 * long as the work lasts. Found by {@link java.util.ServiceLoader}. Thread-safe.
 */
public interface Peer {

  /**
   * What a client is set up with.
   *
   * @param host of the store, or of a proxy before it
   * @param port of it
   * @param ttl of the locks
   * @param callTimeout after which a command is given up
   * @param poll how often a waiter asks, where the library asks
   */
  record Setup(String host, int port, Duration ttl, Duration callTimeout, Duration poll) {}

  /** Short, for a command line. */
  String id();

  /** Its name for people. */
  String title();

  /** The library and its version. */
  String library();

  /** How it is configured, in words, with why. */
  String configuration();

  /** What its own documentation says about what it does not promise; empty if nothing is found. */
  String ownWords();

  /** What it offers. */
  Set<Has> has();

  /** Rules that say nothing about it, whatever it offers: the id, and why. */
  default Map<String, String> notForIt() {
    return Map.of();
  }

  /** The key under which a lock's record stands. */
  String key(String name);

  /** Connects a client. */
  PeerLocks connect(Setup setup);
}
