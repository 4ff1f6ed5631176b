package io.leasehold.redis;

import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.Subscription;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who waits in this client, and for which name. A waiter takes its place in the server's line with
 * the acquire that finds the name busy; a release sends the name to the channel of the client that
 * has waited longest, and this class tells its waiter.
 *
 * <p>A message races with the waiter: it can come while the acquire is under way, or after it was
 * answered busy and before {@link #onVacant}. So the acquire is announced first, and a wake-up that
 * finds it announced stays for it: one at most, and not for long. A wake-up that nobody here needs
 * any more is passed on to the next client in line.
 */
final class RedisWakeups {

  /** Between a busy answer and onVacant lies a moment; whoever takes longer was given up. */
  private static final long GAP_NANOS = Duration.ofSeconds(2).toNanos();

  private final ConcurrentMap<LeaseName, Line> lines = new ConcurrentHashMap<>();
  private final String clientId;
  private final LeaseClock clock;
  private final RedisSubscriber subscriber;
  private final Consumer<LeaseName> passOn;

  /**
   * @param channels the prefix of the channel's name
   * @param connector makes the subscriber's own connection
   * @param passOn wakes the next client in line for that name
   */
  RedisWakeups(
      String channels,
      RedisSubscriber.Connector connector,
      LeaseClock clock,
      Duration callTimeout,
      Consumer<LeaseName> passOn) {
    byte[] id = new byte[8];
    new SecureRandom().nextBytes(id);
    this.clientId = HexFormat.of().formatHex(id);
    this.clock = clock;
    this.passOn = passOn;
    this.subscriber =
        new RedisSubscriber(
            channels + clientId, connector, clock, callTimeout, this::woken, this::wakeAll);
  }

  /**
   * What this client does about one name; immutable.
   *
   * @param hints of those who wait
   * @param asking how many announced acquires are under way
   * @param busyAt when one was answered busy whose onVacant has not come yet; null if none was
   * @param woken a message came that waits for that onVacant
   */
  private record Line(List<Runnable> hints, int asking, @Nullable Long busyAt, boolean woken) {
    static final Line EMPTY = new Line(List.of(), 0, null, false);

    boolean expectsWaiter(long now) {
      return asking > 0 || (busyAt != null && now - busyAt < GAP_NANOS);
    }

    Line asking(int more) {
      return new Line(hints, asking + more, busyAt, woken);
    }

    Line with(Runnable hint) {
      List<Runnable> longer = new ArrayList<>(hints);
      longer.add(hint);
      return new Line(List.copyOf(longer), asking, null, false);
    }

    Line without(Runnable hint) {
      List<Runnable> shorter = new ArrayList<>(hints);
      shorter.remove(hint);
      return new Line(List.copyOf(shorter), asking, busyAt, woken);
    }

    @Nullable Line unlessUnused(long now) {
      return hints.isEmpty() && !expectsWaiter(now) ? null : this;
    }
  }

  /**
   * An acquire of somebody who waits, on its way.
   *
   * @param client the client's id, to be put in the server's line; empty while nobody listens here
   * @param watched whether somebody waited already, by all appearance the same: then no onVacant
   *     follows
   */
  record Asking(String client, boolean watched) {
    private static final Asking UNHEARD = new Asking("", true);
  }

  /** Such an acquire is about to be sent; {@link #answered} follows. */
  Asking announce(LeaseName name) {
    if (!subscriber.isListening()) {
      return Asking.UNHEARD;
    }
    boolean[] watched = new boolean[1];
    lines.compute(
        name,
        (key, line) -> {
          Line old = line == null ? Line.EMPTY : line;
          watched[0] = !old.hints.isEmpty();
          return old.asking(1);
        });
    return new Asking(clientId, watched[0]);
  }

  /** It has its answer. Its waiter may have gone meanwhile: then nothing may stay here of it. */
  void answered(LeaseName name, Asking asking, boolean busy) {
    if (asking.client.isEmpty()) {
      return;
    }
    long now = clock.nanos();
    lines.computeIfPresent(
        name,
        (key, line) -> {
          Line answered = line.asking(-1);
          return busy && !asking.watched && line.hints.isEmpty()
              ? new Line(line.hints, answered.asking, now, line.woken)
              : answered.unlessUnused(now);
        });
  }

  Subscription onVacant(LeaseName name, Runnable hint) {
    boolean[] woken = new boolean[1];
    boolean[] withoutPlace = new boolean[1];
    lines.compute(
        name,
        (key, line) -> {
          Line old = line == null ? Line.EMPTY : line;
          woken[0] = old.woken;
          withoutPlace[0] = old.hints.isEmpty() && old.busyAt == null;
          return old.with(hint);
        });
    boolean listening = subscriber.listen();
    // Nobody listened when its acquire was sent. If the listening has begun before the lines above,
    // wakeAll did not see this hint: the next acquire has to take the place now.
    if (woken[0] || (withoutPlace[0] && listening)) {
      hint.run();
    }
    return () -> {
      long now = clock.nanos();
      lines.computeIfPresent(name, (key, line) -> line.without(hint).unlessUnused(now));
    };
  }

  /** A message: the server took this client out of the line for that name. */
  private void woken(String text) {
    LeaseName name = new LeaseName(text);
    long now = clock.nanos();
    List<Runnable> hints = new ArrayList<>();
    boolean[] kept = new boolean[1];
    lines.computeIfPresent(
        name,
        (key, line) -> {
          hints.addAll(line.hints);
          kept[0] = line.hints.isEmpty() && line.expectsWaiter(now);
          return kept[0]
              ? new Line(line.hints, line.asking, line.busyAt, true)
              : line.unlessUnused(now);
        });
    if (!hints.isEmpty()) {
      hints.forEach(Runnable::run); // the first may be that of a waiter who is just leaving
    } else if (!kept[0]) {
      passOn.accept(name);
    }
  }

  /** How many names this client does something about; for tests. */
  int names() {
    return lines.size();
  }

  /** The connection is new: what was sent meanwhile is lost, and no place is taken yet. */
  private void wakeAll() {
    lines.values().forEach(line -> line.hints.forEach(Runnable::run));
  }

  void close() {
    subscriber.close();
  }
}
