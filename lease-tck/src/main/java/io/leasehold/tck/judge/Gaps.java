package io.leasehold.tck.judge;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where a history is not complete. Of a contender whose recorder lost something nobody knows what
 * else it did: neither what it seems to have failed to do, nor that it did nothing.
 */
public final class Gaps {

  private static final String KIT = "kit";

  private final Set<String> whose;

  private Gaps(Set<String> whose) {
    this.whose = whose;
  }

  /** The gaps of a history. */
  public static Gaps of(History history) {
    return new Gaps(history.all(What.GAP).stream().map(Event::by).collect(Collectors.toSet()));
  }

  /** Whether something of this contender may be missing. */
  public boolean in(String by) {
    return whose.contains(by) || whose.contains(KIT);
  }

  /** Whether something of an acquisition may be missing. */
  public boolean in(Acquisition one) {
    return in(one.by());
  }

  /** Whether something of anybody may be missing. */
  public boolean any() {
    return !whose.isEmpty();
  }

  /** Why an acquisition is not judged. */
  public static String doubt(Acquisition one) {
    return "something that " + one.by() + " did was not recorded";
  }
}
