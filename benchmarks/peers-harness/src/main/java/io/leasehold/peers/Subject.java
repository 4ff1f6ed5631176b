package io.leasehold.peers;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is put under the rules.
 *
 * @param id for the command line; the scheme of its addresses
 * @param title for people
 * @param library and version
 * @param configuration in words
 * @param ownWords of its documentation
 * @param has what it offers
 * @param notForIt rules that say nothing about it, and why
 */
record Subject(
    String id,
    String title,
    String library,
    String configuration,
    String ownWords,
    Set<Has> has,
    Map<String, String> notForIt) {

  /** The control: Leasehold on the same store, in the same scenes, by the same judges. */
  static final String CONTROL = "leasehold";

  static Subject named(String id) {
    return id.equals(CONTROL) ? control() : of(Peers.named(id));
  }

  private static Subject control() {
    return new Subject(
        CONTROL,
        "Leasehold (control)",
        "Leasehold, this commit, Jedis",
        "defaults of the kit's runs",
        "",
        EnumSet.allOf(Has.class),
        Map.of());
  }

  private static Subject of(Peer peer) {
    return new Subject(
        peer.id(),
        peer.title(),
        peer.library(),
        peer.configuration(),
        peer.ownWords(),
        peer.has(),
        peer.notForIt());
  }

  String scheme() {
    return id.equals(CONTROL) ? SubjectFixture.LEASEHOLD : id;
  }

  List<Bout> bouts() {
    return Bouts.all().stream().filter(bout -> whyNot(bout).isEmpty()).toList();
  }

  /** Why a rule says nothing about it; empty if it does. */
  Optional<String> whyNot(Bout bout) {
    return bout.needs().stream()
        .filter(need -> !has.contains(need))
        .findFirst()
        .map(Has::lack)
        .or(() -> Optional.ofNullable(notForIt.get(bout.id())));
  }

  /** All rules of the page that say nothing about it. */
  Map<String, String> left() {
    Map<String, String> left = new TreeMap<>();
    Bouts.all().forEach(bout -> whyNot(bout).ifPresent(why -> left.put(bout.id(), why)));
    return left;
  }
}
