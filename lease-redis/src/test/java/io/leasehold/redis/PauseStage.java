package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseRequest;
import io.leasehold.spi.LeaseClock;
import io.leasehold.tck.net.Direction;
import io.leasehold.tck.net.FaultProxy;
import io.leasehold.tck.net.HeldData;
import io.leasehold.tck.process.ChildCommand;
import io.leasehold.tck.process.ChildEvent;
import io.leasehold.tck.process.ChildJvm;
import io.leasehold.tck.process.HoldHistory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One {@link PausedHolder} that is stopped again and again, and the rival that takes over. */
final class PauseStage implements AutoCloseable {

  static final Duration TTL = Duration.ofMillis(500);
  static final Duration CALL_TIMEOUT = Duration.ofMillis(110);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int HOLDER = 0;
  private static final int RIVAL = 1;

  /**
   * In the middle of which step it is stopped; and whether the step goes on meanwhile, or later.
   */
  record Moment(@Nullable RedisScript step, Direction held, boolean goesOnMeanwhile) {
    boolean isAcquire() {
      return step == RedisScript.ACQUIRE;
    }

    boolean isRelease() {
      return step == RedisScript.RELEASE;
    }
  }

  final HoldHistory history = new HoldHistory(TTL, Duration.ofMillis(2));
  final SharedNumber fenced = new SharedNumber(true);
  final SharedNumber unfenced = new SharedNumber(false);
  final List<ChildEvent> said = new ArrayList<>();
  int lateWrites;
  private final Queue<ChildEvent> heard = new ArrayDeque<>();
  private final RedisServer server = RedisServer.start();
  private final FaultProxy proxy = FaultProxy.to(server.host(), server.port());
  private final LeaseClient rival = LeaseClient.open(server.uri());
  private final LeaseClock clock = LeaseClock.system();
  private final Random random;
  private final ChildJvm holder;

  PauseStage(long seed) {
    this.random = new Random(seed);
    this.holder =
        ChildCommand.main(PausedHolder.class)
            .args(
                "redis://127.0.0.1:" + proxy.port(),
                "" + TTL.toMillis(),
                "" + CALL_TIMEOUT.toMillis(),
                "name")
            .start();
  }

  /** Plays all moments; an undecided one, as there are on a busy machine, is played again. */
  void play(List<Moment> moments) throws InterruptedException {
    hear("READY");
    for (Moment moment : moments) {
      int tries = 0;
      while (!play(moment)) {
        assertThat(++tries).as("undecided: %s", moment).isLessThan(10);
      }
    }
    holder.send("enough");
    assertThat(holder.awaitExit(LONG)).isZero();
    hasSaid("");
    heard.forEach(this::note);
  }

  private boolean play(Moment moment) throws InterruptedException {
    return moment.isAcquire()
        ? stopWithinAcquire(moment)
        : moment.isRelease() ? stopWithinRelease(moment) : stopWhileHeld(moment);
  }

  private boolean stopWhileHeld(Moment moment) throws InterruptedException {
    holder.send("hold");
    long token = Long.parseLong(hear("TOKEN").value());
    long read = fenced.read();
    long readUnfenced = unfenced.read();
    @Nullable HeldData held = order(moment);
    if (held == null) {
      LockSupport.parkNanos((long) (TTL.dividedBy(3).toNanos() * random.nextDouble()));
    } else {
      awaitCaught(held);
    }
    Lease next = takeOver(stop(held, moment));
    long takenAt = clock.nanos();
    assertThat(next.fencingToken()).isGreaterThan(token);
    write(next.fencingToken());
    goOnLater(held, moment);
    // Whoever asks the store now waits for a whole call.
    proxy.blackHole();
    long resumedAt = clock.nanos();
    holder.resume(LONG);
    String[] look = hear("NOT-HELD").value().split(" ");
    hear("WRITE");
    assertThat(fenced.write(token, read + 1)).as("the late write").isFalse();
    assertThat(unfenced.write(token, readUnfenced + 1)).isTrue();
    lateWrites++;
    proxy.heal();
    hearOfLoss(token);
    release(next);
    assertThat(Long.parseLong(look[0]) - takenAt)
        .as("it took it for held after the rival had got it")
        .isNegative();
    // Else it had ended before it was stopped, or the look took as long as a call, which proves
    // nothing.
    return Long.parseLong(look[1]) - resumedAt > 0
        && Long.parseLong(look[2]) < CALL_TIMEOUT.toNanos();
  }

  private boolean stopWithinRelease(Moment moment) throws InterruptedException {
    holder.send("hold");
    long token = Long.parseLong(hear("TOKEN").value());
    HeldData held = Objects.requireNonNull(order(moment));
    holder.send("release");
    awaitCaught(held);
    Lease next = takeOver(stop(held, moment));
    assertThat(next.fencingToken()).isGreaterThan(token);
    goOnLater(held, moment);
    holder.resume(LONG);
    String result = hear("RELEASED").value();
    assertThat(result).doesNotContain("HELD");
    release(next);
    return !result.equals("NOTHING");
  }

  private boolean stopWithinAcquire(Moment moment) throws InterruptedException {
    HeldData held = Objects.requireNonNull(order(moment));
    holder.send("hold");
    awaitCaught(held);
    Lease next = takeOver(stop(held, moment));
    goOnLater(held, moment);
    holder.resume(LONG);
    // Busy: it has tried again, in vain. Or its second try was granted before it was stopped.
    ChildEvent answer = hear("BUSY", "TOKEN");
    release(next);
    boolean decided = answer.key().equals("BUSY");
    if (decided) {
      assertThat(Long.parseLong(hear("TOKEN").value())).isGreaterThan(next.fencingToken());
    } else {
      assertThat(Long.parseLong(answer.value())).isLessThan(next.fencingToken());
    }
    holder.send("release");
    assertThat(hear("RELEASED").value()).doesNotContain("HELD");
    return decided;
  }

  /** The step has come so far, or the lease was lost before, and the step never comes. */
  private void awaitCaught(HeldData held) throws InterruptedException {
    long end = clock.nanos() + LONG.toNanos();
    while (!held.awaitCaught(Duration.ofMillis(1))) {
      if (hasSaid("NOT-HELD")) {
        held.letGo(Duration.ZERO);
        return;
      }
      assertThat(clock.nanos() - end).as("it has not come by").isNegative();
    }
  }

  private @Nullable HeldData order(Moment moment) {
    if (moment.step == null) {
      return null;
    }
    String marker = FarClient.marker(moment.step);
    return moment.held == Direction.REQUESTS
        ? proxy.holdNext(Direction.REQUESTS, marker)
        : proxy.holdAnswer(marker);
  }

  /** Returns when nothing of it runs any more. */
  private long stop(@Nullable HeldData held, Moment moment) throws InterruptedException {
    holder.stop(LONG);
    long stoppedAt = clock.nanos();
    if (held != null && moment.goesOnMeanwhile) {
      held.letGo(CALL_TIMEOUT);
    }
    return stoppedAt;
  }

  /** The rival gets it, and the holder has stood still for longer than its ttl. */
  private Lease takeOver(long stoppedAt) throws InterruptedException {
    long sent = clock.nanos();
    Lease next = rival.acquire(LeaseRequest.of("name").ttl(LONG).wait(LONG));
    history.got(RIVAL, "name", next.fencingToken(), next.owner(), sent, clock.nanos());
    RedisServer.until("the ttl is over", () -> clock.nanos() - stoppedAt > TTL.toNanos());
    assertThat(holder.state().orElseThrow().isStopped()).isTrue();
    return next;
  }

  private void goOnLater(@Nullable HeldData held, Moment moment) throws InterruptedException {
    if (held != null && !moment.goesOnMeanwhile) {
      held.letGo(CALL_TIMEOUT);
    }
  }

  private void write(long token) {
    for (int n = 0; n < 3; n++) {
      assertThat(fenced.write(token, fenced.read() + 1)).isTrue();
      assertThat(unfenced.write(token, unfenced.read() + 1)).isTrue();
    }
  }

  /** Whatever the holder has sent meanwhile, the rival's lease is untouched. */
  private void release(Lease next) {
    assertThat(next.confirmHeld()).isTrue();
    assertThat(rival.holder("name").orElseThrow().remaining().orElseThrow())
        .isGreaterThan(LONG.dividedBy(2));
    history.let(next.owner(), clock.nanos());
    next.close();
  }

  /** Takes what it says up to the next event with one of these keys. */
  private ChildEvent hear(String... keys) throws InterruptedException {
    long end = clock.nanos() + LONG.toNanos();
    while (true) {
      ChildEvent event = heard.isEmpty() ? holder.awaitAny(LONG) : heard.remove();
      note(event);
      if (List.of(keys).contains(event.key())) {
        return event;
      }
      assertThat(clock.nanos() - end).as("no %s, but %s", List.of(keys), event).isNegative();
    }
  }

  /** Whether it will be heard; takes nothing. */
  private boolean hasSaid(String key) throws InterruptedException {
    for (Optional<ChildEvent> e = holder.poll(); e.isPresent(); e = holder.poll()) {
      heard.add(e.get());
    }
    return heard.stream().anyMatch(event -> event.key().equals(key));
  }

  /** Told on another thread: it may come before or after what was heard last. */
  private void hearOfLoss(long token) throws InterruptedException {
    while (said.stream().noneMatch(event -> event.toString().startsWith("LOST " + token))) {
      hear("LOST");
    }
  }

  private void note(ChildEvent event) {
    said.add(event);
    history.add(HOLDER, event);
  }

  @Override
  public void close() {
    holder.close();
    rival.close();
    proxy.close();
    server.close();
  }
}
