package io.leasehold.tck.mutants.engine.tcp;

import io.leasehold.spi.LeaseBackend;
import io.leasehold.tck.MemoryInRealTime;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.UriBackends;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The memory store behind a port of the loopback address: with an address, and so with networks and
 * with other processes that have this class path.
 */
public class MemoryOverTcp extends MemoryInRealTime {

  private final TcpFlaw flaw;
  private final TcpServer server;

  /** An empty store and a correct driver. */
  public MemoryOverTcp() {
    this(TcpFlaw.NONE);
  }

  /**
   * An empty store.
   *
   * @param flaw of its driver
   */
  public MemoryOverTcp(TcpFlaw flaw) {
    this(flaw, backend -> backend);
  }

  /**
   * An empty store.
   *
   * @param flaw of its driver
   * @param breaks the store itself
   */
  public MemoryOverTcp(TcpFlaw flaw, UnaryOperator<LeaseBackend> breaks) {
    this.flaw = flaw;
    this.server = new TcpServer(store(), breaks);
  }

  @Override
  public Optional<String> uri() {
    return Optional.of("tcptest://127.0.0.1:" + server.port() + "?flaw=" + flaw);
  }

  /** Without what stands still in part: its protocol carries no renewal domains. */
  @Override
  public Set<Ability> offered() {
    Set<Ability> offered = EnumSet.copyOf(super.offered());
    offered.remove(Ability.FREEZE_DOMAIN);
    return offered;
  }

  @Override
  public LeaseBackend connect(Duration callTimeout) {
    return UriBackends.open(uri().orElseThrow(), callTimeout);
  }

  @Override
  public void close() {
    server.close();
  }
}
