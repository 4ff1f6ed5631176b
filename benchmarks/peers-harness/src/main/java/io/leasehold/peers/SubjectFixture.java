package io.leasehold.peers;

import io.leasehold.LeaseClient;
import io.leasehold.peers.scene.StoreScenes;
import io.leasehold.servers.ServerSpec;
import io.leasehold.servers.TestServer;
import io.leasehold.servers.TestServers;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.tck.fixture.Ability;
import io.leasehold.tck.fixture.ClientFactory;
import io.leasehold.tck.fixture.ClientSettings;
import io.leasehold.tck.fixture.StoreFaults;
import io.leasehold.tck.fixture.TckFixture;
import io.leasehold.tck.fixture.UriBackends;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import redis.clients.jedis.Protocol.Command;

/**
 * A redis-server of its own with one library on it, or with Leasehold, which is opened in the same
 * way: by the scheme of the address.
 */
final class SubjectFixture implements TckFixture, StoreFaults, StoreScenes.Spoiler {

  /** The scheme of the control. */
  static final String LEASEHOLD = "redis";

  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(1);

  private final String scheme;
  private final TestServer server = TestServers.here().start(ServerSpec.redis());

  SubjectFixture(String scheme) {
    this.scheme = scheme;
  }

  @Override
  public LeaseBackend connect() {
    return connect(CALL_TIMEOUT);
  }

  @Override
  public LeaseBackend connect(Duration callTimeout) {
    return UriBackends.open(address(), callTimeout);
  }

  @Override
  public Optional<String> uri() {
    return Optional.of(address());
  }

  private String address() {
    return scheme + "://" + server.host() + ":" + server.port();
  }

  @Override
  public ClientFactory clients() {
    return SubjectFixture::open;
  }

  private static LeaseClient open(ClientSettings settings) {
    if (!(settings.connection() instanceof PeerBackend way)) {
      return settings.open();
    }
    return new PeerClient(
        way.connect(settings.ttl(), settings.pollInterval()),
        way.peer().has().contains(Has.WAITING),
        settings.pollInterval(),
        settings.backend());
  }

  @Override
  public StoreFaults faults() {
    return this;
  }

  @Override
  public Set<Ability> offered() {
    return EnumSet.of(Ability.WIPE, Ability.RESTART, Ability.FREEZE);
  }

  @Override
  public void wipe() {
    try (RedisRecords records = new RedisRecords(server.host(), server.port(), CALL_TIMEOUT)) {
      records.command(Command.FLUSHALL);
    }
  }

  /** Turns every record with a ttl that has the name in its key into one of another kind. */
  @Override
  public void spoil(String name) {
    String script =
        "for _, key in ipairs(redis.call('KEYS', '*' .. ARGV[1] .. '*')) do "
            + "if redis.call('PTTL', key) > 0 then redis.call('DEL', key) "
            + "redis.call('RPUSH', key, 'spoilt') redis.call('PEXPIRE', key, 60000) end end";
    try (RedisRecords records = new RedisRecords(server.host(), server.port(), CALL_TIMEOUT)) {
      records.command(Command.EVAL, script, "0", name);
    }
  }

  @Override
  public void restart() {
    server.stop();
    server.launch();
    server.awaitReady();
  }

  @Override
  public void freeze() {
    server.freeze();
  }

  @Override
  public void thaw() {
    server.thaw();
  }

  @Override
  public void close() {
    server.close();
  }
}
