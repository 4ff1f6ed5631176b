package io.leasehold.tck.mutants.engine;

import io.leasehold.ErrorCode;
import io.leasehold.Lease;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseException;
import io.leasehold.LeaseNotAcquiredException;
import io.leasehold.LeaseRequest;
import io.leasehold.spi.AcquireAttempt;
import io.leasehold.spi.AcquireOutcome;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import io.leasehold.spi.Subscription;
import io.leasehold.tck.fixture.ClientSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** What the rules of waiting catch. */
final class WaitEngineMutants {

  private static final Duration CALL = Duration.ofMillis(20);
  private static final Duration SOON = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofSeconds(2);

  static final List<EngineMutant> ALL =
      List.of(
          EngineMutant.both(
              "RELIES_ON_HINTS",
              "asks the store ten times less often than its poll interval says",
              Deaf::new,
              ClientWrap.settings(WaitEngineMutants::seldomPolling),
              "WAK-01",
              "WAK-03"),
          EngineMutant.both(
                  "EVERY_CALLER_ASKS",
                  "has no line: each caller of a name asks the store by itself",
                  Slow::new,
                  settings -> new NoLine(settings),
                  "WAK-02")
              .perhaps("WAK-06", "WAK-07"),
          EngineMutant.of(
              "THE_DEAD_KEEP_THE_LINE",
              "a waiter that is interrupted keeps its place in the line for a while",
              ClientWrap.clients(Gated::new),
              "WAK-03"),
          EngineMutant.of(
              "A_WAIT_TAKES_TOO_LONG",
              "looks at the time only now and then",
              ClientWrap.clients(real -> new Failing(real, LONG, null)),
              "WAK-04"),
          EngineMutant.of(
              "CONTENDED_LOOKS_LIKE_DOWN",
              "tells that the store does not answer where another holds the name",
              ClientWrap.clients(real -> new Failing(real, Duration.ZERO, ErrorCode.UNAVAILABLE)),
              "WAK-04"),
          EngineMutant.of(
              "ASKS_ON_FOR_NOBODY",
              "asks once more for a caller that has given up",
              ClientWrap.clients(Haunted::new),
              "WAK-05"),
          EngineMutant.both(
                  "GREED_PAYS",
                  "lets a caller who does not wait go before those who do",
                  Deaf::new,
                  settings -> new Greedy(settings),
                  "WAK-06")
              .perhaps("WAK-02"),
          EngineMutant.of(
              "LAST_COME_FIRST_SERVED",
              "serves the waiter that came last",
              ClientWrap.clients(LastFirst::new),
              "WAK-06",
              "WAK-07"));

  private WaitEngineMutants() {}

  /** Hears no hints. */
  private static final class Deaf extends BackendWrap {
    Deaf(LeaseBackend real) {
      super(real);
    }

    @Override
    public Subscription onVacant(LeaseName name, Runnable hint) {
      return Subscription.NONE;
    }
  }

  /** Its acquires take a while. */
  private static final class Slow extends BackendWrap {
    Slow(LeaseBackend real) {
      super(real);
    }

    @Override
    public AcquireOutcome acquire(AcquireAttempt attempt) {
      LockSupport.parkNanos(CALL.toNanos());
      return super.acquire(attempt);
    }
  }

  private static ClientSettings seldomPolling(ClientSettings settings) {
    return new ClientSettings(
        settings.backend(),
        settings.connection(),
        settings.ttl(),
        settings.pollInterval().multipliedBy(10),
        settings.observer(),
        settings.clock());
  }

  /** Several engines, and each caller goes to another. */
  private static final class NoLine extends ClientWrap {
    private final List<LeaseClient> engines;
    private final AtomicInteger next = new AtomicInteger();

    NoLine(ClientSettings settings) {
      super(settings.open());
      engines = List.of(real, settings.open(), settings.open());
    }

    private LeaseClient engine() {
      return engines.get(next.getAndIncrement() % engines.size());
    }

    @Override
    public Lease acquire(LeaseRequest request) throws InterruptedException {
      return engine().acquire(request);
    }

    @Override
    public Optional<Lease> tryAcquire(LeaseRequest request) {
      return engine().tryAcquire(request);
    }

    @Override
    public void close() {
      engines.forEach(LeaseClient::close);
    }
  }

  /** A second engine for those who do not wait: it knows nothing of the others' line. */
  private static final class Greedy extends ClientWrap {
    private final LeaseClient greedy;

    Greedy(ClientSettings settings) {
      super(settings.open());
      greedy = settings.open();
    }

    @Override
    public Optional<Lease> tryAcquire(LeaseRequest request) {
      return greedy.tryAcquire(request);
    }

    @Override
    public void close() {
      greedy.close();
      super.close();
    }
  }

  /** A line of its own before the engine's; who is interrupted leaves it late. */
  private static final class Gated extends ClientWrap {
    private final Map<String, Semaphore> gates = new ConcurrentHashMap<>();

    Gated(LeaseClient real) {
      super(real);
    }

    @Override
    public Lease acquire(LeaseRequest request) throws InterruptedException {
      Semaphore gate = gates.computeIfAbsent(request.name(), name -> new Semaphore(1, true));
      if (!gate.tryAcquire(request.waitTime().toNanos(), TimeUnit.NANOSECONDS)) {
        throw new LeaseNotAcquiredException(ErrorCode.TIMED_OUT, "others were first", null);
      }
      boolean interrupted = false;
      try {
        return super.acquire(request);
      } catch (InterruptedException e) {
        interrupted = true;
        later(LONG, gate::release);
        throw e;
      } finally {
        if (!interrupted) {
          gate.release();
        }
      }
    }
  }

  /** A caller without a lease is told so later, or told something else. */
  private static final class Failing extends ClientWrap {
    private final Duration late;
    private final ErrorCode code;

    Failing(LeaseClient real, Duration late, ErrorCode code) {
      super(real);
      this.late = late;
      this.code = code;
    }

    @Override
    public Lease acquire(LeaseRequest request) throws InterruptedException {
      try {
        return super.acquire(request);
      } catch (LeaseException e) {
        if (e.code() != ErrorCode.CONTENDED) {
          throw e;
        }
        LockSupport.parkNanos(late.toNanos());
        throw code == null ? e : new LeaseNotAcquiredException(code, e.getMessage(), e);
      }
    }
  }

  /** Asks again for who has given up, and gives back what it gets. */
  private static final class Haunted extends ClientWrap {
    Haunted(LeaseClient real) {
      super(real);
    }

    @Override
    public Lease acquire(LeaseRequest request) throws InterruptedException {
      try {
        return super.acquire(request);
      } catch (LeaseException e) {
        if (e.code() == ErrorCode.CONTENDED) {
          later(SOON, () -> real.tryAcquire(request).ifPresent(Lease::close));
        }
        throw e;
      }
    }
  }

  /** A line of its own before the engine's, out of which the last comes first. */
  private static final class LastFirst extends ClientWrap {
    private final Map<String, ConcurrentLinkedDeque<Object>> lines = new ConcurrentHashMap<>();
    private final Map<String, Semaphore> gates = new ConcurrentHashMap<>();

    LastFirst(LeaseClient real) {
      super(real);
    }

    @Override
    public Lease acquire(LeaseRequest request) throws InterruptedException {
      Semaphore gate = gates.computeIfAbsent(request.name(), name -> new Semaphore(1));
      ConcurrentLinkedDeque<Object> line =
          lines.computeIfAbsent(request.name(), name -> new ConcurrentLinkedDeque<>());
      Object me = new Object();
      line.addLast(me);
      try {
        int left = (int) (request.waitTime().toNanos() / STEP);
        while (line.peekLast() != me || !gate.tryAcquire()) {
          if (left-- <= 0) {
            throw new LeaseNotAcquiredException(ErrorCode.TIMED_OUT, "others were first", null);
          }
          TimeUnit.NANOSECONDS.sleep(STEP);
        }
      } finally {
        line.remove(me);
      }
      try {
        return super.acquire(request);
      } finally {
        gate.release();
      }
    }
  }

  private static final long STEP = 1_000_000;

  private static void later(Duration pause, Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              LockSupport.parkNanos(pause.toNanos());
              work.run();
            },
            "later");
    thread.setDaemon(true);
    thread.start();
  }
}
