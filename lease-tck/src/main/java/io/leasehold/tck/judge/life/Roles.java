package io.leasehold.tck.judge.life;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What leases and clients are there for in a scenario, by its own word. */
public final class Roles {

  /** A client beside a crowd, or whose engine is disturbed otherwise. */
  public static final String BESIDE = "beside";

  /** A client that does the same undisturbed: what it loses as well, the machine has taken. */
  public static final String CONTROL = "control";

  /** A lease that nothing is done to. */
  public static final String SOUND = "sound";

  /** A lease whose renewals fail. */
  public static final String POISONED = "poisoned";

  /** A lease whose listener does not come back: that it is told proves nothing of others. */
  public static final String BLOCKING = "blocking";

  /** A client whose watchdog is disturbed. */
  public static final String SICK = "sick";

  /** A client whose engine meets an error from which it has to recover. */
  public static final String HEALING = "healing";

  private final Map<String, String> roles = new HashMap<>();

  private Roles() {}

  static Roles of(History history) {
    Roles all = new Roles();
    for (Event event : history.all(What.ROLE)) {
      all.roles.put(key(event.by(), event.name()), event.fact("role"));
    }
    return all;
  }

  /** The role of a client, and of a lease: that of its name in this client, else its client's. */
  private static String key(String by, String name) {
    return by + "/" + name;
  }

  private String of(Acquisition one) {
    String own = roles.get(key(one.by(), one.name()));
    return own != null ? own : roles.getOrDefault(key(one.by(), ""), "");
  }

  /** The acquisitions with this role that an application had. */
  static List<Acquisition> got(History history, String role) {
    Roles roles = of(history);
    return history.acquisitions().stream()
        .filter(one -> one.isGot() && roles.of(one).equals(role))
        .toList();
  }
}
