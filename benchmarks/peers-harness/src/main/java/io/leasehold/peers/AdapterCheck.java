package io.leasehold.peers;

import io.leasehold.tck.history.Acquisition;
import io.leasehold.tck.history.History;
import io.leasehold.tck.history.What;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Holding;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Settings;
import io.leasehold.tck.scenario.Stage;
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

  private AdapterCheck() {}

  /**
   * Plays it once.
   *
   * @param id of the peer
   * @return what is wrong with the adapter; empty if it works
   */
  public static List<String> faults(String id) throws InterruptedException {
    List<String> faults = new ArrayList<>();
    try (SubjectFixture fixture = new SubjectFixture(Subject.named(id).scheme());
        Stage stage = new Stage(fixture, CHECK, 1, Settings.quick())) {
      String name = stage.name();
      Contender one = stage.contender();
      Contender two = stage.contender();
      Optional<Holding> held = one.tryTake(name);
      if (held.isEmpty()) {
        return List.of("a free name was not taken: " + stage.history().all(What.FAILED));
      }
      stage.pass(stage.ttl().multipliedBy(3).dividedBy(2));
      Optional<Holding> taken = two.tryTake(name);
      held.get().isHeld();
      held.get().release();
      if (taken.isPresent()) {
        faults.add("the lock was not renewed: another got it after one ttl and a half");
      }
      Optional<Holding> after = two.take(name, stage.ttl().dividedBy(2));
      after.ifPresent(Holding::release);
      if (after.isEmpty()) {
        faults.add("a released lock was not free");
      }
      claims(Subject.named(id), stage.history(), held.get().lease().owner(), faults);
    }
    return faults;
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
