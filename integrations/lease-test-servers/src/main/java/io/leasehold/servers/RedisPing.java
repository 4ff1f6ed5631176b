package io.leasehold.servers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Asks a Redis server whether it is up, without a client library. */
final class RedisPing {

  private static final int BOUND = (int) Duration.ofSeconds(1).toMillis();

  private RedisPing() {}

  /** A server that asks for a password is up; one that still loads its data is not. */
  static boolean answers(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), BOUND);
      socket.setSoTimeout(BOUND);
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      String answer =
          new String(
              socket.getInputStream().readNBytes("+PONG\r".length()), StandardCharsets.US_ASCII);
      return answer.startsWith("+PONG") || answer.startsWith("-NOAU");
    } catch (IOException e) {
      return false;
    }
  }
}
