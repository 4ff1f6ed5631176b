package io.leasehold.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.core.HazelcastInstance;
import io.leasehold.LeaseConfigurationException;
import io.leasehold.servers.Ports;
import io.leasehold.servers.ServerSpec;
import io.leasehold.servers.TestServer;
import io.leasehold.servers.TestServers;
import io.leasehold.spi.BackendConfig;
import io.leasehold.spi.BackendUnavailableException;
import io.leasehold.spi.LeaseBackend;
import io.leasehold.spi.LeaseClock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is wrong shows when a client starts, within the bound of the start. */
class HazelcastStartTest {

  private static final Duration SLACK = Duration.ofSeconds(30);

  private static LeaseBackend connect(String address, String rest) {
    return new HazelcastBackendProvider()
        .connect(
            BackendConfig.of(
                "hazelcast://" + address + "/tck?" + rest,
                Duration.ofSeconds(1),
                LeaseClock.system()));
  }

  @Test
  void whereNobodyListensTheStartEndsInTime() {
    long begin = System.nanoTime();
    assertThatThrownBy(() -> connect("127.0.0.1:" + Ports.free(), "connect-timeout=2s"))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("LEASE-202");
    assertThat(Duration.ofNanos(System.nanoTime() - begin))
        .isBetween(Duration.ofSeconds(2), Duration.ofSeconds(2).plus(SLACK));
  }

  @Test
  void aFrozenMemberLeavesTheStartItsBound() {
    try (HazelcastServer server = HazelcastServer.start()) {
      server.freeze();
      assertThatThrownBy(() -> connect(server.address(), "connect-timeout=2s"))
          .isInstanceOf(BackendUnavailableException.class);
      server.thaw();
      try (LeaseBackend backend = connect(server.address(), "connect-timeout=1m")) {
        assertThat(backend.traits().vacancyHints()).isTrue();
      }
    }
  }

  @Test
  void membersWithoutTheClassesAreSaidToBeSo() throws Exception {
    Path driver =
        Path.of(
            HazelcastInstance.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ServerSpec bare =
        new ServerSpec(
            "java",
            "openjdk-17-jre-headless",
            "LEASEHOLD_TEST_HAZELCAST",
            "hazelcast/hazelcast:5.7.0",
            port ->
                List.of(
                    "-Xmx256m",
                    "-Dhz.cluster-name=tck",
                    "-Dhz.network.port.port=" + port,
                    "-Dhz.network.port.auto-increment=false",
                    "-Dhz.network.join.auto-detection.enabled=false",
                    "-Dhz.network.join.multicast.enabled=false",
                    "-Dhazelcast.local.localAddress=127.0.0.1",
                    "-Dhazelcast.socket.bind.any=false",
                    "-Dhazelcast.phone.home.enabled=false",
                    "-cp",
                    driver.toString(),
                    "com.hazelcast.core.server.HazelcastMemberStarter"),
            List.of(),
            HazelcastStartTest::listens);
    try (TestServer member = TestServers.here().start(bare)) {
      assertThatThrownBy(() -> connect(member.host() + ":" + member.port(), "connect-timeout=1m"))
          .isInstanceOf(LeaseConfigurationException.class)
          .hasMessageContaining("LEASE-108")
          .hasMessageContaining("put lease-hazelcast and lease-api");
    }
  }

  private static boolean listens(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), 1_000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
