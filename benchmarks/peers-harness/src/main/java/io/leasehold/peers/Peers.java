package io.leasehold.peers;

import java.util.List;
import java.util.ServiceLoader;

/** The peers on the class path. */
final class Peers {

  private Peers() {}

  /** All of them, in the order in which they are listed. */
  static List<Peer> all() {
    return ServiceLoader.load(Peer.class).stream().map(ServiceLoader.Provider::get).toList();
  }

  /**
   * One of them.
   *
   * @throws IllegalArgumentException if there is none
   */
  static Peer named(String id) {
    return all().stream()
        .filter(peer -> peer.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no peer \"" + id + "\" is here"));
  }
}
