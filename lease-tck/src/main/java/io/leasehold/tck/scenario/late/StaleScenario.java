package io.leasehold.tck.scenario.late;

import io.leasehold.LeaseException;
import io.leasehold.LeaseRequest;
import io.leasehold.spi.LeaseName;
import io.leasehold.tck.fixture.Ability;
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

/** A handle that has ended is released, renewed and closed again while another has the name. */
public final class StaleScenario {

  /** The scenario. */
  public static final Scenario STALE =
      Scenario.of(
              "stale",
              "handles that were lost, let go, taken over or left to lapse are released, renewed and"
                  + " closed again while another has the name",
              StaleScenario::play)
          .with("times", 4);

  private static final int MANY = 100;

  private interface End {
    /** Ends a lease that was just taken. */
    void of(Drama drama, Holding holding) throws InterruptedException;
  }

  private StaleScenario() {}

  private static void play(Stage stage) throws InterruptedException {
    Contender victim = stage.contender();
    Contender rival = stage.contender();
    List<Cast.Part> parts = new ArrayList<>();
    for (int i = 0; i < stage.parameter("times"); i++) {
      Drama[] dramas = new Drama[7];
      for (int j = 0; j < dramas.length; j++) {
        dramas[j] = new Drama(stage, victim, rival, Fate.LOSE_REQUEST, i);
      }
      parts.add(() -> play(dramas[0], false, StaleScenario::unreachable));
      parts.add(() -> play(dramas[1], true, StaleScenario::lapse));
      parts.add(() -> play(dramas[2], true, StaleScenario::renewalUnderWay));
      parts.add(() -> play(dramas[3], false, (drama, holding) -> holding.release()));
      parts.add(() -> play(dramas[4], false, StaleScenario::releaseUnknown));
      parts.add(() -> play(dramas[5], true, StaleScenario::takenOver));
      if (stage.faults().offered().contains(Ability.DELETE_RECORD)) {
        parts.add(() -> play(dramas[6], false, StaleScenario::deleted));
      }
    }
    stage.cast().together(stage.ttl().multipliedBy(20), parts);
  }

  private static void play(Drama drama, boolean byHand, End end) throws InterruptedException {
    LeaseRequest request =
        LeaseRequest.of(drama.name).ttl(drama.stage.ttl()).wait(drama.patience());
    Optional<Holding> stale = drama.victim.take(byHand ? request.renewedByHand() : request);
    if (stale.isEmpty()) {
      return;
    }
    end.of(drama, stale.get());
    Optional<Holding> next = drama.rival.take(drama.name, drama.patience());
    if (next.isPresent()) {
      drama.hold(next.get(), 0.3);
    }
    again(drama, stale.get());
    if (next.isPresent()) {
      drama.hold(next.get(), 1.2);
      drama.look();
      next.get().release();
    }
    again(drama, stale.get());
    drama.look();
  }

  private static void again(Drama drama, Holding stale) {
    drama.look();
    stale.isHeld();
    stale.renew();
    stale.release();
    stale.lease().close();
    stale.release();
    drama.letGo();
    stale.isHeld();
  }

  /** No renewal gets an answer; the releases that follow the loss get none for some time. */
  private static void unreachable(Drama drama, Holding holding) throws InterruptedException {
    drama.fate(Call.RENEW, MANY);
    drama.fate(Call.RELEASE, 3);
    waitForTheEnd(drama, holding);
  }

  /** Nobody renews it any more. */
  private static void lapse(Drama drama, Holding holding) throws InterruptedException {
    drama.pass(0.3);
    holding.renew();
    waitForTheEnd(drama, holding);
  }

  /** The last renewal arrives when another has the name. */
  private static void renewalUnderWay(Drama drama, Holding holding) throws InterruptedException {
    drama.fate(Call.RENEW, Fate.HOLD_BACK, 1);
    drama.pass(0.3);
    holding.renew();
    waitForTheEnd(drama, holding);
  }

  private static void releaseUnknown(Drama drama, Holding holding) throws InterruptedException {
    drama.fate(Call.RELEASE, 3);
    drama.pass(0.1);
    holding.release();
  }

  /** The store has lost the record, and another may have the name before its holder knows. */
  private static void deleted(Drama drama, Holding holding) throws InterruptedException {
    drama.pass(0.2);
    drama.stage.faultBegins("DELETE_RECORD", drama.name);
    drama.stage.faults().deleteRecord(new LeaseName(drama.name));
    drama.stage.faultEnds("DELETE_RECORD", drama.name);
    waitForTheEnd(drama, holding);
  }

  /** The store has given it to another, or to nobody, and its holder lets go without knowing. */
  private static void takenOver(Drama drama, Holding holding) throws InterruptedException {
    drama.pass(0.1);
    try {
      drama.rival.client().revokeNow(drama.name);
    } catch (LeaseException e) {
      drama.stage.note("it could not be revoked: " + e.code());
    }
    Optional<Holding> other =
        drama.round % 2 == 0 ? drama.rival.tryTake(drama.name) : Optional.empty();
    holding.release();
    other.ifPresent(Holding::release);
  }

  private static void waitForTheEnd(Drama drama, Holding holding) throws InterruptedException {
    Duration bound = drama.stage.ttl().multipliedBy(3);
    drama.stage.until(bound, () -> !holding.lease().isHeld());
    holding.isHeld();
  }
}
