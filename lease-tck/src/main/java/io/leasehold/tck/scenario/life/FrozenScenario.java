package io.leasehold.tck.scenario.life;

import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.judge.life.Roles;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.ForwardingBackend;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A client holds leases at several nodes of a store, and one of the nodes stands still. */
public final class FrozenScenario {

  /** The scenario. */
  public static final Scenario FROZEN =
      Scenario.of("frozen", "one of several nodes of the store stands still", FrozenScenario::play)
          .needing(Ability.FREEZE_DOMAIN)
          .onItsOwn()
          .with("leases", 16);

  private FrozenScenario() {}

  /** Notes where each grant lives. */
  private static final class Domains extends ForwardingBackend {
    private final Map<String, Object> domains = new ConcurrentHashMap<>();

    Domains(LeaseBackend backend) {
      super(backend);
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      AcquireOutcome outcome = super.acquire(attempt);
      if (outcome instanceof AcquireOutcome.Granted granted) {
        domains.put(attempt.name().value(), renewalDomain(granted.grant()));
      }
      return outcome;
    }

    Optional<Object> of(String name) {
      return Optional.ofNullable(domains.get(name));
    }
  }

  private static void play(Stage stage) throws InterruptedException {
    Domains domains = new Domains(stage.fixture().connect(stage.traits().callTimeout()));
    Contender client = stage.contender(domains);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < stage.parameter("leases"); i++) {
      names.add(stage.name());
      client.tryTake(names.get(i));
    }
    String frozen = names.get(0);
    for (String name : names) {
      boolean with = domains.of(name).equals(domains.of(frozen));
      stage.role(client.label(), name, with ? Roles.POISONED : Roles.SOUND);
    }
    stage.pass(stage.terms().interval());
    stage.faultBegins("FREEZE_DOMAIN", "");
    stage.faults().freezeDomain(new LeaseName(frozen));
    stage.pass(stage.ttl().multipliedBy(2));
    stage.faults().thawDomain(new LeaseName(frozen));
    stage.faultEnds("FREEZE_DOMAIN", "");
  }
}
