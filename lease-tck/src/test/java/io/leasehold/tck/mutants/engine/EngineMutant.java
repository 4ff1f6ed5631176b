package io.leasehold.tck.mutants.engine;

import io.leasehold.spi.LeaseBackend;
import io.leasehold.tck.fixture.ClientFactory;
import io.leasehold.tck.fixture.ClientSettings;
import io.leasehold.tck.mutants.engine.tcp.TcpFlaw;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * A broken engine, or an engine on a broken backend, on the memory store in real time.
 *
 * @param name in capitals
 * @param fault what it does wrongly, in words
 * @param backend breaks every backend that is connected
 * @param clients breaks every client
 * @param tcp the driver's flaw, if the memory store is to be reached over a network
 * @param inProcesses makes the clients of contenders in processes of their own, if they are broken
 * @param fails exactly the rules that it breaks, among those that read the same scenarios
 * @param chance rules that it breaks or not, as a race of its own falls
 * @param parameters of the scenarios, where fewer rounds show it as well
 */
public record EngineMutant(
    String name,
    String fault,
    UnaryOperator<LeaseBackend> backend,
    ClientFactory clients,
    Optional<TcpFlaw> tcp,
    Optional<Class<? extends ClientFactory>> inProcesses,
    Set<String> fails,
    Set<String> chance,
    Map<String, Integer> parameters) {

  /** An engine that works on a broken backend. */
  static EngineMutant onBackend(
      String name, String fault, UnaryOperator<LeaseBackend> backend, String... fails) {
    return sound(name, fault, fails).backend(backend);
  }

  /** A broken engine on a backend that works. */
  static EngineMutant of(String name, String fault, ClientFactory clients, String... fails) {
    return sound(name, fault, fails).clients(clients);
  }

  /** A broken engine on a broken backend. */
  static EngineMutant both(
      String name,
      String fault,
      UnaryOperator<LeaseBackend> backend,
      ClientFactory clients,
      String... fails) {
    return sound(name, fault, fails).backend(backend).clients(clients);
  }

  /** An engine that works on a driver that is broken where the network is. */
  static EngineMutant onTcp(String name, String fault, TcpFlaw flaw, String... fails) {
    return sound(name, fault, fails).tcp(flaw);
  }

  /** A broken engine on the store with a network. */
  static EngineMutant onTcp(String name, String fault, ClientFactory clients, String... fails) {
    return sound(name, fault, fails).tcp(TcpFlaw.NONE).clients(clients);
  }

  /** An engine that works on a store with a network that is broken itself. */
  static EngineMutant onServer(
      String name, String fault, UnaryOperator<LeaseBackend> backend, String... fails) {
    return sound(name, fault, fails).tcp(TcpFlaw.NONE).backend(backend);
  }

  /**
   * A broken engine, in this process and in others.
   *
   * @param clients has a public constructor without parameters
   */
  static EngineMutant inProcesses(
      String name, String fault, Class<? extends ClientFactory> clients, String... fails) {
    try {
      ClientFactory here = clients.getConstructor().newInstance();
      return sound(name, fault, fails).tcp(TcpFlaw.NONE).clients(here).processes(clients);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Nothing is broken yet. */
  private static EngineMutant sound(String name, String fault, String... fails) {
    return new EngineMutant(
        name,
        fault,
        UnaryOperator.identity(),
        ClientSettings::open,
        Optional.empty(),
        Optional.empty(),
        new TreeSet<>(Set.of(fails)),
        Set.of(),
        Map.of());
  }

  private EngineMutant backend(UnaryOperator<LeaseBackend> broken) {
    return new EngineMutant(
        name, fault, broken, clients, tcp, inProcesses, fails, chance, parameters);
  }

  private EngineMutant clients(ClientFactory broken) {
    return new EngineMutant(
        name, fault, backend, broken, tcp, inProcesses, fails, chance, parameters);
  }

  private EngineMutant tcp(TcpFlaw flaw) {
    return new EngineMutant(
        name, fault, backend, clients, Optional.of(flaw), inProcesses, fails, chance, parameters);
  }

  private EngineMutant processes(Class<? extends ClientFactory> broken) {
    return new EngineMutant(
        name, fault, backend, clients, tcp, Optional.of(broken), fails, chance, parameters);
  }

  /** The same, which may break these rules too. */
  EngineMutant perhaps(String... ids) {
    Set<String> more = new TreeSet<>(Set.of(ids));
    return new EngineMutant(
        name, fault, backend, clients, tcp, inProcesses, fails, more, parameters);
  }

  /** The same in scenarios with this parameter, given as {@code scenario.parameter}. */
  EngineMutant playing(String parameter, int value) {
    Map<String, Integer> more = new TreeMap<>(parameters);
    more.put(parameter, value);
    return new EngineMutant(name, fault, backend, clients, tcp, inProcesses, fails, chance, more);
  }

  @Override
  public String toString() {
    return name + ": " + fault;
  }
}
