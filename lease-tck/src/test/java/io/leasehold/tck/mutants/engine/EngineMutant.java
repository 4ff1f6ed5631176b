package io.leasehold.tck.mutants.engine;

import io.leasehold.spi.LeaseBackend;
import io.leasehold.tck.fixture.ClientFactory;
import io.leasehold.tck.fixture.ClientSettings;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * A broken engine, or an engine on a broken backend, on the memory store in real time.
 *
 * @param name in capitals
 * @param fault what it does wrongly, in words
 * @param backend breaks every backend that is connected
 * @param clients breaks every client
 * @param fails exactly the rules that it breaks, among those that read the same scenarios
 * @param chance rules that it breaks or not, as a race of its own falls
 */
public record EngineMutant(
    String name,
    String fault,
    UnaryOperator<LeaseBackend> backend,
    ClientFactory clients,
    Set<String> fails,
    Set<String> chance) {

  /** An engine that works on a broken backend. */
  static EngineMutant onBackend(
      String name, String fault, UnaryOperator<LeaseBackend> backend, String... fails) {
    return new EngineMutant(
        name, fault, backend, ClientSettings::open, new TreeSet<>(Set.of(fails)), Set.of());
  }

  /** A broken engine on a backend that works. */
  static EngineMutant of(String name, String fault, ClientFactory clients, String... fails) {
    return new EngineMutant(
        name, fault, backend -> backend, clients, new TreeSet<>(Set.of(fails)), Set.of());
  }

  /** The same, which may break these rules too. */
  EngineMutant perhaps(String... ids) {
    return new EngineMutant(name, fault, backend, clients, fails, new TreeSet<>(Set.of(ids)));
  }

  @Override
  public String toString() {
    return name + ": " + fault;
  }
}
