package io.leasehold.tck.scenario.life;

import io.leasehold.LeaseRequest;
import io.leasehold.tck.history.What;
import io.leasehold.tck.scenario.Cast;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Fate;
import io.leasehold.tck.scenario.FaultyBackend.Call;
import io.leasehold.tck.scenario.Holding;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Clients are closed in the middle of their work, each in another way. Each holds leases, has
 * callers who wait behind a rival, an acquire and a release under way, and a caller who takes and
 * lets go all the time.
 */
public final class CloseScenario {

  /** The scenario. */
  public static final Scenario CLOSE =
      Scenario.of(
          "close",
          "clients are closed while they hold, wait, acquire and release",
          CloseScenario::play);

  /** In which way a client is closed. */
  private enum Way {
    QUIETLY,
    TWICE_AT_ONCE,
    FROM_A_LISTENER,
    /** By a thread that is told to hurry, as at the end of a process. */
    INTERRUPTED,
    /** While nothing of it reaches the store. */
    CUT_OFF,
    /** While the release of one lease fails again and again. */
    ONE_RELEASE_THROWS
  }

  private static final int MANY = 1000;

  private final Stage stage;
  private final Way way;
  private final Contender client;
  private final Contender rival;
  private final EngineThreads threads = new EngineThreads();
  private final List<Holding> holdings = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final List<Future<?>> parts = new ArrayList<>();
  private final AtomicBoolean over = new AtomicBoolean();
  private final Duration callTimeout;

  private CloseScenario(Stage stage, Way way, Contender rival) {
    this.stage = stage;
    this.way = way;
    this.rival = rival;
    this.callTimeout = stage.traits().callTimeout();
    this.client = stage.contender(stage.fixture().connect(callTimeout), stage.terms(), threads);
  }

  private static void play(Stage stage) throws InterruptedException {
    Contender rival = stage.contender();
    List<Cast.Part> parts = new ArrayList<>();
    for (Way way : Way.values()) {
      CloseScenario one = new CloseScenario(stage, way, rival);
      parts.add(one::play);
    }
    stage.cast().together(stage.ttl().multipliedBy(20), parts);
  }

  private void play() throws InterruptedException {
    stage.note(client + " is closed " + way);
    String waited = stage.name();
    Optional<Holding> rivals = rival.tryTake(waited);
    hold();
    callersWait(waited);
    Optional<Holding> ending = client.tryTake(name());
    acquireAndReleaseUnderWay();
    // Both are answered at the end of their bound: the closing comes in the middle.
    stage.pass(callTimeout.dividedBy(3));
    close(ending);
    ifOver(waited, rivals);
  }

  private String name() {
    String name = stage.name();
    names.add(name);
    return name;
  }

  /** What one release may hold up outlasts the whole closing, or its ttl would free it in time. */
  private void hold() {
    boolean one = way == Way.ONE_RELEASE_THROWS;
    Duration ttl = one ? stage.ttl().multipliedBy(4) : stage.ttl();
    for (int i = 0; i < (one ? 4 : 2); i++) {
      LeaseRequest request = LeaseRequest.of(name()).ttl(ttl).wait(Duration.ZERO);
      client.take(request).ifPresent(holdings::add);
    }
  }

  private void callersWait(String waited) {
    Duration wait = stage.ttl().multipliedBy(15);
    for (int i = 0; i < 2; i++) {
      parts.add(stage.cast().begin(() -> client.take(waited, wait)));
    }
    String busy = name();
    parts.add(
        stage
            .cast()
            .begin(
                () -> {
                  while (!over.get()) {
                    client.take(busy, wait).ifPresent(Holding::release);
                    stage.pass(callTimeout.dividedBy(20));
                  }
                }));
  }

  private void acquireAndReleaseUnderWay() {
    String slow = name();
    client.faults().next(Call.ACQUIRE, slow, Fate.LATE_ANSWER, 1);
    parts.add(stage.cast().begin(() -> client.tryTake(slow)));
    String letGo = name();
    Optional<Holding> holding = client.tryTake(letGo);
    client.faults().next(Call.RELEASE, letGo, Fate.LATE_ANSWER, 1);
    parts.add(stage.cast().begin(() -> holding.ifPresent(Holding::release)));
  }

  private void close(Optional<Holding> ending) throws InterruptedException {
    switch (way) {
      case QUIETLY -> client.close();
      case TWICE_AT_ONCE ->
          stage
              .cast()
              .together(stage.ttl().multipliedBy(10), List.of(client::close, client::close));
      case FROM_A_LISTENER -> closedByListener(ending);
      case INTERRUPTED -> {
        Thread.currentThread().interrupt();
        client.close();
        var unused = Thread.interrupted();
      }
      case CUT_OFF -> {
        stage.faultBegins("CUT_OFF", client.label());
        client.faults().all(Fate.LOSE_REQUEST);
        client.close();
      }
      case ONE_RELEASE_THROWS -> {
        // Neither the first nor the last: whatever order they are released in, some are left.
        client.faults().next(Call.RELEASE, names.get(1), Fate.THROW, MANY);
        client.close();
      }
    }
    holdings.forEach(Holding::isHeld);
    if (way == Way.FROM_A_LISTENER) {
      // That call does not wait for the end; it comes within the same bound.
      stage.until(callTimeout.multipliedBy(3).plusSeconds(1), () -> threads.alive().isEmpty());
    }
    phase("over");
    over.set(true);
  }

  private void closedByListener(Optional<Holding> ending) throws InterruptedException {
    if (ending.isEmpty()) {
      return;
    }
    AtomicBoolean closed = new AtomicBoolean();
    var unused =
        ending
            .get()
            .lease()
            .whenEnded()
            .thenRun(
                () -> {
                  client.close("listener");
                  closed.set(true);
                });
    ending.get().release();
    stage.until(stage.ttl().multipliedBy(5), closed::get);
  }

  private void ifOver(String waited, Optional<Holding> rivals) throws InterruptedException {
    client.tryTake(stage.name());
    client.take(stage.name(), stage.ttl());
    names.forEach(name -> stage.eye().look(name));
    if (threads.isKnown()) {
      stage.until(callTimeout, () -> threads.alive().isEmpty());
      phase("threads");
    }
    rivals.ifPresent(Holding::release);
    stage.cast().await(stage.ttl().multipliedBy(20), parts);
    holdings.forEach(Holding::isHeld);
    if (way == Way.CUT_OFF) {
      stage.pass(stage.ttl().plus(stage.traits().takeoverLag()).plus(callTimeout));
    } else {
      stage.pass(stage.terms().interval());
    }
    names.forEach(name -> stage.eye().look(name));
    stage.eye().look(waited);
  }

  private void phase(String phase) {
    List<String> alive = threads.alive();
    stage
        .recorder()
        .note(
            client.label(),
            What.CLOSE,
            "",
            "",
            "phase",
            phase,
            "threads",
            alive.size(),
            "alive",
            alive);
  }
}
