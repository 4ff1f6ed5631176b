package io.leasehold.peers;

import io.leasehold.peers.scene.Scene;
import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Holding;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Settings;
import io.leasehold.tck.scenario.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an adapter has to do before its library is put under any rule: take, keep by renewal for
 * longer than the ttl, give back; on a redis-server of its own.
 */
public final class AdapterCheck {

  private static final Scenario CHECK =
      Scenario.of("peer-adapter", "one holds for longer than the ttl, another asks", stage -> {});

  /** Twice the kit's, because nothing is gained by a short ttl here. */
  private static final Duration CALL_TIMEOUT = Duration.ofMillis(600);

  private static final int TRIES = 5;

  private AdapterCheck() {}

  /**
   * Plays it, and again if the machine stood still for long meanwhile.
   *
   * @param id of the peer
   * @return what is wrong with the adapter; empty if it works
   */
  public static List<String> faults(String id) throws InterruptedException {
    try (SubjectFixture fixture = new SubjectFixture(Subject.named(id).scheme())) {
      for (int i = 0; i < TRIES; i++) {
        try (Stage stage =
            new Stage(fixture, CHECK, i, Settings.quick().callTimeout(CALL_TIMEOUT))) {
          Optional<List<String>> found = play(Subject.named(id), stage);
          if (found.isPresent()) {
            return found.get();
          }
        }
      }
    }
    return List.of("the machine stood still in every try");
  }

  /** Empty if the machine does not let it be judged. */
  private static Optional<List<String>> play(Subject subject, Stage stage)
      throws InterruptedException {
    List<String> faults = new ArrayList<>();
    Contender one = Scene.warm(stage);
    Contender two = Scene.warm(stage);
    String name = stage.name();
    long begin = stage.recorder().now();
    Optional<Holding> held = one.tryTake(name);
    if (held.isPresent()) {
      stage.pass(stage.ttl().multipliedBy(3).dividedBy(2));
      if (two.tryTake(name).isPresent()) {
        faults.add("the lock was not renewed: another got it after one ttl and a half");
      }
      held.get().isHeld();
      held.get().release();
      Optional<Holding> after = two.take(name, stage.ttl().dividedBy(2));
      after.ifPresent(Holding::release);
      if (after.isEmpty()) {
        faults.add("a released lock was not free");
      }
      claims(subject, stage.history(), held.get().lease().owner(), faults);
    } else {
      faults.add("a free name was not taken: " + stage.history().all(What.FAILED));
    }
    long stalled = stage.history().stalled(begin, stage.recorder().now());
    return stalled > stage.ttl().dividedBy(6).toNanos() ? Optional.empty() : Optional.of(faults);
  }

  /** What the adapter says that the library has is seen, and nothing else. */
  private static void claims(Subject subject, History history, String owner, List<String> faults) {
    Acquisition held = history.acquisition(owner).orElseThrow();
    check(Has.HELD_READ, subject, held.first(What.HELD).isPresent(), faults);
    check(Has.TOKEN, subject, held.token() > 0, faults);
    boolean told =
        held.first(What.RELEASED).filter(event -> event.is("result", "RELEASED")).isPresent();
    check(Has.RELEASE_RESULT, subject, told, faults);
  }

  private static void check(Has claim, Subject subject, boolean seen, List<String> faults) {
    if (subject.has().contains(claim) != seen) {
      faults.add(claim + " is claimed: " + !seen + ", seen: " + seen);
    }
  }
}
