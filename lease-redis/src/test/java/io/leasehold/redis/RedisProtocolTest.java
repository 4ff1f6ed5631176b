package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.leasehold.ErrorCode;
import io.leasehold.LeaseClient;
import io.leasehold.LeaseException;
import io.leasehold.spi.Grant;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseName;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.RedisClient;

/** TLS, users, databases, names; and the wrong protocol on either side. */
class RedisProtocolTest {

  /** The first handshakes of a JVM take long. */
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);

  @TempDir private static Path folder;
  @TempDir private static Path elsewhere;
  private static Certificates certificates;

  @BeforeAll
  static void makeCertificates() {
    certificates = Certificates.make(folder);
  }

  /** The first client of a JVM is given more time than the others. */
  @BeforeAll
  static void openTheFirstClient() {
    try (RedisServer server = RedisServer.start()) {
      Redises.connect(server.uri()).close();
    }
  }

  private static LeaseException failure(String uri) {
    long begin = System.nanoTime();
    Throwable thrown = catchThrowable(() -> Redises.connect(uri, CALL_TIMEOUT).close());
    assertThat(System.nanoTime() - begin)
        .isLessThan(CALL_TIMEOUT.plus(Duration.ofSeconds(1)).toNanos());
    assertThat(thrown).isInstanceOf(LeaseException.class);
    assertThat(thrown.getMessage()).doesNotContain("s3cret");
    return (LeaseException) thrown;
  }

  private static void works(String uri) {
    try (LeaseBackend backend = Redises.connect(uri, CALL_TIMEOUT)) {
      EveryCall.word(backend.releaseIfOwner(Redises.grant(backend, "a")));
      assertThat(backend.holder(new LeaseName("a"))).isEmpty();
    }
  }

  @Test
  void tlsWorksWithACertificateThatTheTrustStoreKnows() {
    try (RedisServer server = RedisServer.startTls(certificates, "--tls-auth-clients", "no")) {
      works(server.tlsUri() + "?" + certificates.trustOptions());
      LeaseException untrusted = failure(server.tlsUri());
      assertThat(untrusted.code()).isEqualTo(ErrorCode.MISCONFIGURED);
      assertThat(untrusted.getMessage()).contains("certificate is not trusted", "trust-store=");
    }
  }

  @Test
  void aServerThatAsksForACertificateGetsOurs() {
    try (RedisServer server = RedisServer.startTls(certificates)) {
      String trusting = server.tlsUri() + "?" + certificates.trustOptions();
      works(trusting + "&" + certificates.keyOptions());
      LeaseException none = failure(trusting);
      // As the server's refusal arrives, or the reset that follows it at once.
      assertThat(none.code()).isIn(ErrorCode.MISCONFIGURED, ErrorCode.UNAVAILABLE);
      assertThat(none.getMessage()).contains("certificate", "key-store");
    }
  }

  @Test
  void aCertificateForAnotherHostIsRefusedUnlessThatIsWaived() {
    Certificates others = Certificates.make(elsewhere, "dns:elsewhere.invalid");
    try (RedisServer server = RedisServer.startTls(others, "--tls-auth-clients", "no")) {
      String uri = server.tlsUri() + "?" + others.trustOptions();
      LeaseException wrongHost = failure(uri);
      assertThat(wrongHost.code()).isEqualTo(ErrorCode.MISCONFIGURED);
      assertThat(wrongHost.getMessage()).contains("for another host", "verify-host=false");
      works(uri + "&verify-host=false");
    }
  }

  /** The JDK reads such a file without an error, and trusts nobody or has no key. */
  @Test
  void aStoreWithoutItsPasswordIsToldBeforeAnyConnection() {
    for (String options : List.of(certificates.trustOptions(), certificates.keyOptions())) {
      String store = options.substring(0, options.indexOf('&'));
      LeaseException error = failure("rediss://127.0.0.1:1?" + store);
      assertThat(error.code()).isEqualTo(ErrorCode.BAD_OPTION);
      assertThat(error.getMessage()).contains(store, store.replaceAll("=.*", "-password"));
    }
  }

  @Test
  void aPemFileIsToldWithTheWayToAStore() {
    for (String store : List.of("trust-store", "key-store")) {
      LeaseException error = failure("rediss://127.0.0.1:1?" + store + "=" + certificates.pem());
      assertThat(error.code()).isEqualTo(ErrorCode.BAD_OPTION);
      assertThat(error.getMessage()).contains(store + "=", "is a PEM file", "make a PKCS#12 file");
    }
  }

  @Test
  void aKeyStoreWithoutAKeyIsToldBeforeAnyConnection() {
    String trust = certificates.trustOptions().replace("trust-store", "key-store");
    LeaseException error = failure("rediss://127.0.0.1:1?" + trust);
    assertThat(error.code()).isEqualTo(ErrorCode.BAD_OPTION);
    assertThat(error.getMessage()).contains("no private key");
  }

  @Test
  void plainTextToATlsPortAndTlsToAPlainPortAreTold() {
    try (RedisServer server = RedisServer.startTls(certificates)) {
      LeaseException plain = failure("redis://127.0.0.1:" + server.tlsPort());
      assertThat(plain.getMessage()).contains("rediss://");
      LeaseException tls = failure("rediss://127.0.0.1:" + server.port());
      assertThat(tls.getMessage()).contains("rediss://");
    }
  }

  /** To close a connection over TLS the JDK reads for as long as the driver's timeout says. */
  @Test
  void callsOfAClientOfTheApplicationAreBoundedOverTlsToo() {
    Duration bound = Duration.ofSeconds(1);
    try (RedisServer server = RedisServer.startTls(certificates, "--tls-auth-clients", "no");
        RedisClient redis = overTls(server, 10 * (int) bound.toMillis());
        LeaseBackend backend = RedisBackends.of(redis, bound)) {
      Grant grant = Redises.grant(backend, "a");
      List<Connection> all = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        all.add(redis.getPool().getResource());
      }
      all.forEach(Connection::close);
      server.freeze();
      for (int i = 0; i < 2; i++) { // after that there is no connection any more
        long begin = System.nanoTime();
        assertThat(EveryCall.word(backend.renewIfOwner(grant))).endsWith("TIMEOUT");
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(bound.multipliedBy(4));
      }
      server.thaw();
    }
  }

  private static RedisClient overTls(RedisServer server, int socketTimeout) {
    ConnectionPoolConfig pool = new ConnectionPoolConfig();
    pool.setMaxTotal(8);
    pool.setMaxIdle(8);
    return RedisClient.builder()
        .hostAndPort("127.0.0.1", server.tlsPort())
        .clientConfig(
            DefaultJedisClientConfig.builder()
                .socketTimeoutMillis(socketTimeout)
                .connectionTimeoutMillis(500)
                .sslOptions(certificates.trustForDriver())
                .build())
        .poolConfig(pool)
        .build();
  }

  @Test
  void aServerThatIsNoRedisIsMisconfigured() throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.start();
    try {
      LeaseException error = failure("redis://127.0.0.1:" + http.getAddress().getPort());
      assertThat(error.code()).isEqualTo(ErrorCode.MISCONFIGURED);
      assertThat(error.getMessage()).contains("does not speak this protocol; is it Redis");
    } finally {
      http.stop(0);
    }
  }

  @Test
  void aServerWithoutTheCommandsThatLeasesNeedIsTold() {
    try (RedisServer server = RedisServer.start("--rename-command", "EVALSHA", "")) {
      LeaseException error = failure(server.uri());
      assertThat(error.code()).isEqualTo(ErrorCode.MISCONFIGURED);
      assertThat(error.getMessage()).contains("EVALSHA").doesNotContain("TLS");
    }
  }

  /** Over TLS 1.3 the JDK waits at the close of a connection for the other side's farewell. */
  @Test
  void aClientOfAFrozenServerClosesWithinItsBound() {
    try (RedisServer server = RedisServer.startTls(certificates, "--tls-auth-clients", "no")) {
      LeaseBackend backend =
          Redises.connect(server.tlsUri() + "?" + certificates.trustOptions(), CALL_TIMEOUT);
      Redises.grant(backend, "a");
      backend.onVacant(new LeaseName("a"), () -> {});
      server.freeze();
      long begin = System.nanoTime();
      backend.close();
      assertThat(System.nanoTime() - begin)
          .isLessThan(CALL_TIMEOUT.plus(Duration.ofSeconds(1)).toNanos());
      server.thaw();
    }
  }

  @Test
  void wrongPasswordsAndMissingOnesAreTold() {
    try (RedisServer server = RedisServer.start("--requirepass", "s3cret")) {
      works("redis://:s3cret@127.0.0.1:" + server.port());
      works("redis://default:s3cret@127.0.0.1:" + server.port());
      LeaseException none = failure(server.uri());
      assertThat(none.code()).isEqualTo(ErrorCode.MISCONFIGURED);
      assertThat(none.getMessage()).contains("give user and password");
      LeaseException wrong = failure("redis://:wrong@127.0.0.1:" + server.port());
      assertThat(wrong.code()).isEqualTo(ErrorCode.MISCONFIGURED);
      assertThat(wrong.getMessage()).contains("user or password is wrong");
      // Nor does a password that is a word of a sentence spoil the sentence, or show itself.
      for (String word : List.of("wrong", "user", "password", "asked")) {
        String uri = "redis://:" + word + "@127.0.0.1:" + server.port();
        assertThatThrownBy(() -> LeaseClient.open(uri))
            .hasMessageContaining("user or password is wrong")
            .hasMessageContaining("the server cannot be asked what it is");
      }
    }
  }

  @Test
  void aPasswordForAServerThatHasNoneIsTold() {
    try (RedisServer server = RedisServer.start()) {
      LeaseException error = failure("redis://:s3cret@127.0.0.1:" + server.port());
      assertThat(error.code()).isEqualTo(ErrorCode.MISCONFIGURED);
      assertThat(error.getMessage()).contains("no password");
    }
  }

  /**
   * It refuses whoever does not come from the machine itself, which needs another address of it.
   */
  @Test
  void aServerInProtectedModeIsTold() throws IOException {
    Optional<String> own = addressOfThisMachine();
    assumeTrue(own.isPresent(), "this machine has no address but the loopback one");
    try (RedisServer server = RedisServer.start("--bind", "*")) {
      LeaseException error = failure("redis://" + own.get() + ":" + server.port());
      // It says so and hangs up: a reset may overtake what it says.
      assertThat(error.code()).isIn(ErrorCode.MISCONFIGURED, ErrorCode.UNAVAILABLE);
      assertThat(error.getMessage()).contains("protected mode", "a password or a user");
    }
  }

  private static Optional<String> addressOfThisMachine() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
        .map(InetAddress::getHostAddress)
        .findFirst();
  }

  @Test
  void theDatabaseOfTheUriHasTheKeys() {
    try (RedisServer server = RedisServer.start();
        LeaseBackend backend = Redises.connect(server.uri() + "/5")) {
      Redises.grant(backend, "a");
      try (RedisServer.Guest guest = server.guest()) {
        assertThat(guest.command(Command.EXISTS, Redises.leaseKey("a"))).isEqualTo(0L);
        guest.command(Command.SELECT, "5");
        assertThat(guest.command(Command.EXISTS, Redises.leaseKey("a"))).isEqualTo(1L);
      }
      LeaseException none = failure(server.uri() + "/99");
      assertThat(none.code()).isEqualTo(ErrorCode.MISCONFIGURED);
      assertThat(none.getMessage()).contains("choose a database");
    }
  }

  @Test
  void theClientIsKnownByItsName() {
    try (RedisServer server = RedisServer.start();
        LeaseBackend backend = Redises.connect(server.uri() + "?client-name=billing")) {
      Redises.grant(backend, "a");
      assertThat(server.text(Command.CLIENT, "LIST")).contains("name=billing");
    }
  }

  @Test
  void twoNamespacesAreTwoStores() {
    try (RedisServer server = RedisServer.start();
        LeaseBackend one = Redises.connect(server.uri() + "?namespace=one");
        LeaseBackend two = Redises.connect(server.uri() + "?namespace=two")) {
      Redises.grant(one, "a");
      Redises.grant(two, "a");
    }
  }

  @Test
  void aServerThatMayEvictLeasesIsRefusedUnlessThatIsWaived() {
    try (RedisServer server =
        RedisServer.start("--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru")) {
      LeaseException error = failure(server.uri());
      assertThat(error.code()).isEqualTo(ErrorCode.MISCONFIGURED);
      assertThat(error.getMessage())
          .contains("104857600", "allkeys-lru", "noeviction", "allow-eviction=true");
      works(server.uri() + "?allow-eviction=true");
      server.command(Command.CONFIG, "SET", "maxmemory-policy", "noeviction");
      works(server.uri());
    }
  }
}
