package io.leasehold.tck.judge;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.Event;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.StoreCall;
import io.leasehold.tck.history.What;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Until when a store has to keep a grant, by what it said itself and by what was asked of it. Errs
 * only towards earlier: everything that may have ended the grant counts from the instant at which
 * it was asked for.
 */
public final class Alive {

  /** Faults of the store after which a record may be gone. */
  private static final Set<String> DELETES = Set.of("DELETE_RECORD", "WIPE");

  private static final Set<String> RESTARTS = Set.of("RESTART", "FAILOVER");

  private final History history;
  private final long error;
  private final long skew;
  private final List<Event> revocations;
  private final List<Event> faults;
  private final List<Event> closings;

  private Alive(History history) {
    this.history = history;
    this.error = history.error();
    this.skew = history.all(What.CLOCK).isEmpty() ? 0 : error;
    this.revocations =
        history.all(What.SENT).stream().filter(event -> event.is("call", "revoke")).toList();
    this.faults = history.all(What.FAULT).stream().filter(this::mayDelete).toList();
    this.closings =
        history.all(What.CLOSE).stream().filter(event -> event.is("phase", "begin")).toList();
  }

  /** Prepares for one history. */
  public static Alive in(History history) {
    return new Alive(history);
  }

  private boolean mayDelete(Event fault) {
    String word = fault.fact("fault");
    if (DELETES.contains(word)) {
      return true;
    }
    Set<String> breaking =
        new HashSet<>(List.of(history.scenario().fact("t.exclusionBrokenBy").split(" ")));
    return breaking.contains(word)
        || (RESTARTS.contains(word) && !history.scenario().is("t.grantsSurviveRestart", "true"));
  }

  /**
   * Until when this grant stands at the store whatever happens, not counting {@code revoke}, which
   * frees no name: the end of the latest ttl that the store confirmed, or the first thing that may
   * have freed the name. {@link Long#MIN_VALUE} if it was never confirmed.
   */
  public long until(Acquisition one) {
    return Math.min(expiry(one), freed(one, true, null));
  }

  /**
   * Until when the store has to say that this acquisition is the owner: the same, and a revocation
   * of either kind ends it too.
   *
   * @param asked a call that is not the reason for its own answer
   */
  public long untilRefused(Acquisition one, StoreCall asked) {
    return Math.min(expiry(one), freed(one, false, asked));
  }

  private long expiry(Acquisition one) {
    OptionalLong proven = one.provenFrom();
    return one.grant().isEmpty() || proven.isEmpty()
        ? Long.MIN_VALUE
        : proven.getAsLong() + one.ttl() - error;
  }

  private long freed(Acquisition one, boolean nowOnly, @Nullable StoreCall asked) {
    long from = one.grant().map(call -> call.sent().at()).orElse(Long.MIN_VALUE);
    long released =
        one.calls().stream()
            .filter(call -> call.call().equals("release") || call.call().equals("abandon"))
            .filter(call -> !call.equals(asked))
            .mapToLong(call -> call.sent().at())
            .min()
            .orElse(Long.MAX_VALUE);
    long revoked =
        revocations.stream()
            .filter(event -> event.name().equals(one.name()) && event.at() >= from)
            .filter(event -> !nowOnly || event.is("now", "true"))
            .mapToLong(Event::at)
            .min()
            .orElse(Long.MAX_VALUE);
    long closed =
        closings.stream()
            .filter(event -> event.by().equals(one.by()))
            .mapToLong(Event::at)
            .min()
            .orElse(Long.MAX_VALUE);
    long first = Math.min(Math.min(released, revoked), Math.min(closed, deleted(one.name(), from)));
    return first - skew; // of two processes' clocks one may be ahead
  }

  /** When a record of this name may have gone, at or after an instant. */
  public long deleted(String name, long from) {
    return faults.stream()
        .filter(fault -> fault.name().isEmpty() || fault.name().equals(name))
        .filter(fault -> fault.at() >= from)
        .mapToLong(Event::at)
        .min()
        .orElse(Long.MAX_VALUE);
  }
}
