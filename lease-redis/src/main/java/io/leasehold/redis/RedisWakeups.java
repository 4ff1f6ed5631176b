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
 * <p>A message races with the waiter: it can come after the acquire was answered busy and before
 * {@link #onVacant}. So the acquire is announced first, and a wake-up that finds it announced stays
 * for it: one at most, and not for long. A wake-up that nobody here needs any more is passed on to
 * the next client in line.
 */
final class RedisWakeups {

  /** Between a busy answer and onVacant lies a moment; whoever takes longer was given up. */
  private static final long ANNOUNCED_NANOS = Duration.ofSeconds(2).toNanos();

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

  /** The waiters of one name; immutable. */
  private record Line(List<Runnable> hints, boolean announced, long announcedAt, boolean woken) {
    static final Line EMPTY = new Line(List.of(), false, 0, false);

    boolean isAnnounced(long now) {
      return announced && now - announcedAt < ANNOUNCED_NANOS;
    }

    Line with(Runnable hint) {
      List<Runnable> longer = new ArrayList<>(hints);
      longer.add(hint);
      return new Line(List.copyOf(longer), false, 0, false);
    }

    @Nullable Line without(Runnable hint) {
      List<Runnable> shorter = new ArrayList<>(hints);
      shorter.remove(hint);
      return shorter.isEmpty() && !announced
          ? null
          : new Line(List.copyOf(shorter), announced, announcedAt, woken);
    }
  }

  /**
   * An acquire of somebody who waits is about to be sent.
   *
   * @return the client's id, to be put in the server's line; empty while nobody listens here
   */
  String announce(LeaseName name) {
    if (!subscriber.isListening()) {
      return "";
    }
    long now = clock.nanos();
    lines.compute(
        name,
        (key, line) -> {
          Line old = line == null ? Line.EMPTY : line;
          return new Line(old.hints, true, now, false);
        });
    return clientId;
  }

  /** That acquire was granted. */
  void forget(LeaseName name) {
    lines.computeIfPresent(
        name, (key, line) -> line.hints.isEmpty() ? null : new Line(line.hints, false, 0, false));
  }

  Subscription onVacant(LeaseName name, Runnable hint) {
    boolean[] woken = new boolean[1];
    lines.compute(
        name,
        (key, line) -> {
          Line old = line == null ? Line.EMPTY : line;
          woken[0] = old.woken;
          return old.with(hint);
        });
    if (woken[0]) {
      hint.run();
    }
    return () -> lines.computeIfPresent(name, (key, line) -> line.without(hint));
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
          kept[0] = line.hints.isEmpty() && line.isAnnounced(now);
          if (kept[0]) {
            return new Line(line.hints, true, line.announcedAt, true);
          }
          return line.hints.isEmpty() ? null : line;
        });
    if (!hints.isEmpty()) {
      hints.get(0).run();
    } else if (!kept[0]) {
      passOn.accept(name);
    }
  }

  /** The connection is new: what was sent meanwhile is lost, and no place is taken yet. */
  private void wakeAll() {
    lines.values().forEach(line -> line.hints.forEach(Runnable::run));
  }

  void close() {
    subscriber.close();
  }
}
