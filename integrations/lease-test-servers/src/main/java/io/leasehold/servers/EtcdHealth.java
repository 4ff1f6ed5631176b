package io.leasehold.servers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Asks an etcd whether it is up and has a leader, without a client library. */
final class EtcdHealth {

  private static final int BOUND = (int) Duration.ofSeconds(1).toMillis();

  private EtcdHealth() {}

  /** One that speaks TLS is up when it says so. */
  static boolean answers(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), BOUND);
      socket.setSoTimeout(BOUND);
      socket
          .getOutputStream()
          .write("GET /health HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return answer.contains("\"health\":\"true\"") || answer.contains("HTTPS server");
    } catch (IOException e) {
      return false;
    }
  }
}
