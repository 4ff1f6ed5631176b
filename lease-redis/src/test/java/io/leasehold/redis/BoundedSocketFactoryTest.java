package io.leasehold.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasehold.spi.LeaseClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** A host with several addresses, one of which is silent. */
class BoundedSocketFactoryTest {

  private static final Duration BOUND = Duration.ofSeconds(4);

  private final List<Socket> waiting = new ArrayList<>();
  private final InetAddress silent = address(1);
  private final InetAddress sound = address(2);
  private final ServerSocket full = listen(silent, 0, 1);
  private final ServerSocket listening = listen(sound, full.getLocalPort(), 50);

  @AfterEach
  void end() throws IOException {
    for (Socket socket : waiting) {
      socket.close();
    }
    full.close();
    listening.close();
  }

  /** 127.0.0.x: all of them are this machine. */
  private static InetAddress address(int last) {
    try {
      return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static ServerSocket listen(InetAddress address, int port, int backlog) {
    try {
      return new ServerSocket(port, backlog, address);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Nobody accepts there: when the queue is full, the system answers no more. */
  private void makeSilent() throws IOException {
    while (true) {
      Socket socket = new Socket();
      waiting.add(socket);
      try {
        socket.connect(new InetSocketAddress(silent, full.getLocalPort()), 200);
      } catch (SocketTimeoutException e) {
        return;
      }
    }
  }

  private Socket connect(InetAddress... addresses) throws Exception {
    HostLookup lookup = new HostLookup("redis.internal", host -> addresses);
    BoundedSocketFactory sockets =
        new BoundedSocketFactory(lookup, "redis.internal", full.getLocalPort(), 0, null, true);
    return CallBound.within(LeaseClock.system(), BOUND, bound -> sockets.createSocket());
  }

  @Test
  void aSilentAddressDoesNotTakeTheTimeOfTheOthers() throws Exception {
    makeSilent();
    try (Socket socket = connect(silent, sound)) {
      assertThat(socket.getInetAddress()).isEqualTo(sound);
    }
  }

  @Test
  void ifAllAreSilentTheFirstIsToldAndTheOthersWithIt() throws Exception {
    makeSilent();
    assertThatThrownBy(() -> connect(silent, silent))
        .isInstanceOf(JedisConnectionException.class)
        .hasMessageContaining("redis.internal:" + full.getLocalPort())
        .hasCauseInstanceOf(SocketTimeoutException.class)
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
  }
}
