package io.leasehold.tck.scenario.life;

import io.leasehold.Lease;
import io.leasehold.LeaseException;
import io.leasehold.LeaseRequest;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.OwnerToken;
import io.leasehold.spi.RenewOutcome;
import io.leasehold.tck.history.What;
import io.leasehold.tck.judge.life.Roles;
import io.leasehold.tck.scenario.Cast;
import io.leasehold.tck.scenario.Contender;
import io.leasehold.tck.scenario.Fate;
import io.leasehold.tck.scenario.FaultyBackend.Call;
import io.leasehold.tck.scenario.ForwardingBackend;
import io.leasehold.tck.scenario.Scenario;
import io.leasehold.tck.scenario.Stage;
import io.leasehold.tck.scenario.Terms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One client holds very many leases, of which one is poisoned: no renewal of it has an answer. A
 * sample of them is written down; the others are counted.
 */
public final class ScaleScenario {

  /** The scenario. */
  public static final Scenario SCALE =
      Scenario.of(
              "scale",
              "one client holds very many leases, one of them poisoned",
              s -> new ScaleScenario(s).play())
          .with("leases", 10_000)
          .onItsOwn();

  private static final Duration TTL = Duration.ofSeconds(4);
  private static final Duration ACQUIRING = Duration.ofMillis(2500);
  private static final int THREADS = 16;
  private static final int SAMPLE = 100;
  private static final int MEASURED = 50;

  /** The renewals of all take at most this share of what two batches at a time can do. */
  private static final int ROOM = 4;

  private final Stage stage;
  private final Terms terms;
  private final AtomicLong renewals = new AtomicLong();
  private final AtomicInteger lost = new AtomicInteger();
  private final Map<String, Long> grantedAt = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Lease> others = new ConcurrentLinkedQueue<>();

  private ScaleScenario(Stage stage) {
    this.stage = stage;
    Duration wanted = stage.ttl().compareTo(TTL) > 0 ? stage.ttl() : TTL;
    this.terms = Terms.of(stage.traits(), wanted);
  }

  private void play() throws InterruptedException {
    int leases = Math.min(stage.parameter("leases"), renewable());
    Contender client = stage.contender(new Counting(connect()), terms, LeaseClock.system());
    List<String> names = new ArrayList<>();
    for (int i = 0; i < leases; i++) {
      names.add(stage.name());
    }
    int every = Math.max(1, leases / SAMPLE);
    Set<String> written = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < leases; i += every) {
      written.add(names.get(i));
      stage.role(client.label(), names.get(i), i == 0 ? Roles.POISONED : Roles.SOUND);
    }
    stage.only(event -> event.name().isEmpty() || written.contains(event.name()));
    client.faults().next(Call.RENEW, names.get(0), Fate.LOSE_REQUEST, Integer.MAX_VALUE);
    acquire(client, names, written);
    stage.pass(terms.ttl().plus(terms.interval().dividedBy(4)));
    tally(client);
    client.close();
  }

  private LeaseBackend connect() {
    return stage.fixture().connect(stage.traits().callTimeout());
  }

  /** How many leases the store can renew, measured with a few. */
  private int renewable() {
    List<Grant> grants = new ArrayList<>();
    try (LeaseBackend backend = connect()) {
      for (int i = 0; i < Math.min(MEASURED, stage.traits().maxBatch()); i++) {
        AcquireOutcome outcome =
            backend.acquire(
                new AcquireAttempt(
                    new LeaseName(stage.name()),
                    OwnerToken.random(),
                    terms.ttl(),
                    0,
                    Map.of(),
                    false));
        if (outcome instanceof AcquireOutcome.Granted granted
            && (grants.isEmpty()
                || backend
                    .renewalDomain(grants.get(0))
                    .equals(backend.renewalDomain(granted.grant())))) {
          grants.add(granted.grant());
        }
      }
      if (grants.isEmpty()) {
        return 1;
      }
      var first = backend.renewAllIfOwner(grants);
      long begin = stage.recorder().now();
      var second = backend.renewAllIfOwner(grants);
      long each = Math.max(1, (stage.recorder().now() - begin) / grants.size());
      grants.forEach(backend::releaseIfOwner);
      stage.note(first.size() + second.size() + " renewals measured, each takes " + each + " ns");
      return (int) Math.max(4, Math.min(1_000_000, terms.interval().toNanos() * 2 / ROOM / each));
    }
  }

  private void acquire(Contender client, List<String> names, Set<String> written)
      throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    long end = stage.recorder().now() + ACQUIRING.toNanos();
    List<Cast.Part> parts = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      parts.add(
          () -> {
            for (int n = next.getAndIncrement();
                n < names.size() && stage.recorder().now() < end;
                n = next.getAndIncrement()) {
              take(client, names.get(n), written.contains(names.get(n)));
            }
          });
    }
    stage.cast().together(ACQUIRING.multipliedBy(4), parts);
  }

  private void take(Contender client, String name, boolean written) {
    LeaseRequest request = LeaseRequest.of(name).ttl(terms.ttl()).wait(Duration.ZERO);
    Optional<Lease> lease;
    if (written) {
      lease = client.take(request).map(holding -> holding.lease());
    } else {
      try {
        lease = client.client().tryAcquire(request);
      } catch (LeaseException e) {
        return; // one less
      }
    }
    lease.ifPresent(
        got -> {
          others.add(got);
          grantedAt.put(name, stage.recorder().now());
          got.onLost(loss -> lost.incrementAndGet());
        });
  }

  private void tally(Contender client) {
    long now = stage.recorder().now();
    long held = grantedAt.values().stream().mapToLong(at -> now - at).sum();
    stage
        .recorder()
        .note(
            client.label(),
            What.TALLY,
            "",
            "",
            "leases",
            others.size(),
            "lost",
            lost.get(),
            "poisoned",
            1,
            "renewals",
            renewals.get(),
            "due",
            held / terms.interval().toNanos());
  }

  /** Counts the renewals that reach the store. */
  private final class Counting extends ForwardingBackend {
    Counting(LeaseBackend backend) {
      super(backend);
    }

    @Override
    public RenewOutcome renewIfOwner(Grant grant) {
      renewals.incrementAndGet();
      return super.renewIfOwner(grant);
    }

    @Override
    public List<RenewOutcome> renewAllIfOwner(List<Grant> grants) {
      renewals.addAndGet(grants.size());
      return super.renewAllIfOwner(grants);
    }
  }
}
